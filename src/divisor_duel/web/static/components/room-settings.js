/** The settings of a room that its teacher can change at any time. */

import { button, h } from "../lib/dom.js";
import { errorText } from "../api/errors.js";
import { openDialog } from "./dialogs.js";
import { radioChoice } from "./radio-choice.js";

/** Ways to make pairs. */
export const PAIRS = [
  ["winners", "Winners meet winners"],
  ["everyone", "Everyone meets everyone"],
];
/** Whether pupils may use hints, values and the coach. */
export const HELP = [
  ["locked", "Locked"],
  ["free", "Free"],
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
      "Newcomers",
      "door",
      [
        ["open", "Can join"],
        ["closed", "Cannot join"],
      ],
      room.teacher.closed ? "closed" : "open",
      (door) => set({ closed: door === "closed" }),
    ),
    trouble,
    h(
      "p",
      { class: "aside" },
      `The room is removed in ${Math.ceil(room.teacher.hours_left)} hours, with everything in it.`,
    ),
    h(
      "p",
      { class: "buttons" },
      button("Remove the room now", () => {
        dialog.close();
        end();
      }),
    ),
  );
  dialog.classList.add("setup");
}

/** Choose how many puzzles everyone solves alone. @param {import("../state/room.js").RoomPlace} place */
export function openPuzzleSettings(place) {
  const { room } = place;
  if (!room?.teacher) return;
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const dialog = openDialog(
    "Puzzles to solve alone",
    h(
      "p",
      null,
      "Everyone gets the same puzzles, with three tries each: now, or at home by the same link until the room is removed.",
    ),
    room.teacher.puzzles > 0 && h("p", null, "New puzzles replace these and their results."),
    trouble,
    h(
      "p",
      { class: "buttons" },
      [3, 5, 8].map((count) => button(`${count} puzzles`, () => set(count), { class: "act strong" })),
      room.teacher.puzzles > 0 && button("Take them away", () => set(0)),
    ),
    room.teacher.puzzles > 0 &&
      h(
        "ul",
        { class: "arrived" },
        room.teacher.pupils.map(({ name, solved }) => h("li", null, `${name}: ${solved} of ${room.teacher?.puzzles}`)),
      ),
  );
  const set = (/** @type {number} */ count) =>
    place
      .change({ type: "puzzles", count })
      .then(() => dialog.close())
      .catch((error) => {
        trouble.textContent = errorText(error);
      });
}
