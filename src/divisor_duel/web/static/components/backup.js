/** Everything that a static site stores in this browser, as one file: to save it, and to load it elsewhere. */

import { button, h } from "../lib/dom.js";
import { allSaved, loadSaved } from "../lib/storage.js";
import { say } from "./messages.js";

/** Return today's date as in 2026-11-19. */
const today = () => new Date().toISOString().slice(0, 10);

/** Save the games, results and preferences as a file. */
function saveFile() {
  const address = URL.createObjectURL(new Blob([JSON.stringify(allSaved())], { type: "application/json" }));
  h("a", { href: address, download: `divisor-duel-${today()}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Load a file, and show what it brought. @param {File|undefined} file */
async function loadFile(file) {
  if (!file) return;
  try {
    loadSaved(JSON.parse(await file.text()));
  } catch {
    return say("This is not a file that Divisor Duel saved.", "refusal");
  }
  location.reload();
}

/** Draw the section of the start page. */
export function backupSection() {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", id: "backup", class: "unseen", accept: "application/json,.json", tabindex: -1 })
  );
  field.setAttribute("aria-label", "File with your games");
  field.addEventListener("change", () => loadFile(field.files?.[0]));
  return h(
    "section",
    { class: "backup" },
    h("h2", null, "Your games and results"),
    h("p", { class: "aside" }, "They are stored in this browser only. A file takes them to another one."),
    h(
      "p",
      { class: "buttons" },
      button("Save to a file", saveFile),
      button("Load from a file", () => field.click()),
      field,
    ),
  );
}
