/** A sum: two games side by side, each on its own board. */

import { h } from "/static/dom.js";
import { drawBoard } from "/static/boards/index.js";

/** @typedef {import("/static/boards/tile.js").Model} Model */

/** @param {Model} model */
export function draw(model) {
  const boards = model.state.view.summands.map((/** @type {any} */ each, /** @type {number} */ index) =>
    h(
      "section",
      { class: "summand", "aria-label": `Game ${index + 1}` },
      h(
        "h2",
        null,
        h("span", { class: "number" }, `${index + 1}`),
        each.title.replace(/^Divisor Duel: /, ""),
        h("span", { class: "aside" }, each.phrase),
      ),
      drawBoard(alone(model, each)),
    ),
  );
  return h("div", { class: "board sum-of" }, boards);
}

/**
 * What one of the boards is drawn from; its numbers are those of its own game.
 * @param {Model} model @param {any} summand
 * @returns {Model}
 */
function alone(model, summand) {
  const { moves, last, ...shown } = summand;
  const own = new Map(Object.entries(moves).map(([number, code]) => [code, Number(number)]));
  const values = model.values && [...model.values].filter(([code]) => own.has(code));
  return {
    ...model,
    state: { ...model.state, ...shown },
    codes: moves,
    proof: null,
    values: values && new Map(values.map(([code, value]) => [own.get(code) ?? 0, value])),
    pending: own.get(model.pending ?? -1) ?? null,
    hinted: own.get(model.hinted ?? -1) ?? null,
    fresh: model.fresh && last,
    pick: (number) => model.pick(moves[number]),
  };
}
