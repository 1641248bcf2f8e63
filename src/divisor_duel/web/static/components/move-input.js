/** The field for typing a move; it gives up the focus after each one, so that the shortcuts work. */

import { h } from "../lib/dom.js";

/**
 * @param {HTMLElement} host @param {(move: number) => void} play @param {(text: string, kind: string) => void} say
 * @param {() => Record<string, string>} symbols how to write moves, if not as numbers
 * @returns {HTMLInputElement}
 */
export function drawMoveInput(host, play, say, symbols) {
  const input = /** @type {HTMLInputElement} */ (
    h("input", {
      id: "typed",
      name: "move",
      autocomplete: "off",
      inputmode: "numeric",
      maxlength: 15,
      enterkeyhint: "go",
      size: 6,
    })
  );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = input.value.trim();
    const known = Object.entries(symbols());
    const named = known.find(([, symbol]) => symbol.toUpperCase() === text.toUpperCase());
    const other = known.find(([move, symbol]) => move !== symbol);
    input.value = "";
    input.blur();
    if (named) return play(Number(named[0]));
    if (!text) return say("Type a number first.", "refusal");
    if (other) return say(`${text} is not a move here; moves are written like ${other[1]}.`, "refusal");
    if (!/^\d{1,15}$/.test(text)) return say(`${text} is not a number; type one and press Enter.`, "refusal");
    play(Number(text));
  };
  host.replaceChildren(
    h(
      "form",
      { class: "entry", onsubmit: submit },
      h("label", { for: "typed" }, "Type a number"),
      input,
      h("button", { type: "submit", class: "act" }, "Play"),
    ),
  );
  return input;
}
