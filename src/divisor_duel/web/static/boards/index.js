/** The board of each game: its own `page.js`, or the default board. */

import { draw as drawDefault } from "./default-board.js";
import { BOARDS } from "./game-boards.js";

/** Draw the board of a game. @param {import("./tile.js").BoardModel} model */
export const drawBoard = (model) => (BOARDS[model.state.game] ?? drawDefault)(model);
