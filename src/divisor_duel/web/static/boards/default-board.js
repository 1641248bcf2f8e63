/** The board of a game without its own: the position in words, and its moves as buttons. */

import { h } from "../lib/dom.js";
import { bindTiles, proofAnswer, tile } from "./tile.js";

/** @param {import("./tile.js").BoardModel} model */
export function draw(model) {
  const { state } = model;
  const grid = h(
    "div",
    { class: "grid" },
    state.legal.map((move) => tile(model, { move, label: state.view?.symbols?.[move] })),
  );
  const board = h(
    "div",
    { class: "board plain pills", role: "group", "aria-label": "Moves" },
    h("p", { class: "sum" }, state.view?.told ?? ""),
    grid,
  );
  bindTiles(grid, model, (move) => model.caption(proofAnswer(model, move).sentence));
  return board;
}
