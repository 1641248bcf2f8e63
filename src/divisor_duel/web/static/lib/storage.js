/** The browser's storage: seat tokens, a move not yet acknowledged, recent games, preferences. */

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(`duel:${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value null removes it */
function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(`duel:${key}`);
    else localStorage.setItem(`duel:${key}`, JSON.stringify(value));
  } catch {
    // A private window may refuse; the page still works until it is closed.
  }
}

/** @typedef {Record<string, string>} Tokens by seat */

/** @param {string} id @returns {Tokens} */
export const tokens = (id) => read(id) ?? {};

/** Add tokens. @param {string} id @param {Tokens} added */
export function keepTokens(id, added) {
  write(id, { ...tokens(id), ...added });
}

/** Replace all tokens. @param {string} id @param {Tokens} tokens */
export const setTokens = (id, tokens) => write(id, tokens);

/** The seat to invite a friend to. @param {string} id @returns {{seat: string, token: string}|null} */
export const invitation = (id) => read(`${id}:friend`);
/** @param {string} id @param {{seat: string, token: string}} friend */
export const keepInvitation = (id, friend) => write(`${id}:friend`, friend);

/**
 * Return the token to accept an invitation with, the same on every attempt.
 * @param {string} id
 * @returns {string}
 */
export function ownToken(id) {
  const saved = read(`${id}:own`);
  if (saved) return saved;
  const token = newToken();
  write(`${id}:own`, token);
  return token;
}

/** Return a random secret. @returns {string} */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}

/** Return whether a game is against a proof, whose replies name their rules. @param {string} id */
export const proving = (id) => read(`${id}:proof`) === true;
/** @param {string} id */
export const keepProving = (id) => write(`${id}:proof`, true);

/** The variations tried before a game started, as `tree.js` writes them. @param {string} id @returns {string} */
export const tried = (id) => read(`${id}:tried`) ?? "";
/** @param {string} id @param {string} line */
export const keepTried = (id, line) => write(`${id}:tried`, line);

/** @typedef {{ply: number, move: number, seat: string, version?: number}} Pending */

/** @param {string} id @returns {Pending|null} */
export const pending = (id) => read(`${id}:pending`);
/** @param {string} id @param {Pending|null} move */
export const keepPending = (id, move) => write(`${id}:pending`, move);

/**
 * @typedef {object} Recent a game played in this browser
 * @property {string} id @property {string} title @property {string} told the set-up in words
 * @property {string} [between] who plays it @property {string} [stands] whose turn it is, or how it ended
 * @property {boolean} [over] @property {number} [when] milliseconds
 */
/** Most recent games stored. */
const RECENT = 40;

/** @returns {Recent[]} */
export const recent = () => read("recent") ?? [];
/** @param {Recent} game */
export function keepRecent(game) {
  write(
    "recent",
    [{ ...game, when: Date.now() }, ...recent().filter((other) => other.id !== game.id)].slice(0, RECENT),
  );
}

/** @param {string} id @param {Partial<Recent>} changes */
export function updateRecent(id, changes) {
  write(
    "recent",
    recent().map((game) => (game.id === id ? { ...game, ...changes } : game)),
  );
}

/**
 * @typedef {object} Result of a day's puzzle
 * @property {string} tries 0 for a wrong one, 1 for the right one
 * @property {number} hints
 * @property {number[]} [wrong] the moves that were wrong
 */

/** Results by the number of the puzzle. @returns {Record<string, Result>} */
export const results = () => read("daily") ?? {};
/** @param {number} number @param {Result} result */
export const keepResult = (number, result) => write("daily", { ...results(), [number]: result });

/** @param {string} name @param {any} fallback */
export const preference = (name, fallback) => read(`preference:${name}`) ?? fallback;
/** @param {string} name @param {any} value */
export const keepPreference = (name, value) => write(`preference:${name}`, value);

/** Save the theme, as plain text because theme.js reads it. @param {"light"|"dark"} theme */
export function keepTheme(theme) {
  try {
    localStorage.setItem("duel:theme", theme);
  } catch {
    // See write().
  }
}
