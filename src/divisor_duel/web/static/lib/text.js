/** Small changes to texts. */

/** Return a count and its noun, as in "1 move" and "2 moves". @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Return a text with a capital first letter. @param {string} text */
export const capitalize = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** Return the letter that names the group of a proof. @param {number} index */
export const groupLetter = (index) => "abcdefghijklmnopqrstuvwxyz"[index % 26];

/** Return a sentence with multiplication signs, and no line break inside a pair such as 3-12. @param {string} text */
export const typeset = (text) => text.replace(/(\d) x (?=\d)/g, "$1 \u00d7 ").replace(/(\d)-(?=\d)/g, "$1-\u2060");
