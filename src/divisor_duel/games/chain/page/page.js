/** Chain's board: all numbers in a grid, with a line to the answer or partner of the number pointed at. */

import { h } from "../../../lib/dom.js";
import { owners } from "../../../state/players.js";
import { LineLayer } from "../../../boards/line-layer.js";
import { alignTens, bindTiles, legalMoveChips, proofAnswer, tile } from "../../../boards/tile.js";

/** How many numbers of the chain are shown: as many as fit in a row. */
const shownBeads = () => (matchMedia("(max-width: 640px)").matches ? 6 : 9);

/** @param {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").ChainView>} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const gone = new Set(view.gone);
  const taken = owners(state);
  const grid = h(
    "div",
    { class: "grid" },
    view.numbers.map((number) =>
      tile(model, {
        move: number,
        gone: gone.has(number),
        owner: taken.get(number) ?? null,
        last: number === view.last,
        fresh: model.fresh && number === view.last,
      }),
    ),
  );
  const board = h("div", { class: "board chain hundred", role: "group", "aria-label": "Numbers" }, grid);
  alignTens(grid, view.numbers[0]);
  const layer = new LineLayer(grid);
  bindTiles(grid, model, (move) => {
    const legal = move !== null && state.legal.includes(move);
    const { answer, sentence } = proofAnswer(model, move);
    layer.setPreview([
      ...(legal && view.last !== null
        ? [{ from: view.last, to: move, kind: `sweep player-${state.to_move}`, between: true }]
        : []),
      ...(move !== null && answer ? [{ from: move, to: answer, kind: "pair", between: true }] : []),
    ]);
    const step = legal && (view.told[move] ?? `Start the chain with ${move}.`);
    model.caption(sentence || step || "");
  });
  board.append(legalMoveChips(model) ?? "");
  board.append(chainStrip(view.chain, taken));
  return board;
}

/** Draw the chain so far. @param {number[]} chain @param {Map<number, number>} taken */
function chainStrip(chain, taken) {
  const shown = chain.slice(-shownBeads());
  return h(
    "p",
    { class: "strip" },
    h("span", { class: "unseen" }, chain.length ? "The chain so far: " : "No number yet"),
    chain.length > shown.length && h("span", { class: "more" }, "\u2026"),
    shown
      .map((number, index) => [
        index || chain.length > shown.length ? h("span", { class: "link", "aria-hidden": "true" }) : null,
        h("span", { class: taken.has(number) ? `bead player-${taken.get(number)}` : "bead given" }, number),
      ])
      .flat(),
  );
}
