/** The settings of a clock in words. */

import { plural } from "../lib/text.js";

/** @typedef {import("../api/client.js").Clock} Clock */

/** @param {number} seconds */
function length(seconds) {
  if (seconds % 86_400 === 0) return plural(seconds / 86_400, "day");
  if (seconds % 3600 === 0) return plural(seconds / 3600, "hour");
  return seconds % 60 === 0 ? plural(seconds / 60, "minute") : plural(seconds, "second");
}

/** Return a clock's settings in words. @param {Pick<Clock, "per"|"seconds"|"increment">} clock */
export function clockText({ per, seconds, increment }) {
  if (per === "move") return `${length(seconds)} per move`;
  return `${length(seconds)} each${increment ? `, plus ${length(increment)} per move` : ""}`;
}
