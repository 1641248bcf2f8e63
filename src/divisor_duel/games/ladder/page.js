/** Ladder: the pool, and the two ladders with the factor between their rungs. */

import { h } from "/static/dom.js";
import { Layer } from "/static/boards/layer.js";
import { bind, hundred, listed, owners, tile } from "/static/boards/tile.js";

/** @param {import("/static/boards/tile.js").Model} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const pool = new Set(view.pool);
  const taken = owners(state);
  const last = state.played.at(-1);
  const grid = h(
    "div",
    { class: "grid" },
    view.numbers.map((/** @type {number} */ number) =>
      tile(model, {
        move: number,
        gone: !pool.has(number),
        owner: taken.get(number) ?? null,
        last: number === last,
        fresh: model.fresh && number === last,
      }),
    ),
  );
  const ladders = h(
    "div",
    { class: "ladders" },
    [1, 2].map((player) => ladder(model, player)),
  );
  const board = h("div", { class: "board ladder hundred", role: "group", "aria-label": "Numbers" }, ladders, grid);
  hundred(grid, view.numbers[0]);
  const layer = new Layer(grid);
  const own = view.own?.[state.to_move] ?? null;
  const ghost = ladders.querySelector(`.rails.player-${state.to_move} .ghost`);
  bind(grid, model, (move) => {
    const legal = move !== null && state.legal.includes(move);
    layer.pass(legal && own ? [{ from: own, to: move, kind: `sweep player-${state.to_move}`, between: true }] : []);
    if (ghost) ghost.textContent = legal ? String(move) : "";
    ghost?.classList.toggle("shown", legal);
    model.caption(!legal ? "" : own ? `${move} = ${move / own} \u00d7 ${own}.` : `Begin the ladder with ${move}.`);
  });
  board.append(listed(model) ?? "");
  return board;
}

/** @param {import("/static/boards/tile.js").Model} model @param {number} player */
function ladder(model, player) {
  const { state } = model;
  const rungs = /** @type {number[]} */ (state.view.ladders?.[player] ?? []);
  const name = state.names?.[player] || `Player ${player}`;
  return h(
    "div",
    {
      class: `rails player-${player}`,
      role: "group",
      "aria-label": `${name}'s ladder: ${rungs.join(", ") || "empty"}`,
    },
    h("span", { class: "whose" }, name),
    h(
      "ol",
      { class: "rungs", "aria-hidden": "true" },
      rungs.map((number, index) =>
        h(
          "li",
          {
            class:
              index === rungs.length - 1
                ? `rung top${model.fresh && number === state.played.at(-1) ? " fresh" : ""}`
                : "rung",
          },
          index ? h("small", { class: "factor" }, `\u00d7${number / rungs[index - 1]}`) : null,
          h("span", { class: "figure" }, number),
        ),
      ),
      h("li", { class: "rung ghost" }),
    ),
  );
}
