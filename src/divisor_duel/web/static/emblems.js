/** The small drawing of every game that brings one (its `emblem.js`). */

import { s } from "./dom.js";

/**
 * By the game's id; the games' own scripts are put in when the page is made.
 * @type {Record<string, () => SVGElement[]>}
 */
export const EMBLEMS = {};

/** @param {string} game */
export function sketch(game) {
  return s("svg", { class: "sketch", viewBox: "0 0 132 96", "aria-hidden": "true" }, EMBLEMS[game]?.() ?? []);
}
