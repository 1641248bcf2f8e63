/** A dialog to edit a position: its parts, and the player to move. */

import { exploreAddress, withinFrame } from "../lib/addresses.js";
import { button, h, playerMark } from "../lib/dom.js";
import { capitalize } from "../lib/text.js";
import { getPosition, getPositionParts } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { tileInDirection } from "../boards/tile.js";
import { openDialog } from "./dialogs.js";

/**
 * @typedef {import("../api/client.js").PositionRef} PositionRef
 *
 * @typedef {import("../api/client.js").PositionPart} PositionPart
 *
 * @typedef {{field: HTMLElement, text: () => string}} Control a form field, and its value as text
 */

/** Open the dialog, filled with the current position. @param {PositionRef} shown @param {string} name the game's */
export async function openPositionEditor(shown, name) {
  const { to_move: mover, parts } = await getPositionParts(shown);
  const controls = parts.map((part) => (part.symbols ? numberSetField(part, part.symbols) : numberField(part)));
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const form = /** @type {HTMLFormElement} */ (
    h(
      "form",
      {
        novalidate: true,
        class: "setting",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const first = new FormData(form).get("mover");
          const position = controls.map((control, index) => `${parts[index].name}=${control.text()}`).join(" ");
          const wanted = { ...shown, first, position, moves: [] };
          try {
            const { start } = await getPosition(wanted);
            location.href = withinFrame(exploreAddress({ ...wanted, position: start }));
          } catch (error) {
            trouble.textContent = errorText(error);
          }
        },
      },
      moverField(mover),
      controls.map((control) => control.field),
      trouble,
      h(
        "p",
        { class: "buttons" },
        h("button", { type: "submit", class: "act strong" }, "Show this position"),
        button("Cancel", () => dialog.close(), { class: "act plain" }),
      ),
    )
  );
  const dialog = openDialog(`${name}: edit the position`, form);
  dialog.classList.add("setup");
}

/** Draw the choice of the player to move. @param {number} mover */
function moverField(mover) {
  return h(
    "fieldset",
    null,
    h("legend", null, "Who moves next?"),
    h(
      "div",
      { class: "radios" },
      [1, 2].map((seat) =>
        h(
          "label",
          { class: "radio" },
          h("input", { type: "radio", name: "mover", value: seat, checked: seat === mover }),
          playerMark(seat),
          h("span", null, `Player ${seat}`),
        ),
      ),
    ),
  );
}

/** Draw a field for one number. @param {PositionPart} part @returns {Control} */
function numberField(part) {
  const id = `part-${part.name}`;
  const input = /** @type {HTMLInputElement} */ (
    h("input", { id, name: part.name, value: part.value, autocomplete: "off", "aria-describedby": `${id}-about` })
  );
  return {
    field: h(
      "fieldset",
      { class: "fields" },
      h("legend", null, h("label", { for: id }, capitalize(part.label))),
      input,
      h("span", { id: `${id}-about`, class: "aside" }, part.allowed),
    ),
    text: () => input.value.replace(/\s+/g, "") || "0",
  };
}

/**
 * Draw a set of numbers as buttons that toggle each of them.
 * @param {PositionPart} part @param {Record<string, string>} symbols
 * @returns {Control}
 */
function numberSetField(part, symbols) {
  const chosen = new Set(part.chosen);
  const all = Object.keys(symbols).map(Number);
  const tiles = all.map((number) =>
    h("button", { type: "button", class: "there", tabindex: -1, data: { number } }, symbols[number]),
  );
  const show = () => tiles.forEach((tile, index) => tile.setAttribute("aria-pressed", String(chosen.has(all[index]))));
  const grid = h(
    "div",
    {
      class: "toggles",
      role: "group",
      "aria-label": `${capitalize(part.label)}: press a number to add or remove it`,
      onclick: (/** @type {MouseEvent} */ event) => {
        const number = Number(/** @type {HTMLElement} */ (event.target).dataset.number);
        if (!number) return;
        if (!chosen.delete(number)) chosen.add(number);
        show();
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const next = tileInDirection(/** @type {HTMLElement} */ (event.target), tiles, event.key);
        if (!next) return;
        event.preventDefault();
        next.focus();
      },
      onfocusin: (/** @type {FocusEvent} */ event) => {
        for (const tile of tiles) tile.tabIndex = tile === event.target ? 0 : -1;
      },
    },
    tiles,
  );
  if (tiles[0]) tiles[0].tabIndex = 0;
  show();
  /** @param {number[]} wanted */
  const choose = (wanted) => {
    chosen.clear();
    for (const number of wanted) chosen.add(number);
    show();
  };
  return {
    field: h(
      "fieldset",
      null,
      h("legend", null, capitalize(part.label)),
      grid,
      h(
        "p",
        { class: "buttons" },
        button("All", () => choose(all), { class: "act plain", "aria-label": `All: ${part.label}` }),
        button("None", () => choose([]), { class: "act plain", "aria-label": `None: ${part.label}` }),
      ),
    ),
    text: () => all.filter((number) => chosen.has(number)).join(","),
  };
}
