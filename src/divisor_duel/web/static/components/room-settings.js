/** The settings of a room that its teacher can change at any time. */

import { button, h, refill } from "../lib/dom.js";
import { errorText } from "../api/errors.js";
import { plural } from "../lib/text.js";
import { openDialog } from "./dialogs.js";
import { radioChoice } from "./radio-choice.js";

/** What pupils can do first. */
export const BEGIN = [
  ["games", "Games in pairs"],
  ["puzzles", "Puzzles"],
  ["lesson", "The lesson"],
];
/** Ways to make pairs. */
export const PAIRS = [
  ["winners", "Winners play winners"],
  ["everyone", "Everyone plays everyone"],
];
/** Whether pupils may use hints, values and the coach. */
export const HELP = [
  ["locked", "Off"],
  ["free", "On"],
];

/** Open the settings. @param {import("../state/room.js").RoomPlace} place @param {() => void} end asks whether to end the room */
export function openSettings(place, end) {
  const { room } = place;
  if (!room?.teacher) return;
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const set = (/** @type {any} */ settings) => {
    trouble.textContent = "";
    place.change({ type: "settings", ...settings }).catch((error) => {
      trouble.textContent = errorText(error);
    });
  };
  const dialog = openDialog(
    "Settings",
    radioChoice("Hints, values and the coach", "help", HELP, room.help, (help) => set({ help })),
    radioChoice("Pairs", "pairs", PAIRS, room.teacher.pairs, (pairs) => set({ pairs })),
    radioChoice(
      "While pupils wait for a game",
      "lesson",
      [
        ["", "They wait"],
        ["on", "They take the lesson"],
      ],
      room.lesson ? "on" : "",
      (lesson) => set({ lesson: Boolean(lesson) }),
    ),
    radioChoice(
      "Newcomers",
      "door",
      [
        ["open", "Can join"],
        ["closed", "Can\u2019t join"],
      ],
      room.teacher.closed ? "closed" : "open",
      (door) => set({ closed: door === "closed" }),
    ),
    trouble,
    h(
      "p",
      { class: "aside" },
      `The room and everything in it will be deleted in ${plural(Math.ceil(room.teacher.hours_left), "hour")}.`,
    ),
    h(
      "p",
      { class: "buttons" },
      button("Delete the room now", () => {
        dialog.close();
        end();
      }),
    ),
  );
  dialog.classList.add("setup");
}

/**
 * Choose how many puzzles everyone solves alone; return a function that draws the results again.
 * @param {import("../state/room.js").RoomPlace} place @returns {() => void}
 */
export function openPuzzleSettings(place) {
  const { room } = place;
  if (!room?.teacher) return () => {};
  const results = h("ul", { class: "arrived" });
  const draw = () => {
    const { puzzles, pupils } = place.room?.teacher ?? { puzzles: 0, pupils: [] };
    refill(
      results,
      ...(puzzles ? pupils.map(({ name, solved }) => h("li", null, `${name}: ${solved} of ${puzzles}`)) : []),
    );
  };
  draw();
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const own = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 3, required: true, spellcheck: false }));
  const dialog = openDialog(
    "Puzzles to solve alone",
    h(
      "p",
      null,
      "Every pupil gets the same puzzles, with three tries at each. They can solve them now, or at home with the same link.",
    ),
    room.teacher.puzzles > 0 && h("p", null, "New puzzles replace these and their results."),
    trouble,
    h(
      "p",
      { class: "buttons" },
      [3, 5, 8].map((count) => button(`${count} puzzles`, () => set(count), { class: "act strong" })),
      room.teacher.puzzles > 0 && button("Remove the puzzles", () => set(0)),
    ),
    h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          give({ type: "positions", links: own.value.split(/\s+/).filter(Boolean) });
        },
      },
      h("label", null, "Or your own positions: addresses copied from Explore, one per line", own),
      h("p", { class: "buttons" }, h("button", { type: "submit", class: "act" }, "Give these positions")),
    ),
    results,
  );
  const set = (/** @type {number} */ count) => give({ type: "puzzles", count });
  const give = (/** @type {Parameters<typeof place.change>[0]} */ change) =>
    place
      .change(change)
      .then(() => dialog.close())
      .catch((error) => {
        trouble.textContent = errorText(error);
      });
  return draw;
}
