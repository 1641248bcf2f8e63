/** The board of each game: its own `page.js`, or the default board. */

import { draw as drawDefault } from "./default-board.js";
import { BOARDS } from "./game-boards.js";

/** Draw the board of a game. @param {import("./tile.js").BoardModel} model */
export const drawBoard = (model) => (BOARDS[model.state.game] ?? drawDefault)(model);

/**
 * Draw the board of a position apart from a game in progress: nothing on it can be pressed, unless `more` says so.
 * @param {import("./tile.js").BoardModel["state"]} state
 * @param {import("./tile.js").BoardModel["name"]} name
 * @param {Partial<import("./tile.js").BoardModel>} [more]
 */
export const drawPosition = (state, name, more) =>
  drawBoard({
    state,
    name,
    playable: false,
    pending: null,
    fresh: false,
    hinted: null,
    values: null,
    proof: null,
    pick: () => {},
    caption: () => {},
    ...more,
  });
