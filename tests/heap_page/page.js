/** Heap's board, written in every form of import and export that a module may use. */

import "./setup.js";
import label, { names as labels } from "./label.js";
import { h } from "../../../lib/dom.js";
import { bindTiles, tile } from "../../../boards/tile.js";

const notComment = "/** 2 */ left";

/** @param {import("../../../boards/tile.js").BoardModel} model */
function draw(model) {
  const grid = h(
    "div",
    { class: "grid" },
    model.state.legal.map((move) => tile(model, { move, label: labels[move] })),
  );
  bindTiles(grid, model, () => {});
  return h("div", { class: "board heap" }, h("p", { class: "sum" }, label(notComment)), grid);
}

export { draw };
