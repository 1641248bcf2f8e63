/** The list of moves and stepping through it; moves and the reasons against them in words. */

import { button, h, mark, refill, the } from "../lib/dom.js";

/** @typedef {import("./game-view.js").Table} Table */

/**
 * Return a move as text.
 * @param {import("../api/client.js").State} state @param {number} move @param {Record<string, string>} [symbols] that take precedence
 */
export const written = (state, move, symbols) => symbols?.[move] ?? state.view?.symbols?.[move] ?? String(move);

/**
 * Return why a number is illegal, if the state says so; a reason without numbers applies to the others on the board.
 * @param {import("../api/client.js").State} state @param {number} move
 */
export function problem(state, move) {
  const reasons = Object.entries(state.problems ?? {});
  const shown = state.view?.numbers?.includes(move) ?? move in (state.view?.symbols ?? {});
  const other = shown && !state.legal.includes(move);
  const reason =
    reasons.find(([, numbers]) => numbers.includes(move)) ?? (other && reasons.find(([, numbers]) => !numbers.length));
  return reason ? `${reason[0].replace("{}", written(state, move))}.` : null;
}

/** Return why a number is illegal, or a general sentence. @param {import("../api/client.js").State} state @param {number} move */
export const refusal = (state, move) => problem(state, move) ?? `${written(state, move)} is not a move here.`;

/** @param {Table} table */
export function drawMoves(table) {
  const state = table.session.state;
  if (!state) return;
  const shown = table.shownPly;
  const first = Number(state.first);
  const judged = table.reviewed?.moves ?? [];
  const list = h(
    "ol",
    { class: "moves" },
    state.played.map((move, turn) => {
      const judgement = judged.find((/** @type {any} */ { ply }) => ply === turn + 1);
      const wrong = judgement?.mark === "mistake";
      return h(
        "li",
        null,
        h(
          "button",
          {
            type: "button",
            class: "step",
            data: { key: `ply-${turn + 1}` },
            "aria-current": shown === turn + 1 ? "step" : null,
            "aria-label": `Move ${turn + 1}: ${written(state, move)}${wrong ? ", a mistake" : ""}`,
            onclick: () => table.show(turn + 1),
          },
          mark(turn % 2 ? 3 - first : first),
          h("span", { class: "figure" }, written(state, move)),
          wrong && h("b", { class: "wrong" }, "?"),
        ),
      );
    }),
  );
  refill(
    the("moves"),
    h("h2", null, "Moves"),
    state.ply ? list : h("p", { class: "aside" }, "None yet."),
    state.ply > 0 &&
      h(
        "p",
        { class: "buttons stepping", role: "group", "aria-label": "Step through the game" },
        button("|\u2039", () => table.show(0), { "aria-label": "To the start", disabled: shown > 0 ? null : true }),
        button("\u2039", () => table.show(shown - 1), {
          "aria-label": "One move back",
          "aria-keyshortcuts": ",",
          disabled: shown > 0 ? null : true,
        }),
        button("\u203a", () => table.show(shown + 1), {
          "aria-label": "One move forward",
          "aria-keyshortcuts": ".",
          disabled: shown < state.ply ? null : true,
        }),
        button("\u203a|", () => table.show(state.ply), {
          "aria-label": "To the end",
          disabled: shown < state.ply ? null : true,
        }),
        h("span", { class: "aside" }, `${shown} of ${state.ply}`),
      ),
  );
}
