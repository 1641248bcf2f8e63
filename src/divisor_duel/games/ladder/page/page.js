/** Ladder's board: the numbers left, and both ladders with the factors between their rungs. */

import { h } from "../../../lib/dom.js";
import { owners, possessive } from "../../../state/players.js";
import { LineLayer } from "../../../boards/line-layer.js";
import { alignTens, bindTiles, legalMoveChips, tile } from "../../../boards/tile.js";

/** @param {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").LadderView>} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const gone = new Set(view.gone);
  const taken = owners(state);
  const last = state.played.at(-1);
  const grid = h(
    "div",
    { class: "grid" },
    view.numbers.map((number) =>
      tile(model, {
        move: number,
        gone: gone.has(number),
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
  alignTens(grid, view.numbers[0]);
  const layer = new LineLayer(grid);
  const own = view.ladders?.[state.to_move]?.at(-1) ?? null;
  const ghost = ladders.querySelector(`.rails.player-${state.to_move} .ghost`);
  const race = /** @type {Race|null} */ (model.proof?.figure ?? null);
  const ahead = [1, 2].map((player) => /** @type {HTMLElement} */ (ladders.querySelector(`.ahead.player-${player}`)));
  if (race) drawClimbs(ahead, race.now);
  bindTiles(grid, model, (move) => {
    const legal = move !== null && state.legal.includes(move);
    const climbs = race && (legal ? race.after[move] : race.now);
    if (climbs) drawClimbs(ahead, climbs);
    const sure = new Set(legal && climbs ? [1, 2].flatMap((player) => climbs.players[player].sure) : []);
    for (const [number, element] of layer.tiles) element.classList.toggle("sure", sure.has(number));
    layer.setPreview(
      legal && own ? [{ from: own, to: move, kind: `sweep player-${state.to_move}`, between: true }] : [],
    );
    if (ghost) ghost.textContent = legal ? String(move) : "";
    ghost?.classList.toggle("shown", legal);
    const told = legal && climbs ? withNames(model, climbs.told) : "";
    const step = legal && (view.told[move] ?? `Start your ladder with ${move}.`);
    model.caption(told || step || "");
  });
  board.append(legalMoveChips(model) ?? "");
  return board;
}

/** @param {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").LadderView>} model @param {number} player */
function ladder(model, player) {
  const { state } = model;
  const rungs = state.view.ladders[player];
  const factors = state.view.factors[player];
  const name = model.name(player);
  return h(
    "div",
    {
      class: `rails player-${player}`,
      role: "group",
      "aria-label": `${possessive(name)} ladder: ${rungs.join(", ") || "empty"}`,
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
          index ? h("small", { class: "factor" }, `\u00d7${factors[index - 1]}`) : null,
          h("span", { class: "figure" }, number),
        ),
      ),
      h("li", { class: "rung ghost" }),
      model.proof?.figure && h("li", { class: `ahead player-${player}` }),
    ),
  );
}

/**
 * @typedef {{sure: number[], open: number, stuck: boolean}} Climb
 * @typedef {{players: Record<string, Climb>, told: string}} Climbs
 * @typedef {{now: Climbs, after: Record<string, Climbs>}} Race
 */

/**
 * Draw what each player can still climb: first the steps that are safe, then as many as may still be possible.
 * @param {HTMLElement[]} ahead @param {Climbs} climbs
 */
function drawClimbs(ahead, climbs) {
  ahead.forEach((element, index) => {
    const { sure, open, stuck } = climbs.players[index + 1];
    element.replaceChildren(
      ...sure.map((number) => h("span", { class: "step-up sure" }, number)),
      ...Array.from({ length: open }, () => h("span", { class: "step-up" }, "?")),
      ...(stuck ? [h("span", { class: "none" }, "stuck")] : []),
    );
  });
}

/** Return a sentence with the players' names in place of `{1}` and `{2}`. @param {import("../../../boards/tile.js").BoardModel} model @param {string} told */
const withNames = (model, told) => told.replace(/\{(\d)\}/g, (_, player) => model.name(player));
