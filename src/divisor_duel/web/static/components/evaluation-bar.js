/** The bar beside a board: who wins with best play, and how soon. */

import { h, refill } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { verb } from "../state/players.js";

/** Moves to the end from which the bar stays near the middle. */
const FAR_AWAY = 24;

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
  const far = state.over ? 0 : (analysis.remoteness ?? FAR_AWAY);
  const share = winner === null ? 50 : Math.round(50 + 50 * (1 - Math.min(far, FAR_AWAY) / (FAR_AWAY + 2)));
  const shareOfOne = winner === 2 ? 100 - share : share;
  const verdict =
    winner === null
      ? "Not solved"
      : state.over
        ? `${name(winner)} won`
        : `${name(winner)} ${verb(name(winner), "win")}${analysis.remoteness === null ? "" : ` in ${plural(analysis.remoteness, "move")}`} with best play`;
  const parts = h(
    "div",
    { class: "bar", role: "img", "aria-label": verdict },
    h("span", { class: "part player-1" }),
    h("span", { class: "part player-2" }),
  );
  const [first, second] = /** @type {HTMLElement[]} */ ([...parts.children]);
  first.style.flexGrow = String(shareOfOne);
  second.style.flexGrow = String(100 - shareOfOne);
  refill(host, parts);
}
