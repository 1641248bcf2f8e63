/**
 * The player's progress, carried to another browser or to a terminal: as a code to paste, or as a file.
 *
 * Python writes and reads codes and merges, so that the page and the terminal agree.
 */

import { button, h } from "../lib/dom.js";
import { savedItems, loadItems, ownProgress, progressIn, saveProgress } from "../lib/storage.js";
import { capitalize } from "../lib/text.js";
import { mergeProgress, storesGames } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { copy, openDialog } from "./dialogs.js";

/** The kind of the file, and its version; the first had the results among the items. */
const KIND = "divisor-duel";
const VERSION = 2;
const NOT_A_FILE = "This is not a file that Divisor Duel saved.";

/** Return today's date as in 2026-11-19. */
const today = () => new Date().toISOString().slice(0, 10);

/** Return all progress of this browser as a code. */
const ownCode = async () => (await mergeProgress(ownProgress(), "")).code;

/** Add what a code holds; return a sentence about the progress. @param {string} code */
async function addCode(code) {
  const { progress, text } = await mergeProgress(ownProgress(), code);
  saveProgress(progress);
  return text;
}

/** Save the progress as a file; on a static site it holds the games and preferences as well. */
async function saveFile() {
  const items = storesGames ? savedItems() : {};
  const file = JSON.stringify({ kind: KIND, version: VERSION, code: await ownCode(), items });
  const address = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  h("a", { href: address, download: `divisor-duel-${today()}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Load a file. @param {File} file @returns {Promise<string>} a sentence about the progress */
async function loadFile(file) {
  let content;
  try {
    content = JSON.parse(await file.text());
  } catch {
    throw new Error(NOT_A_FILE);
  }
  const { kind, version, code, items = {} } = content ?? {};
  if (kind !== KIND || ![1, VERSION].includes(version)) throw new Error(NOT_A_FILE);
  const from = version === 1 ? (await mergeProgress(progressIn(items), "")).code : String(code);
  const text = await addCode(from);
  if (!loadItems(items)) throw new Error(NOT_A_FILE);
  return text;
}

/** Open a dialog with the code to copy. */
async function showCode() {
  const code = await ownCode();
  const area = h("textarea", { id: "own-code", rows: 6, readonly: true, spellcheck: "false" }, code);
  const notice = h("p", { class: "notice", role: "status" });
  const tell = (/** @type {string} */ text) => {
    notice.textContent = text;
  };
  openDialog(
    "Your progress as a code",
    h("label", { for: "own-code" }, "Paste it on another device. In a terminal: duel progress --import CODE"),
    area,
    notice,
    h(
      "p",
      { class: "buttons" },
      button("Copy", () => copy(code, tell, "Code"), { class: "act strong" }),
    ),
  );
}

/** Open a dialog to paste a code. @param {(text: string) => void} done called with a sentence about the progress */
function pasteCode(done) {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "pasted-code", rows: 6, spellcheck: "false" }));
  const wrong = h("p", { class: "notice refusal", role: "alert" });
  const add = async () => {
    try {
      const text = await addCode(area.value.trim());
      dialog.close();
      done(text);
    } catch (error) {
      wrong.textContent = capitalize(errorText(error));
    }
  };
  const dialog = openDialog(
    "Add a code",
    h("label", { for: "pasted-code" }, "Paste a code from another device. Nothing you have here is lost."),
    area,
    wrong,
    h(
      "p",
      { class: "buttons" },
      button("Add", () => area.value.trim() && add(), { class: "act strong" }),
      button("Cancel", () => dialog.close(), { class: "act plain" }),
    ),
  );
  area.focus();
}

/** What the section says after a code or a file was added. @type {{text: string, kind: string}|null} */
let news = null;

/** Draw the section of the start page. @param {() => void} redraw draws this section again, and all that shows progress */
export function progressSection(redraw) {
  const tell = (/** @type {string} */ text, kind = "good") => {
    news = { text: capitalize(text), kind };
    redraw();
  };
  const done = (/** @type {string} */ text) => tell(`Added. ${text}`);
  const failed = (/** @type {unknown} */ error) => tell(errorText(error), "refusal");
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", id: "backup", hidden: true, accept: "application/json,.json" })
  );
  field.addEventListener("change", () => {
    const file = field.files?.[0];
    if (file) loadFile(file).then(done, failed);
  });
  return h(
    "section",
    { class: "backup" },
    h("h2", null, storesGames ? "Your games and progress" : "Your progress"),
    h(
      "p",
      { class: "aside" },
      storesGames
        ? "They are stored in this browser. A file moves everything to another device, and a code moves only your progress."
        : "Your streak, rating and exercises are stored in this browser. A code or a file moves them to another device.",
    ),
    h(
      "p",
      { class: "buttons" },
      button("Copy a code", () => showCode().catch(failed)),
      button("Paste a code", () => pasteCode(done)),
      button("Save to a file", () => saveFile().catch(failed)),
      button("Load from a file", () => field.click()),
      field,
    ),
    h("p", { class: `notice ${news?.kind ?? ""}`, role: "status" }, news?.text),
  );
}
