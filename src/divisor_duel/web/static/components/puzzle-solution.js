/** Help with a puzzle: its hints, and its solution to step through on the board. */

import { h, the } from "../lib/dom.js";
import { typeset } from "../lib/text.js";
import { getPosition } from "../api/client.js";
import { moveText } from "../state/move-text.js";
import { fetchedDrawings } from "./drawings.js";
import { sayError } from "./messages.js";
import { howToWin, showMe } from "./show-me.js";
import { moveButton, stepButton } from "./step-buttons.js";
import { exploreLink, positionRef, showBoard, solverName } from "./study-board.js";

/** Draw the hints given so far. @param {string[]} hints */
export function puzzleHints(hints) {
  if (!hints.length) return null;
  const texts = hints.map((text) => h("p", null, text));
  return h("div", { class: "why" }, h("h2", null, "Hints"), texts);
}

/** Bring the hints into view, and read out the newest one. @param {string} text */
export function announceHint(text) {
  the("status").textContent = text;
  the("insight").scrollIntoView({ block: "nearest" });
}

/** Draw the reason, how to win, the answer to any reply, and the line to step through. @param {import("../api/client.js").Puzzle} puzzle @param {string} heading @returns {HTMLElement} */
export function puzzleSolution(puzzle, heading) {
  const { state, line } = puzzle;
  let at = 0;
  const count = h("span", { class: "aside" });
  const show = async (/** @type {number} */ ply) => {
    if (ply < 0 || ply > line.length) return;
    try {
      const shown = ply ? await getPosition(positionRef(state, line.slice(0, ply))) : state;
      at = ply;
      showBoard(shown, { playable: false, fresh: ply > 0, pick: () => {} });
      count.textContent = `${at} of ${line.length}`;
      steps.forEach((/** @type {HTMLElement} */ step, /** @type {number} */ index) =>
        step.setAttribute("aria-current", String(index === at - 1)),
      );
    } catch (error) {
      sayError(error);
    }
  };
  /** @type {HTMLElement[]} */
  const steps = line.map((/** @type {number} */ move, /** @type {number} */ index) =>
    moveButton(index % 2 ? 3 - state.to_move : state.to_move, moveText(state, move), {
      "aria-label": `Move ${index + 1} of the solution: ${moveText(state, move)}`,
      onclick: () => show(index + 1),
    }),
  );
  const reading = { name: solverName(state), reader: state.to_move };
  return h(
    "div",
    { class: "why" },
    h("h2", null, heading),
    h("p", null, typeset(puzzle.reason)),
    fetchedDrawings(positionRef(state), (analysis) => [
      howToWin(state, analysis, reading),
      showMe(state, analysis, reading),
    ]),
    h("p", { class: "moves" }, steps),
    h(
      "p",
      { class: "buttons stepping", role: "group", "aria-label": "Step through the solution" },
      stepButton("back", () => show(at - 1)),
      stepButton("forward", () => show(at + 1)),
      count,
    ),
    h("p", { class: "buttons" }, exploreLink(positionRef(state), "Explore this position")),
  );
}
