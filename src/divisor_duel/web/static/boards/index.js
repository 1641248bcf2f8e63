/** The board of each game: its own `page.js`, or the default board. */

import { draw as drawDefault } from "./default-board.js";

/**
 * By game id. The bundler in assets.py adds each game's own script.
 * @type {Record<string, (model: import("./tile.js").BoardModel) => HTMLElement>}
 */
export const BOARDS = {};

/** Draw the board of a game. @param {import("./tile.js").BoardModel} model */
export const drawBoard = (model) => (BOARDS[model.state.game] ?? drawDefault)(model);
