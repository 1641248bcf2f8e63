/** The list of moves, and the buttons that step through it. */

import { h, refill, the } from "../lib/dom.js";
import { moveText } from "../state/move-text.js";
import { mover } from "../state/players.js";
import { moveButton, stepButton } from "./step-buttons.js";

/**
 * @typedef {import("./game-view.js").GameView} GameView
 * @typedef {import("../api/client.js").State} State
 */

/** @param {GameView} view */
export function drawMoveList(view) {
  const { state } = view.session;
  if (!state) return;
  const list = state.played.map((_, turn) => h("li", null, listedMove(view, state, turn)));
  refill(
    the("moves"),
    h("h2", null, "Moves"),
    state.ply ? h("ol", { class: "moves" }, list) : h("p", { class: "aside" }, "None yet."),
    state.ply > 0 && stepping(view, state.ply),
  );
}

/** Draw a move, with a mark if the review found it to be a mistake. @param {GameView} view @param {State} state @param {number} turn */
function listedMove(view, state, turn) {
  const text = moveText(state, state.played[turn]);
  const wrong = view.reviewed?.moves.find(({ ply }) => ply === turn + 1)?.mark === "mistake";
  return moveButton(
    mover(state, turn),
    text,
    {
      data: { key: `ply-${turn + 1}` },
      "aria-current": view.shownPly === turn + 1 ? "step" : null,
      "aria-label": `Move ${turn + 1}: ${text}${wrong ? ", a mistake" : ""}`,
      onclick: () => view.show(turn + 1),
    },
    wrong && h("b", { class: "wrong" }, "?"),
  );
}

/** Draw the buttons that step through the game. @param {GameView} view @param {number} last the last ply */
function stepping(view, last) {
  const shown = view.shownPly;
  return h(
    "p",
    { class: "buttons stepping", role: "group", "aria-label": "Step through the game" },
    stepButton("start", () => view.show(0), { possible: shown > 0 }),
    stepButton("back", () => view.show(shown - 1), { possible: shown > 0, key: "," }),
    stepButton("forward", () => view.show(shown + 1), { possible: shown < last, key: "." }),
    stepButton("end", () => view.show(last), { possible: shown < last }),
    h("span", { class: "aside" }, `${shown} of ${last}`),
  );
}
