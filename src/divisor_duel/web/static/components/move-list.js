/** The list of moves, and the buttons that step through it. */

import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { moveText } from "../state/move-text.js";
import { mover } from "../state/players.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/** @param {GameView} view */
export function drawMoveList(view) {
  const state = view.session.state;
  if (!state) return;
  const shown = view.shownPly;
  const judged = view.reviewed?.moves ?? [];
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
            "aria-label": `Move ${turn + 1}: ${moveText(state, move)}${wrong ? ", a mistake" : ""}`,
            onclick: () => view.show(turn + 1),
          },
          playerMark(mover(state, turn)),
          h("span", { class: "figure" }, moveText(state, move)),
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
        button("|\u2039", () => view.show(0), { "aria-label": "To the start", disabled: shown > 0 ? null : true }),
        button("\u2039", () => view.show(shown - 1), {
          "aria-label": "One move back",
          "aria-keyshortcuts": ",",
          disabled: shown > 0 ? null : true,
        }),
        button("\u203a", () => view.show(shown + 1), {
          "aria-label": "One move forward",
          "aria-keyshortcuts": ".",
          disabled: shown < state.ply ? null : true,
        }),
        button("\u203a|", () => view.show(state.ply), {
          "aria-label": "To the end",
          disabled: shown < state.ply ? null : true,
        }),
        h("span", { class: "aside" }, `${shown} of ${state.ply}`),
      ),
  );
}
