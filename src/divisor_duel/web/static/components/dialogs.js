/** Dialogs over the page: the rules, questions, text to copy. */

import { button, h } from "../lib/dom.js";
import { findGame, loadCatalog } from "../api/catalog.js";

/**
 * Open a dialog; Escape, its button or a click outside closes it.
 * @param {string} title @param {...(import("../lib/dom.js").Child|import("../lib/dom.js").Child[])} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...content) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { "aria-labelledby": "sheet-title" },
      h("h2", { id: "sheet-title", tabindex: -1, autofocus: true }, title),
      ...content,
      button("\u00d7", () => dialog.close(), { class: "close", "aria-label": "Close" }),
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
 * Ask for confirmation.
 * @param {string} question
 * @param {string} yes
 * @param {string} [explained]
 * @param {string} [no] label of the recommended answer; without it, yes is recommended
 * @returns {Promise<boolean>}
 */
export function confirmAction(question, yes, explained, no) {
  return new Promise((resolve) => {
    let agreed = false;
    const dialog = openDialog(
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
    dialog.addEventListener("close", () => resolve(agreed));
  });
}

const KEYS = [
  ["0\u20139", "type a number"],
  ["Enter", "play that number"],
  ["arrows", "move around the board"],
  ["u", "undo"],
  ["y", "redo"],
  ["h", "hint"],
  ["v", "show who wins after each move"],
  [", .", "one move back or forward"],
  ["n", "new game"],
  ["?", "rules"],
];

/** Return the rules as elements. @param {import("../api/client.js").Game} game an entry of the catalog */
export function ruleText(game) {
  return [
    h("p", { class: "lead" }, game.summary),
    ...String(game.rules ?? "")
      .split(/\n\s*\n/)
      .filter(Boolean)
      .map((text) => h("p", null, text.replace(/\s+/g, " "))),
    game.fair && h("p", { class: "aside" }, `Recommended: ${game.recommended.phrase}. ${game.recommended.why}`),
  ];
}

/** Show the rules of a game and the keys. @param {string} id the game's */
export async function showRules(id) {
  const game = findGame(await loadCatalog(), id);
  if (!game) return;
  openDialog(
    game.title,
    ruleText(game),
    h("h3", null, "Keyboard shortcuts"),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, means]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, means))),
    ),
  );
}

/**
 * Copy a text and say so; without access to the clipboard, show it for copying by hand.
 * @param {string} text @param {(message: string) => void} say @param {string} what
 */
export async function copy(text, say, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied.`);
  } catch {
    const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { readonly: true, rows: 6, "aria-label": what }));
    area.value = text;
    openDialog(`Copy it from here: ${what}`, area);
    area.select();
  }
}
