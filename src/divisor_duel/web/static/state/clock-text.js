/** The settings of a clock in words. */

/** @typedef {import("../api/client.js").Clock} Clock */

/** @param {number} count @param {string} what */
const many = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** @param {number} seconds */
function length(seconds) {
  if (seconds % 3600 === 0) return many(seconds / 3600, "hour");
  return seconds % 60 === 0 ? many(seconds / 60, "minute") : many(seconds, "second");
}

/** Return a clock's settings in words. @param {Pick<Clock, "per"|"seconds"|"increment">} clock */
export function inWords({ per, seconds, increment }) {
  if (per === "move") return `${length(seconds)} for each move`;
  return `${length(seconds)} each${increment ? `, ${length(increment)} more a move` : ""}`;
}
