/** The board of a sum: two games side by side, each on its own board. */

import { h } from "../../../lib/dom.js";
import { drawBoard } from "../../../boards/index.js";
import { nimHeap } from "../../../boards/tile.js";

/**
 * @typedef {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").SumView>} BoardModel
 * @typedef {(number|null)[]} Heaps the size of each game's heap, or null if unknown
 */

/** @param {BoardModel} model */
export function draw(model) {
  const figure = /** @type {{now: Heaps, after: Record<string, Heaps>}|null} */ (model.proof?.figure ?? null);
  const heaps = [0, 1].map(() => h("p", { class: "heap" }));
  const boards = model.state.view.summands.map((summand, index) =>
    h(
      "section",
      { class: "summand", "aria-label": `Game ${index + 1}` },
      h(
        "h2",
        null,
        h("span", { class: "number" }, `${index + 1}`),
        summand.short_title,
        h("span", { class: "aside" }, summand.phrase),
      ),
      figure && heaps[index],
      drawBoard(summandModel(model, summand)),
    ),
  );
  const board = h("div", { class: "board sum-of" }, boards);
  if (figure) bindHeaps(board, heaps, figure);
  return board;
}

/**
 * Show both heaps as they are, or as the number under the pointer would leave them.
 * @param {HTMLElement} board @param {HTMLElement[]} places @param {{now: Heaps, after: Record<string, Heaps>}} figure
 */
function bindHeaps(board, places, { now, after }) {
  const show = (/** @type {Event} */ event) => {
    const pointed = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-code]"));
    fill(after[pointed?.dataset.code ?? ""] ?? now);
  };
  const fill = (/** @type {Heaps} */ heaps) =>
    places.forEach((place, index) => {
      const nim = heaps[index];
      place.classList.toggle("changed", nim !== now[index]);
      place.replaceChildren(...nimHeap(nim).childNodes);
    });
  for (const kind of ["pointerover", "focusin"]) board.addEventListener(kind, show);
  for (const kind of ["pointerout", "focusout"]) board.addEventListener(kind, () => fill(now));
  fill(now);
}

/**
 * Return what one of the two boards is drawn from; its moves are those of its own game.
 * @param {BoardModel} model @param {import("../../../api/types.js").Summand} summand
 * @returns {import("../../../boards/tile.js").BoardModel}
 */
function summandModel(model, summand) {
  const { moves, last, ...shown } = summand;
  const own = new Map(Object.entries(moves).map(([number, code]) => [code, Number(number)]));
  const values = model.values && [...model.values].filter(([code]) => own.has(code));
  const strategy = model.strategy && {
    ...model.strategy,
    answers: model.strategy.answers.flatMap(({ reply, answer, ...said }) => {
      const number = own.get(reply);
      return number === undefined ? [] : [{ ...said, reply: number, answer: own.get(answer ?? -1) ?? null }];
    }),
  };
  return {
    ...model,
    state: { ...model.state, ...shown },
    codes: moves,
    proof: null,
    strategy,
    values: values && new Map(values.map(([code, value]) => [own.get(code) ?? 0, value])),
    pending: own.get(model.pending ?? -1) ?? null,
    hinted: own.get(model.hinted ?? -1) ?? null,
    fresh: model.fresh && last,
    pick: (number) => model.pick(moves[number]),
  };
}
