/** Buttons that step through moves. */

import { button, h, playerMark } from "../lib/dom.js";

/** The sign and the label of each step. */
const STEPS = {
  start: ["|\u2039", "First move"],
  back: ["\u2039", "One move back"],
  forward: ["\u203a", "One move forward"],
  end: ["\u203a|", "Last move"],
};

/**
 * Draw the button of a step.
 * @param {keyof typeof STEPS} step @param {() => void} go
 * @param {{possible?: boolean, key?: string}} [more] `key`: its shortcut
 */
export function stepButton(step, go, { possible = true, key } = {}) {
  const [sign, label] = STEPS[step];
  return button(sign, go, { "aria-label": label, "aria-keyshortcuts": key, disabled: !possible });
}

/**
 * Draw a move as a button that shows the position after it.
 * @param {number} player @param {string} text @param {import("../lib/dom.js").Attributes} attributes
 * @param {...import("../lib/dom.js").Child} more
 */
export function moveButton(player, text, attributes, ...more) {
  return h(
    "button",
    { type: "button", class: "step", ...attributes },
    playerMark(player),
    h("span", { class: "figure" }, text),
    ...more,
  );
}
