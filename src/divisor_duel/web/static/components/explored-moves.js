/** The list of moves tried on the exploration board, with their variations. */

import { h, refill, the } from "../lib/dom.js";
import { moveText } from "../state/move-text.js";
import { mover } from "../state/players.js";
import { moveButton } from "./step-buttons.js";

/**
 * @typedef {import("../state/exploration.js").Exploration} Exploration
 * @typedef {import("../state/move-tree.js").MoveNode} MoveNode
 * @typedef {import("../api/client.js").State} State
 */

/** @param {Exploration} board @param {State} state */
export function drawExploredMoves(board, state) {
  refill(
    the("moves"),
    h("h2", null, "Moves tried"),
    board.root.children.length
      ? h("div", { class: "tree" }, line(board, state, board.root))
      : h("p", { class: "aside" }, "Click a number to try it. Your moves are saved in the link."),
  );
}

/**
 * Draw a line, with the variations after each move.
 * @param {Exploration} board @param {State} state @param {MoveNode} node
 * @returns {HTMLElement[]}
 */
function line(board, state, node) {
  const [main, ...others] = node.children;
  if (!main) return [];
  return [
    step(board, state, main),
    ...others.map((other) => h("span", { class: "variation" }, step(board, state, other), line(board, state, other))),
    ...line(board, state, main),
  ];
}

/** @param {Exploration} board @param {State} state @param {MoveNode} node */
function step(board, state, node) {
  const count = node.path.length;
  const text = moveText(state, node.move ?? 0, board.symbols);
  return moveButton(mover(state, count - 1), text, {
    "aria-current": node === board.current ? "step" : null,
    "aria-label": `Move ${count}: ${text}`,
    data: { key: node.path.join(".") },
    onclick: () => board.goTo(node),
  });
}
