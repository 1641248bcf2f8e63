/** The set-up of a game: sizes, opponent, who begins; and the game that comes of it. */

import { games, sheet } from "./dialogs.js";
import { button, h, refill } from "./dom.js";
import * as keep from "./keep.js";
import { inWords } from "./parts/clock.js";
import { createGame } from "./port.js";
import { told } from "./trouble.js";

const OPPONENTS = [
  ["computer", "the computer"],
  ["here", "two people here"],
  ["link", "a friend by link"],
];
const BEGINNER = "easy";
/** Time for games by link. @type {[string, any][]} */
export const CLOCKS = [
  ["none", null],
  ["quick", { per: "game", seconds: 180, increment: 2 }],
  ["calm", { per: "game", seconds: 600, increment: 5 }],
  ["move", { per: "move", seconds: 60, increment: 0 }],
];

/**
 * @typedef {{options: Record<string, any>, against: string, level: string, first: string, clock: string, names:
 * Record<string, string>}} Choice
 */

/**
 * The set-ups with a name, each once.
 * @param {any} game
 * @returns {{label: string, options: Record<string, any>, phrase: string, why: string}[]}
 */
function presets(game) {
  const named = [
    ["Recommended", game.recommended],
    ["Fair", game.fair],
    ["Rule book", game.rule_book],
  ];
  const same = (/** @type {any} */ one, /** @type {any} */ two) =>
    JSON.stringify(one.options) === JSON.stringify(two.options);
  return named
    .filter(([, preset], index) => !named.slice(0, index).some(([, before]) => same(preset, before)))
    .map(([label, preset]) => ({ label, ...preset }));
}

/** @param {any} game @returns {Choice} */
function initial(game) {
  return {
    options: { ...presets(game)[0].options },
    against: keep.preference("against", "computer"),
    level: keep.preference("level", BEGINNER),
    first: keep.preference("first", "1"),
    clock: keep.preference("clock", "none"),
    names: {},
  };
}

/** What to send. @param {any} game @param {Choice} choice */
function setupFor(game, choice) {
  const computer = choice.against === "computer";
  const names = Object.fromEntries(
    Object.entries(choice.names)
      .map(([seat, name]) => [seat, name.trim()])
      .filter(([, name]) => name),
  );
  const [, clock] = CLOCKS.find(([name]) => choice.against === "link" && name === choice.clock) ?? CLOCKS[0];
  return {
    game: game.id,
    options: choice.options,
    first: choice.first,
    mode: choice.against === "link" ? "link" : "here",
    players: { 1: "human", 2: computer ? choice.level : "human" },
    ...(Object.keys(names).length ? { names } : {}),
    ...(clock ? { clock } : {}),
  };
}

/** Play at once: the recommended set-up against the computer. @param {any} game */
export const quickly = (game) => begin(setupFor(game, { ...initial(game), against: "computer" }));

/**
 * Make a game and go there.
 * @param {any} setup
 * @param {{proof?: boolean, line?: string}} [more] whether every answer is to name its rule; what was tried before
 */
export async function begin(setup, { proof = false, line = "" } = {}) {
  const made = await createGame(setup);
  if (proof) keep.keepProving(made.id);
  if (line) keep.keepTried(made.id, line);
  if (setup.mode === "link") {
    keep.keepTokens(made.id, made.seats);
    for (const [seat, token] of Object.entries(made.invitations))
      keep.keepInvitation(made.id, { seat, token: String(token) });
  } else {
    keep.keepTokens(made.id, made.seats);
  }
  location.href = `/g/${made.id}`;
}

/** The set-up of a game over the page. @param {string} id */
export async function openSetup(id) {
  if (document.querySelector("dialog[open]")) return;
  const catalog = await games();
  const game = catalog.games.find((/** @type {any} */ each) => each.id === id) ?? catalog.games[0];
  const others = catalog.games.filter((/** @type {any} */ each) => each !== game);
  const dialog = sheet(
    `New game: ${game.title.replace(/^Divisor Duel: /, "")}`,
    drawSetup(game, catalog.levels),
    h(
      "nav",
      { class: "buttons others", "aria-label": "Other games" },
      others.map((/** @type {any} */ each) =>
        button(
          each.title.replace(/^Divisor Duel: /, ""),
          () => {
            dialog.close();
            openSetup(each.id);
          },
          { class: "act plain", "aria-label": `Set up ${each.title} instead` },
        ),
      ),
    ),
  );
  dialog.classList.add("setup");
}

/** @param {any} game @param {string[]} levels */
function drawSetup(game, levels) {
  const choice = initial(game);
  const trouble = h("p", { class: "notice refusal setup-trouble", role: "alert" });
  const start = h("button", { type: "submit", class: "act strong main", data: { key: "start" } });
  const rest = h("div", { class: "rest" });
  const draw = () => {
    refill(rest, opponent(choice, levels, draw), first(choice, draw), choice.against === "link" && time(choice));
    start.textContent = choice.against === "link" ? "Start and get the links" : "Start the game";
  };
  draw();
  return h(
    "form",
    {
      novalidate: true,
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        for (const kept of /** @type {const} */ (["against", "level", "first", "clock"]))
          keep.keepPreference(kept, choice[kept]);
        trouble.textContent = "";
        try {
          await begin(setupFor(game, choice));
        } catch (error) {
          trouble.textContent = told(error);
          trouble.scrollIntoView({ block: "nearest" });
        }
      },
    },
    sizes(game, choice),
    rest,
    trouble,
    h("p", { class: "buttons" }, start),
  );
}

/**
 * Typing changes only words and marks beside the fields: a press on a button is never lost to a redrawing.
 * @param {any} game @param {Choice} choice
 */
function sizes(game, choice) {
  const named = presets(game);
  const why = h("p", { class: "aside", "aria-live": "polite" });
  const buttons = named.map((preset) =>
    button(
      preset.label,
      () => {
        choice.options = { ...preset.options };
        for (const option of game.options) {
          const found = /** @type {HTMLInputElement|null} */ (fields.querySelector(`[name="${option.name}"]`));
          if (found) found.value = String(valueOf(option, choice.options));
        }
        mark();
      },
      { class: "act choice" },
    ),
  );
  const mark = () => {
    const chosen = named.findIndex((preset) =>
      game.options.every(
        (/** @type {any} */ option) => valueOf(option, preset.options) === valueOf(option, choice.options),
      ),
    );
    buttons.forEach((each, index) => each.setAttribute("aria-pressed", String(index === chosen)));
    const preset = named[chosen];
    why.textContent = preset
      ? `${preset.phrase[0].toUpperCase()}${preset.phrase.slice(1)}. ${preset.why}`
      : "Your own.";
  };
  const fields = h(
    "div",
    { class: "fields" },
    game.options.map((/** @type {any} */ option) => field(game, option, choice, mark)),
  );
  mark();
  return h("fieldset", null, h("legend", null, "Size"), h("p", { class: "buttons" }, buttons), why, fields);
}

/** House rules that nobody spoke of are not among the options. @param {any} option @param {Record<string, any>} options */
const valueOf = (option, options) => options[option.name] ?? option.default;

/** @param {any} game @param {any} option @param {Choice} choice @param {() => void} mark */
function field(game, option, choice, mark) {
  const id = `option-${option.name}`;
  const more = { id, name: option.name, data: { key: id } };
  const current = valueOf(option, choice.options);
  if (option.choices?.length) {
    return h(
      "label",
      { for: id },
      h("span", null, option.help),
      h(
        "select",
        {
          ...more,
          onchange: (/** @type {any} */ event) => {
            choice.options[option.name] = event.target.value;
            mark();
          },
        },
        option.choices.map((/** @type {string} */ each) =>
          h("option", { value: each, selected: current === each }, each),
        ),
      ),
    );
  }
  const limit = game.limits?.[option.name];
  return h(
    "label",
    { for: id },
    h("span", null, option.help),
    h("input", {
      ...more,
      type: "number",
      inputmode: "numeric",
      min: option.least,
      max: limit ?? option.most,
      value: current,
      oninput: (/** @type {any} */ event) => {
        choice.options[option.name] = Number(event.target.value);
        mark();
      },
    }),
  );
}

/**
 * @param {string} name @param {string[][]} choices @param {string} current @param {(value: string) => void} choose
 */
function radios(name, choices, current, choose) {
  return h(
    "div",
    { class: "radios" },
    choices.map(([value, label]) =>
      h(
        "label",
        { class: "radio" },
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === current,
          data: { key: `${name}-${value}` },
          onchange: () => choose(value),
        }),
        h("span", null, label),
      ),
    ),
  );
}

/** @param {Choice} choice @param {string[]} levels @param {() => void} draw */
function opponent(choice, levels, draw) {
  const people = choice.against !== "computer";
  return h(
    "fieldset",
    null,
    h("legend", null, "Against"),
    radios("against", OPPONENTS, choice.against, (value) => {
      choice.against = value;
      draw();
    }),
    !people &&
      h(
        "label",
        { for: "level", class: "inline" },
        h("span", null, "at level"),
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
              choice.against === "link"
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

/** @param {Choice} choice @param {() => void} draw */
function first(choice, draw) {
  const alone = choice.against === "computer";
  const labels = alone
    ? ["you", "the computer"]
    : choice.against === "link"
      ? ["you", "your friend"]
      : ["Player 1", "Player 2"];
  return h(
    "fieldset",
    null,
    h("legend", null, "Begins"),
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

/** @param {Choice} choice */
function time(choice) {
  const named = CLOCKS.map(([name, clock]) => [name, clock ? inWords(clock) : "as long as you like"]);
  return h(
    "fieldset",
    null,
    h("legend", null, "Time"),
    radios("clock", named, choice.clock, (value) => {
      choice.clock = value;
    }),
  );
}
