/** The dialog that sets up a new game: options, opponent, who goes first. */

import { button, h, refill } from "../lib/dom.js";
import * as storage from "../lib/storage.js";
import { findGame, loadCatalog } from "../api/catalog.js";
import { online, storesGames } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { clockText } from "../state/clock-text.js";
import { CLOCKS, defaultChoice, newGameRequest, startGame } from "../state/new-game.js";
import { openDialog } from "./dialogs.js";
import { optionFields } from "./option-fields.js";
import { radios } from "./radio-choice.js";

/** @typedef {import("../state/new-game.js").NewGameChoice} NewGameChoice */

const OPPONENTS = [
  ["computer", "the computer"],
  ["here", "a friend on this screen"],
  ...(online ? [["link", "a friend with a link"]] : []),
  ...(storesGames ? [["send", "a friend, by sending links"]] : []),
];

/** Open the dialog for a game. @param {string} id */
export async function openNewGameDialog(id) {
  if (document.querySelector("dialog[open]")) return;
  const catalog = await loadCatalog();
  const game = findGame(catalog, id) ?? catalog.games[0];
  const others = [...catalog.games, ...catalog.made].filter((other) => other !== game);
  const dialog = openDialog(
    `New game: ${game.short_title}`,
    newGameForm(game, catalog),
    h(
      "nav",
      { class: "buttons others", "aria-label": "Other games" },
      others.map((other) =>
        button(
          other.short_title,
          () => {
            dialog.close();
            openNewGameDialog(other.id);
          },
          { class: "act plain", "aria-label": `Set up ${other.title} instead` },
        ),
      ),
    ),
  );
  dialog.classList.add("setup");
}

/** @param {import("../api/client.js").Game} game @param {import("../api/types.js").Catalog} catalog */
function newGameForm(game, catalog) {
  const choice = defaultChoice(game);
  const trouble = h("p", { class: "notice refusal setup-trouble", role: "alert" });
  const start = h("button", { type: "submit", class: "act strong main", data: { key: "start" } });
  const fields = h("div", { class: "rest" });
  const draw = () => {
    refill(
      fields,
      opponentField(choice, catalog.levels, draw),
      firstField(choice, draw),
      choice.against === "link" && timeField(choice),
    );
    start.textContent = choice.against === "link" ? "Start and get the link" : "Start the game";
  };
  draw();
  return h(
    "form",
    {
      novalidate: true,
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        for (const name of /** @type {const} */ (["against", "level", "first", "clock"]))
          storage.savePreference(name, choice[name]);
        trouble.textContent = "";
        try {
          await startGame(newGameRequest(game, choice), "", choice.against === "send");
        } catch (error) {
          trouble.textContent = errorText(error);
          trouble.scrollIntoView({ block: "nearest" });
        }
      },
    },
    optionFields(game, choice, catalog.games),
    fields,
    trouble,
    h("p", { class: "buttons" }, start),
  );
}

/** @param {NewGameChoice} choice @param {string[]} levels @param {() => void} draw */
function opponentField(choice, levels, draw) {
  const people = choice.against !== "computer";
  return h(
    "fieldset",
    null,
    h("legend", null, "Play against"),
    radios("against", OPPONENTS, choice.against, (value) => {
      choice.against = value;
      draw();
    }),
    !people &&
      h(
        "label",
        { for: "level", class: "inline" },
        h("span", null, "level"),
        h(
          "select",
          {
            id: "level",
            data: { key: "level" },
            onchange: (/** @type {any} */ event) => {
              choice.level = event.target.value;
            },
          },
          levels.map((level) => h("option", { value: level, selected: level === choice.level }, level)),
        ),
      ),
    people &&
      h(
        "div",
        { class: "fields" },
        ["1", "2"].map((seat) =>
          h(
            "label",
            { for: `name-${seat}` },
            h(
              "span",
              null,
              choice.against === "link" || choice.against === "send"
                ? seat === "1"
                  ? "your name"
                  : "your friend\u2019s name"
                : `name of Player ${seat}`,
            ),
            h("input", {
              id: `name-${seat}`,
              maxlength: 40,
              autocomplete: "off",
              placeholder: `Player ${seat}`,
              value: choice.names[seat] ?? "",
              data: { key: `name-${seat}` },
              oninput: (/** @type {any} */ event) => {
                choice.names[seat] = event.target.value;
              },
            }),
          ),
        ),
      ),
  );
}

/** @param {NewGameChoice} choice @param {() => void} draw */
function firstField(choice, draw) {
  const alone = choice.against === "computer";
  const labels = alone
    ? ["you", "the computer"]
    : choice.against === "link" || choice.against === "send"
      ? ["you", "your friend"]
      : ["Player 1", "Player 2"];
  return h(
    "fieldset",
    null,
    h("legend", null, "Who goes first?"),
    radios(
      "first",
      [
        ["1", labels[0]],
        ["2", labels[1]],
        ["random", "toss a coin"],
      ],
      choice.first,
      (value) => {
        choice.first = value;
        draw();
      },
    ),
  );
}

/** @param {NewGameChoice} choice */
function timeField(choice) {
  const named = CLOCKS.map(([name, clock]) => [name, clock ? clockText(clock) : "no time limit"]);
  return h(
    "fieldset",
    null,
    h("legend", null, "Time"),
    radios("clock", named, choice.clock, (value) => {
      choice.clock = value;
    }),
  );
}
