/** How the class did: standings, accuracy, a table for spreadsheets, positions to discuss. */

import { button, h, refill } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { getResults, getTable } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { openDialog } from "./dialogs.js";
import { sayError } from "./messages.js";

/** How long to wait before asking for reviews that are not made yet, in milliseconds. */
const AGAIN = 1500;

/** Open the results. @param {import("../state/room.js").RoomPlace} place */
export function openResults(place) {
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const content = h("div", { class: "results" }, h("p", { class: "aside" }, "One moment\u2026"));
  const dialog = openDialog("Results", trouble, content);
  dialog.classList.add("wide");
  const draw = async () => {
    try {
      const results = await getResults(place.code, place.token);
      refill(content, ...shown(results, place, dialog, trouble));
      if (results.left && dialog.open) setTimeout(draw, AGAIN);
    } catch (error) {
      trouble.textContent = errorText(error);
    }
  };
  draw();
}

/**
 * @param {import("../api/types.js").RoomResults} results @param {import("../state/room.js").RoomPlace} place
 * @param {HTMLDialogElement} dialog @param {HTMLElement} trouble
 */
function shown({ lines, slides, left }, place, dialog, trouble) {
  const heads = ["", "Name", "Points", "Won", "Games", "Accuracy"];
  return [
    h(
      "table",
      { class: "standings" },
      h("caption", { class: "unseen" }, "Standings"),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head) => h("th", { scope: "col" }, head || h("span", { class: "unseen" }, "Place"))),
        ),
      ),
      h(
        "tbody",
        null,
        lines.map((line) =>
          h(
            "tr",
            null,
            h("td", null, line.place),
            h("th", { scope: "row" }, line.name),
            h("td", null, line.points),
            h("td", null, line.won),
            h("td", null, line.games),
            h("td", null, line.accuracy === null ? "\u2013" : `${Math.round(100 * line.accuracy)}%`),
          ),
        ),
      ),
    ),
    h("p", { class: "aside" }, "Accuracy: how often a pupil found a winning move when another move would have lost."),
    left > 0 && h("p", { class: "aside", role: "status" }, `Checking ${plural(left, "more game")}\u2026`),
    slides.length > 0 && h("h2", null, "Positions to discuss"),
    slides.length > 0 &&
      h(
        "p",
        { class: "buttons" },
        slides.map(({ wrong, right, moves, chosen }, index) =>
          button(
            `Position ${index + 1}: ${wrong} of ${wrong + right} wrong`,
            () => {
              dialog.close();
              place.change({ type: "project", discussed: { number: index + 1, moves, chosen } }).catch(sayError);
            },
            { data: { key: `slide-${index}` } },
          ),
        ),
      ),
    h(
      "p",
      { class: "buttons" },
      button("Download as CSV", () =>
        getTable(place.code, place.token)
          .then((text) => download(`class-${place.code}.csv`, text))
          .catch((error) => {
            trouble.textContent = errorText(error);
          }),
      ),
    ),
  ];
}

/** Save a text as a file. @param {string} name @param {string} text */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
