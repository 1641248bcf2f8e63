/** The bar beside a board: the winner with best play fills it, and a number counts the moves to the end. */

import { h, refill } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { verb } from "../state/players.js";

/**
 * @param {HTMLElement} host
 * @param {import("../api/client.js").State} state
 * @param {import("../api/client.js").Analysis|null} analysis
 * @param {(seat: number) => string} name
 */
export function drawEvaluationBar(host, state, analysis, name) {
  if (!analysis) return refill(host, h("div", { class: "bar", role: "img", "aria-label": "Not solved yet" }));
  const known = analysis.value === "win" || analysis.value === "loss";
  const winner = state.over
    ? state.winner
    : !known
      ? null
      : analysis.value === "win"
        ? state.to_move
        : 3 - state.to_move;
  const left = state.over ? null : analysis.remoteness;
  const shareOfOne = winner === null ? 50 : winner === 1 ? 100 : 0;
  const verdict =
    winner === null
      ? "Not solved"
      : state.over
        ? `${name(winner)} won`
        : `${name(winner)} ${verb(name(winner), "win")}${left === null ? "" : ` in ${plural(left, "move")}`} with best play`;
  const parts = h(
    "div",
    { class: "bar", role: "img", "aria-label": verdict },
    h("span", { class: "part player-1" }),
    h("span", { class: "part player-2" }),
  );
  const [first, second] = /** @type {HTMLElement[]} */ ([...parts.children]);
  first.style.flexGrow = String(shareOfOne);
  second.style.flexGrow = String(100 - shareOfOne);
  refill(host, parts, h("span", { class: "distance", "aria-hidden": "true", title: "moves to the end" }, left ?? ""));
}
