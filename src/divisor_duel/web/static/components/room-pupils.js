/** The names in a room: rename, remove, let a pupil in again on another device. */

import { button, h, refill } from "../lib/dom.js";
import { errorText } from "../api/errors.js";
import { plural } from "../lib/text.js";
import { confirmAction, openDialog } from "./dialogs.js";

/** @typedef {import("../state/room.js").RoomPlace} RoomPlace */

/** Open the list of names; return a function that draws it again. @param {RoomPlace} place @returns {() => void} */
export function openNames(place) {
  const list = h("ul", { class: "names" });
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  /** @param {import("../api/client.js").RoomChange} what */
  const change = async (what) => {
    trouble.textContent = "";
    try {
      await place.change(what);
    } catch (error) {
      trouble.textContent = errorText(error);
    }
    draw();
  };
  const draw = () => {
    const teacher = place.room?.teacher;
    const began = Boolean(place.room?.round);
    const never = teacher?.pupils.filter(({ played, here }) => !(began ? played : here)).length ?? 0;
    const reason = began ? "haven\u2019t played" : "aren\u2019t here";
    if (list.contains(document.activeElement) && document.activeElement?.matches("input")) return;
    refill(
      list,
      never > 0 &&
        h(
          "li",
          { class: "buttons" },
          button(`Remove pupils who ${reason}`, async () => {
            const sure = await confirmAction(
              `Remove ${plural(never, "pupil")}?`,
              "Remove them",
              `They ${reason}. No one new can join until you open the room again in the settings.`,
              "Cancel",
            );
            if (sure) change({ type: "newcomers" });
          }),
        ),
      ...(teacher?.pupils ?? []).map((pupil) => nameRow(pupil, change)),
      !teacher?.pupils.length && h("li", null, "No pupils yet."),
    );
  };
  draw();
  openDialog("Names", trouble, list).classList.add("wide");
  return draw;
}

/** @param {import("../api/types.js").RoomPupil} pupil @param {(what: import("../api/client.js").RoomChange) => void} change */
function nameRow(pupil, change) {
  const name = /** @type {HTMLInputElement} */ (
    h("input", { value: pupil.name, maxlength: 20, "aria-label": `Name of ${pupil.name}` })
  );
  name.value = pupil.name;
  const key = `${pupil.number}`;
  return h(
    "li",
    { class: pupil.here ? "" : "absent" },
    h(
      "form",
      {
        class: "buttons",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          name.blur();
          change({ type: "rename", pupil: pupil.number, name: name.value });
        },
      },
      name,
      h("button", { type: "submit", class: "act plain", "aria-label": `Rename ${pupil.name}` }, "Rename"),
      button("New device", () => change({ type: "free", pupil: pupil.number }), {
        class: "act plain",
        data: { key: `free-${key}` },
        "aria-label": `Let ${pupil.name} join on another device`,
        title: "The next pupil who joins with this name takes this place",
      }),
      button("Remove", () => change({ type: "remove", pupil: pupil.number }), {
        class: "act plain",
        data: { key: `remove-${key}` },
        "aria-label": `Remove ${pupil.name}`,
      }),
    ),
    h("span", { class: "aside" }, pupil.waiting ? "can join again" : pupil.here ? "here" : "away"),
  );
}
