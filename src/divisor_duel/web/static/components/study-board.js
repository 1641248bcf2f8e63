/** A board outside a game in progress: for puzzles, lessons and exploring. */

import { exploreAddress } from "../lib/addresses.js";
import { h, refill, the } from "../lib/dom.js";
import { nameForReader } from "../state/players.js";
import { groupsApart } from "../state/preferences.js";
import { drawPosition } from "../boards/index.js";

/** Number of tiles above which a board scrolls within the page. */
const TALL = 110;

/**
 * Draw a position.
 * @param {import("../api/client.js").State} state
 * @param {Partial<import("../boards/tile.js").BoardModel> & {pick: (move: number) => void}} more
 */
export function showBoard(state, more) {
  const board = the("board");
  the("caption").textContent = "";
  board.classList.toggle("idle", more.playable === false);
  refill(
    board,
    drawPosition(state, (seat) => nameForReader(state, seat, null), {
      playable: true,
      groupsApart: groupsApart(),
      caption: (text) => {
        the("caption").textContent = text;
      },
      ...more,
    }),
  );
  fitBoard(board);
}

/** Return a board to be printed beside others. @param {import("../api/client.js").State} state */
export const printedBoard = (state) => h("div", { class: "printed idle" }, drawPosition(state, solverName(state)));

/** Return what names the players for a reader who is to move. @param {import("../api/client.js").State} state */
export const solverName = (state) => (/** @type {number|string} */ seat) => nameForReader(state, seat, state.to_move);

/** Let a board of many numbers scroll, and scroll to the last move. @param {HTMLElement} board */
export function fitBoard(board) {
  board.classList.toggle("tall", board.querySelectorAll(".tile").length > TALL);
  if (board.matches(".tall")) board.querySelector(".tile.last")?.scrollIntoView({ block: "nearest" });
}

/**
 * Return the position of a state, for queries about it or about what follows.
 * @param {import("../api/client.js").State} state
 * @param {number[]} [more]
 * @returns {import("../api/client.js").PositionRef}
 */
export const positionRef = (state, more = []) => ({
  game: state.game,
  options: state.options,
  first: state.first,
  position: state.start,
  moves: [...state.played, ...more],
});

/**
 * Draw a link that explores a position.
 * @param {import("../api/client.js").PositionRef} position @param {string} [label] @param {string} [line] its moves with variations
 */
export const exploreLink = (position, label = "Explore from here", line = "") =>
  h("a", { class: "act plain", href: exploreAddress(position, line || undefined) }, label);
