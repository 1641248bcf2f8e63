/** A board that belongs to no game being played: for puzzles, lessons and trying out. */

import { drawBoard } from "./boards/index.js";
import { h, refill, the } from "./dom.js";
import { preference } from "./keep.js";
import { exploreAddress } from "./place.js";

/** From so many numbers on, a board scrolls within the page. */
export const TALL = 110;

/**
 * @param {import("./port.js").State} state
 * @param {Partial<import("./boards/tile.js").Model> & {pick: (move: number) => void}} more
 */
export function showBoard(state, more) {
  const board = the("board");
  const model = {
    playable: true,
    pending: null,
    fresh: false,
    hinted: null,
    values: null,
    proof: null,
    apart: preference("apart", false) === true,
    ...more,
  };
  the("caption").textContent = "";
  board.classList.toggle("idle", !model.playable);
  refill(
    board,
    drawBoard({
      state,
      ...model,
      caption: (text) => {
        the("caption").textContent = text;
      },
    }),
  );
  fit(board);
}

/** Let a board of many numbers scroll, with the last move in sight. @param {HTMLElement} board */
export function fit(board) {
  board.classList.toggle("tall", board.querySelectorAll(".tile").length > TALL);
  if (board.matches(".tall")) board.querySelector(".tile.last")?.scrollIntoView({ block: "nearest" });
}

/**
 * The place of a state, for asking about it or what follows.
 * @param {import("./port.js").State} state
 * @param {number[]} [more]
 * @returns {import("./port.js").Place}
 */
export const placeOf = (state, more = []) => ({
  game: state.game,
  options: state.options,
  first: state.first,
  position: state.start,
  moves: [...state.played, ...more],
});

/**
 * A link to try a position out.
 * @param {import("./port.js").Place} place @param {string} [label] @param {string} [line] with what was tried before
 */
export const exploreLink = (place, label = "Explore from here", line = "") =>
  h("a", { class: "act plain", href: exploreAddress(place, line || undefined) }, label);
