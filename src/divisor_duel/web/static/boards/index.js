/** The board of every game: its own (its `page.js`), or a plain one. */

import { draw as plain } from "./plain.js";

/**
 * By the game's id; the games' own scripts are put in when the page is made.
 * @type {Record<string, (model: import("./tile.js").Model) => HTMLElement>}
 */
export const BOARDS = {};

/** @param {import("./tile.js").Model} model */
export const drawBoard = (model) => (BOARDS[model.state.game] ?? plain)(model);
