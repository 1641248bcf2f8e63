/** The small drawing of each game that has one (its `emblem.js`). */

import { s } from "../lib/dom.js";
import { EMBLEMS } from "./game-emblems.js";

/** Draw a game's emblem; empty if it has none. @param {string} game */
export function drawEmblem(game) {
  return s("svg", { class: "sketch", viewBox: "0 0 132 96", "aria-hidden": "true" }, EMBLEMS[game]?.() ?? []);
}
