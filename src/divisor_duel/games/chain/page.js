/** Chain: all numbers in a grid; a line shows the answer pointed at, or the partner of a number. */

import { h } from "/static/dom.js";
import { Layer } from "/static/boards/layer.js";
import { bind, hundred, listed, owners, tile } from "/static/boards/tile.js";

/** How much of the chain is shown: a row of it. */
const shownBeads = () => (matchMedia("(max-width: 640px)").matches ? 6 : 9);

/** @param {import("/static/boards/tile.js").Model} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const pool = new Set(view.pool);
  const taken = owners(state);
  const grid = h(
    "div",
    { class: "grid" },
    view.numbers.map((/** @type {number} */ number) =>
      tile(model, {
        move: number,
        gone: !pool.has(number),
        owner: taken.get(number) ?? null,
        last: number === view.last,
        fresh: model.fresh && number === view.last,
      }),
    ),
  );
  const board = h("div", { class: "board chain hundred", role: "group", "aria-label": "Numbers" }, grid);
  hundred(grid, view.numbers[0]);
  const layer = new Layer(grid);
  const partner = new Map(
    (model.proof?.pairs ?? []).flatMap(([one, two]) => [
      [one, two],
      [two, one],
    ]),
  );
  bind(grid, model, (move) => {
    const legal = move !== null && state.legal.includes(move);
    const other = move === null ? undefined : partner.get(move);
    layer.pass([
      ...(legal && view.last !== null
        ? [{ from: view.last, to: move, kind: `sweep player-${state.to_move}`, between: true }]
        : []),
      ...(move !== null && other !== undefined ? [{ from: move, to: other, kind: "pair", between: true }] : []),
    ]);
    const told = move !== null && other !== undefined ? paired(model, move, other) : "";
    model.caption([legal ? relation(view.last, move) : "", told].filter(Boolean).join(" "));
  });
  board.append(listed(model) ?? "");
  board.append(strip(view.chain, taken));
  return board;
}

/**
 * The proof, one pair at a time.
 * @param {import("/static/boards/tile.js").Model} model
 * @param {number} move
 * @param {number} other
 */
function paired(model, move, other) {
  return model.ours === false ? `If you take ${move}, they take ${other}.` : `If they take ${move}, you take ${other}.`;
}

/** @param {number|null} last @param {number} move */
function relation(last, move) {
  if (last === null) return `Begin the chain with ${move}.`;
  return move > last ? `${move} = ${move / last} \u00d7 ${last}.` : `${last} = ${last / move} \u00d7 ${move}.`;
}

/** The chain so far. @param {number[]} chain @param {Map<number, number>} taken */
function strip(chain, taken) {
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
