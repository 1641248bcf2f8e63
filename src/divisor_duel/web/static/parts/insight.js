/** Who wins and why, in words: the reason, the groups, the best line. */

import { h, mark, refill, the } from "../dom.js";
import { SIGNS } from "../boards/tile.js";
import { written } from "./moves.js";

/** @typedef {import("../play.js").Table} Table */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** @param {Table} table */
export function drawInsight(table) {
  const state = table.shownState;
  if (!state || !table.session.state?.values_allowed || !table.values) {
    return refill(the("insight"), table.told && h("div", { class: "why" }, h("h2", null, "Hint"), h("p", null, table.told)));
  }
  const analysis = table.analysis;
  if (!analysis) return refill(the("insight"), h("h2", null, "Why"), h("p", { class: "aside" }, table.trouble || "Working it out\u2026"));
  refill(the("insight"), explained(state, analysis, (seat) => table.session.name(seat)));
}

/**
 * @param {import("../port.js").State} state @param {import("../port.js").Analysis} analysis
 * @param {(seat: number) => string} name
 */
export function explained(state, analysis, name) {
  const groups = analysis.proof?.groups ?? [];
  if (state.over) return h("div", { class: "why" }, h("h2", null, "Why"), h("p", null, analysis.reason));
  return h("div", { class: "why" },
    h("h2", { class: `verdict value-${analysis.value ?? "none"}` }, verdict(state, analysis, name)),
    h("p", null, analysis.reason),
    groups.length > 0 && h("ul", { class: "groups" }, groups.map((group, index) => h("li", { class: `tint-${index % 4}` },
      h("b", null, LETTERS[index % 26]), ` ${group.numbers.join(" ")}`, group.nim !== null && h("i", null, ` nim ${group.nim}`)))),
    (analysis.proof?.pairs ?? []).length > 0 && h("p", { class: "aside" }, "Thick lines join partners."),
    analysis.line?.length > 0 && h("p", { class: "line" }, "Best play: ", line(state, analysis.line, analysis.remoteness)),
    h("p", { class: "legend aside" }, h("b", { class: "value-win" }, SIGNS.win), " wins, ",
      h("b", { class: "value-loss" }, SIGNS.loss), " loses, ", h("b", { class: "value-unknown" }, SIGNS.unknown),
      " not known; the small figure counts the moves to the end."));
}

/** @param {import("../port.js").State} state @param {import("../port.js").Analysis} analysis @param {(seat: number) => string} name */
function verdict(state, analysis, name) {
  if (analysis.value === null) return "The game is over.";
  if (analysis.value === "unknown") return "? Who wins was not found in the time given.";
  const winner = analysis.value === "win" ? state.to_move : 3 - state.to_move;
  const far = analysis.remoteness === null ? "" : ` in ${analysis.remoteness} ${analysis.remoteness === 1 ? "move" : "moves"}`;
  const nim = analysis.grundy === null ? "" : ` The nim-value is ${analysis.grundy}.`;
  return `${SIGNS[analysis.value]} ${name(winner)} wins${far} with best play.${nim}`;
}

/**
 * A line of moves; where it does not reach the end of the game it says so.
 * @param {import("../port.js").State} state @param {number[]} moves @param {number|null} length
 */
export function line(state, moves, length) {
  const shown = moves.map((move, index) => {
    const player = index % 2 ? 3 - state.to_move : state.to_move;
    return h("span", { class: "best" }, mark(player), written(state, move));
  });
  return moves.length === length ? shown : [...shown, h("span", { class: "aside" }, "\u2026")];
}
