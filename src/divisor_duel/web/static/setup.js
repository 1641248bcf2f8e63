/** The set-up of a game: sizes, opponent, who begins. */

import { told } from "./dialogs.js";
import { button, h, refill } from "./dom.js";
import { keepPreference, preference } from "./keep.js";

const OPPONENTS = [["computer", "the computer"], ["here", "two people here"], ["link", "a friend by link"]];

/** @typedef {{options: Record<string, any>, against: string, level: string, first: string, names: Record<string, string>}} Choice */

/** @param {any} game @returns {Choice} */
function initial(game) {
  return {
    options: Object.fromEntries(game.options.map((/** @type {any} */ option) => [option.name, option.default])),
    against: preference("against", "computer"), level: preference("level", "medium"), first: preference("first", "1"), names: {},
  };
}

/** What to send for a game as it stands. @param {any} game @param {Choice} [choice] */
export function setupFor(game, choice = initial(game)) {
  const computer = choice.against === "computer";
  const names = Object.fromEntries(Object.entries(choice.names).map(([seat, name]) => [seat, name.trim()]).filter(([, name]) => name));
  return {
    game: game.id, options: choice.options, first: choice.first, seat: "1", mode: choice.against === "link" ? "link" : "here",
    players: { 1: "human", 2: computer ? choice.level : "human" },
    ...(Object.keys(names).length ? { names } : {}),
  };
}

/** @param {any} game @param {string[]} levels @param {(setup: any) => void} begin */
export function drawSetup(game, levels, begin) {
  const choice = initial(game);
  const form = h("form", { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    for (const kept of /** @type {const} */ (["against", "level", "first"])) keepPreference(kept, choice[kept]);
    begin(setupFor(game, choice));
  } });
  const draw = () => refill(form, sizes(game, choice, draw), opponent(choice, levels, draw), first(choice, draw),
    h("p", { class: "notice refusal setup-trouble", role: "alert" }),
    h("p", { class: "buttons" }, h("button", { type: "submit", class: "act strong", data: { key: "start" } },
      choice.against === "link" ? "Start and get the links" : "Start the game")));
  draw();
  return form;
}

/** @param {any} game @param {Choice} choice @param {() => void} draw */
function sizes(game, choice, draw) {
  const defaults = initial(game).options;
  const same = (/** @type {any} */ options) => Object.entries({ ...defaults, ...options }).every(([name, value]) => choice.options[name] === value);
  const preset = (/** @type {string} */ label, /** @type {any} */ options) => button(label, () => {
    choice.options = { ...defaults, ...options };
    draw();
  }, { class: "act choice", "aria-pressed": String(same(options)) });
  return h("fieldset", null, h("legend", null, "Size"),
    h("p", { class: "buttons" }, preset("Rule book", {}), preset("Fair", game.fair.options)),
    h("p", { class: "aside" }, same(game.fair.options) ? game.fair.why : same({}) ? `The rule book\u2019s own: ${told(defaults)}.` : "Your own."),
    h("div", { class: "fields" }, game.options.map((/** @type {any} */ option) => field(game, option, choice, draw))));
}

/** @param {any} game @param {any} option @param {Choice} choice @param {() => void} draw */
function field(game, option, choice, draw) {
  const id = `option-${option.name}`;
  const more = { id, name: option.name, data: { key: id } };
  if (option.choices?.length) {
    return h("label", { for: id }, h("span", null, option.help), h("select", { ...more, onchange: (/** @type {any} */ event) => {
      choice.options[option.name] = event.target.value;
      draw();
    } }, option.choices.map((/** @type {string} */ each) => h("option", { value: each, selected: choice.options[option.name] === each }, each))));
  }
  const limit = game.limits?.[option.name];
  const most = typeof limit === "number" ? limit : limit?.most ?? option.most;
  return h("label", { for: id }, h("span", null, option.help), h("input", { ...more, type: "number", inputmode: "numeric", required: true,
    min: option.least, max: most, value: choice.options[option.name], onchange: (/** @type {any} */ event) => {
      choice.options[option.name] = Number(event.target.value);
      draw();
    } }));
}

/**
 * @param {string} name @param {string[][]} choices @param {string} current @param {(value: string) => void} choose
 */
function radios(name, choices, current, choose) {
  return h("div", { class: "radios" }, choices.map(([value, label]) => h("label", { class: "radio" },
    h("input", { type: "radio", name, value, checked: value === current, data: { key: `${name}-${value}` }, onchange: () => choose(value) }), h("span", null, label))));
}

/** @param {Choice} choice @param {string[]} levels @param {() => void} draw */
function opponent(choice, levels, draw) {
  const people = choice.against !== "computer";
  return h("fieldset", null, h("legend", null, "Against"), radios("against", OPPONENTS, choice.against, (value) => {
    choice.against = value;
    draw();
  }),
  !people && h("label", { for: "level", class: "inline" }, h("span", null, "at level"), h("select", { id: "level", data: { key: "level" },
    onchange: (/** @type {any} */ event) => { choice.level = event.target.value; } },
  levels.map((level) => h("option", { value: level, selected: level === choice.level }, level)))),
  people && h("div", { class: "fields" }, ["1", "2"].map((seat) => h("label", { for: `name-${seat}` },
    h("span", null, choice.against === "link" ? (seat === "1" ? "your name" : "your friend\u2019s name") : `name of Player ${seat}`),
    h("input", { id: `name-${seat}`, maxlength: 40, autocomplete: "off", placeholder: `Player ${seat}`, value: choice.names[seat] ?? "", data: { key: `name-${seat}` },
      oninput: (/** @type {any} */ event) => { choice.names[seat] = event.target.value; } })))));
}

/** @param {Choice} choice @param {() => void} draw */
function first(choice, draw) {
  const alone = choice.against === "computer";
  const labels = alone ? ["you", "the computer"] : choice.against === "link" ? ["you", "your friend"] : ["Player 1", "Player 2"];
  return h("fieldset", null, h("legend", null, "Begins"), radios("first", [["1", labels[0]], ["2", labels[1]], ["random", "toss a coin"]], choice.first, (value) => {
    choice.first = value;
    draw();
  }));
}
