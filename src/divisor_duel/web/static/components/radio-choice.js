/** A choice among a few things, as radio buttons. */

import { h } from "../lib/dom.js";

/**
 * Return the radio buttons alone.
 * @param {string} name @param {string[][]} choices values with their labels
 * @param {string} current @param {(value: string) => void} choose
 */
export function radios(name, choices, current, choose) {
  return h(
    "div",
    { class: "radios" },
    choices.map(([value, label]) =>
      h(
        "label",
        { class: "radio" },
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === current,
          data: { key: `${name}-${value}` },
          onchange: () => choose(value),
        }),
        h("span", null, label),
      ),
    ),
  );
}

/**
 * Return the radio buttons with a legend.
 * @param {string} legend @param {string} name @param {string[][]} choices values with their labels
 * @param {string} current @param {(value: string) => void} choose
 */
export function radioChoice(legend, name, choices, current, choose) {
  return h("fieldset", null, h("legend", null, legend), radios(name, choices, current, choose));
}
