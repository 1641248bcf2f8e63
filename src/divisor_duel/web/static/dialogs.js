/** Sheets laid over the page: rules, questions, a record to paste. */

import { catalog } from "./port.js";
import { button, h } from "./dom.js";

/** @type {Promise<any>|null} */
let fetched = null;
/** The catalogue, asked for once. */
export function games() {
  fetched ??= catalog().catch((error) => {
    fetched = null;
    throw error;
  });
  return fetched;
}

/** A game of the catalogue, or what is made of them. @param {any} catalog @param {string} id */
export const found = (catalog, id) =>
  [...catalog.games, ...catalog.made].find((/** @type {any} */ each) => each.id === id);

/**
 * Show a sheet; it closes by Escape, its button, or a press beside it.
 * @param {string} title @param {...(import("./dom.js").Child|import("./dom.js").Child[])} content
 * @returns {HTMLDialogElement}
 */
export function sheet(title, ...content) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { "aria-labelledby": "sheet-title" },
      h("h2", { id: "sheet-title", tabindex: -1, autofocus: true }, title),
      ...content,
    )
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A question before something is done.
 * @param {string} question
 * @param {string} yes
 * @param {string} [explained]
 * @param {string} [no] the better choice, if it has a name of its own
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, explained, no) {
  return new Promise((answer) => {
    let agreed = false;
    const dialog = sheet(
      question,
      explained && h("p", null, explained),
      h(
        "p",
        { class: "buttons" },
        button(
          yes,
          () => {
            agreed = true;
            dialog.close();
          },
          { class: no ? "act" : "act strong" },
        ),
        button(no ?? "Keep playing", () => dialog.close(), { class: no ? "act strong" : "act" }),
      ),
    );
    dialog.addEventListener("close", () => answer(agreed));
  });
}

const KEYS = [
  ["0\u20139", "type a number"],
  ["Enter", "play it"],
  ["arrows", "walk over the numbers"],
  ["u", "undo"],
  ["y", "redo"],
  ["h", "hint"],
  ["v", "show values"],
  [", .", "step back, forward"],
  ["n", "new game"],
  ["?", "rules"],
];

/** The rules as elements. @param {any} game an entry of the catalogue */
export function ruleText(game) {
  return [
    h("p", { class: "lead" }, game.summary),
    ...String(game.rules ?? "")
      .split(/\n\s*\n/)
      .filter(Boolean)
      .map((text) => h("p", null, text.replace(/\s+/g, " "))),
    game.fair && h("p", { class: "aside" }, game.fair.why),
  ];
}

/** @param {string} id a game's id */
export async function showRules(id) {
  const game = found(await games(), id);
  if (!game) return;
  const dialog = sheet(
    game.title,
    ruleText(game),
    h("h3", null, "Keys"),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, means]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, means))),
    ),
    h(
      "p",
      { class: "buttons" },
      button("Close", () => dialog.close(), { class: "act strong" }),
    ),
  );
}

/**
 * Copy a text and say so.
 * @param {string} text @param {(told: string) => void} say @param {string} what
 */
export async function copy(text, say, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { readonly: true, rows: 6, "aria-label": what }));
    area.value = text;
    sheet(`Copy it from here: ${what}`, area);
    area.select();
  }
}
