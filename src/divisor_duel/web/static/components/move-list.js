/** The list of moves, and the buttons that step through it. */

import { written } from "../state/move-text.js";
import { mover } from "../state/players.js";
import { button, h, mark, refill, the } from "../lib/dom.js";

/** @typedef {import("./game-view.js").Table} Table */

/** @param {Table} table */
export function drawMoves(table) {
  const state = table.session.state;
  if (!state) return;
  const shown = table.shownPly;
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
          mark(mover(state, turn)),
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
