/** The field for typing a move, and the keys; the field gives up the focus after each move, so that shortcuts work. */

import { h, the } from "../lib/dom.js";
import { bindKeyboard } from "../lib/keyboard.js";
import { say } from "./messages.js";

/**
 * Draw the field, and send digits that are typed anywhere on the page to it.
 * @param {(move: number) => void} play @param {() => Record<string, string>|undefined} moveSymbols how to write moves,
 * if not as numbers @param {Record<string, () => void>} shortcuts by key
 */
export function drawMoveInput(play, moveSymbols, shortcuts) {
  const symbols = () => moveSymbols() ?? {};
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
    if (other) return say(`${text} is not a move. Write a move like ${other[1]}.`, "refusal");
    if (!/^\d{1,15}$/.test(text)) return say(`${text} is not a number. Type a number and press Enter.`, "refusal");
    play(Number(text));
  };
  the("entry").replaceChildren(
    h(
      "form",
      { class: "entry", onsubmit: submit },
      h("label", { for: "typed" }, "Type a number"),
      input,
      h("button", { type: "submit", class: "act" }, "Play"),
    ),
  );
  bindKeyboard(input, shortcuts, () => Object.values(symbols()).join(""));
}
