/** The options of a new game: named set-ups, and a field for each option. */

import { button, h, refill } from "../lib/dom.js";
import { capitalize } from "../lib/text.js";
import { presets } from "../state/new-game.js";

/**
 * @typedef {import("../state/new-game.js").NewGameChoice} NewGameChoice
 * @typedef {{game: import("../api/client.js").Game, values: Record<string, any>}} SetUp a game as an option of another
 */

/**
 * Draw the options. Typing only changes texts and marks beside the fields: redrawing them could lose a click.
 * @param {import("../api/client.js").Game} game @param {NewGameChoice} choice @param {import("../api/client.js").Game[]} games the games that a sum may consist of
 */
export function optionFields(game, choice, games) {
  const named = presets(game);
  const why = h("p", { class: "aside", "aria-live": "polite" });
  const fields = h("div", { class: "fields" });
  const buttons = named.map((preset) =>
    button(
      preset.label,
      () => {
        choice.options = { ...preset.options };
        draw();
      },
      { class: "act choice" },
    ),
  );
  const same = (
    /** @type {import("../api/types.js").OptionMessage} */ option,
    /** @type {any} */ one,
    /** @type {any} */ two,
  ) => (option.set_up ? writeSetUp(readSetUp(one, games)) === writeSetUp(readSetUp(two, games)) : one === two);
  const mark = () => {
    const chosen = named.findIndex((preset) =>
      game.options.every((option) => same(option, valueOf(option, preset.options), valueOf(option, choice.options))),
    );
    buttons.forEach((element, index) => element.setAttribute("aria-pressed", String(index === chosen)));
    const preset = named[chosen];
    why.textContent = preset ? `${capitalize(preset.phrase)}. ${preset.why}` : "Your own set-up.";
  };
  const draw = () => {
    refill(
      fields,
      game.options.map((option) => {
        const set = (/** @type {any} */ value) => {
          choice.options[option.name] = value;
          mark();
        };
        const value = valueOf(option, choice.options);
        return option.set_up
          ? summand(option, value, games, set)
          : field(option, value, game.limits, `option-${option.name}`, set);
      }),
    );
    mark();
  };
  draw();
  return h("fieldset", null, h("legend", null, "Set-up"), h("p", { class: "buttons" }, buttons), why, fields);
}

/** Return an option's value; house rules that were not chosen are missing from the options. @param {import("../api/types.js").OptionMessage} option @param {Record<string, any>} options */
const valueOf = (option, options) => options[option.name] ?? option.default;

/** @param {import("../api/types.js").OptionMessage} option @param {string} id @param {any} control */
const labelled = (option, id, control) => h("label", { for: id }, h("span", null, option.help), control);

/**
 * Draw the field of an option.
 * @param {import("../api/types.js").OptionMessage} option @param {any} current @param {Record<string, number>} limits the server's maximum of each option
 * @param {string} id @param {(value: any) => void} set
 */
function field(option, current, limits, id, set) {
  const more = { id, name: option.name, data: { key: id } };
  if (option.choices.length)
    return labelled(
      option,
      id,
      h(
        "select",
        { ...more, onchange: (/** @type {any} */ event) => set(event.target.value) },
        option.choices.map((/** @type {string} */ value) => h("option", { value, selected: current === value }, value)),
      ),
    );
  return labelled(
    option,
    id,
    h("input", {
      ...more,
      type: "number",
      inputmode: "numeric",
      min: option.least,
      max: limits[option.name] ?? option.most,
      value: current,
      oninput: (/** @type {any} */ event) => set(Number(event.target.value)),
    }),
  );
}

/** Return the numeric options of a game, without its house rules. @param {import("../api/client.js").Game} game @returns {import("../api/types.js").OptionMessage[]} */
const numericOptions = (game) => game.options.filter((option) => !option.house && !option.choices.length);

/** Read a game written as its id and options, separated by colons. @param {string} text @param {import("../api/client.js").Game[]} games @returns {SetUp} */
function readSetUp(text, games) {
  const [id, ...words] = text.split(":");
  const game = /** @type {import("../api/client.js").Game} */ (games.find((candidate) => candidate.id === id));
  const given = Object.fromEntries(words.map((word) => word.split("=")));
  return {
    game,
    values: Object.fromEntries(
      numericOptions(game).map(({ name, ...option }) => [name, given[name] ?? option.default]),
    ),
  };
}

/** Write a game as its id and options, separated by colons. @param {SetUp} setUp */
const writeSetUp = ({ game, values }) =>
  [game.id, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(":");

/**
 * Draw the choice of a game that is part of a sum, and its options.
 * @param {import("../api/types.js").OptionMessage} option @param {string} text @param {import("../api/client.js").Game[]} games @param {(text: string) => void} set
 */
function summand(option, text, games, set) {
  const id = `option-${option.name}`;
  let { game, values } = readSetUp(text, games);
  const fields = h("div", { class: "fields" });
  const draw = () =>
    refill(
      fields,
      numericOptions(game).map((part) =>
        field(part, values[part.name], game.limits, `${id}-${part.name}`, (value) => {
          values[part.name] = value;
          set(writeSetUp({ game, values }));
        }),
      ),
    );
  draw();
  return h(
    "div",
    { class: "summand" },
    h(
      "label",
      { for: id },
      h("span", null, option.help.split(",")[0]),
      h(
        "select",
        {
          id,
          data: { key: id },
          onchange: (/** @type {any} */ event) => {
            ({ game, values } = readSetUp(event.target.value, games));
            draw();
            set(writeSetUp({ game, values }));
          },
        },
        games
          .filter(({ impartial }) => impartial)
          .map((choice) => h("option", { value: choice.id, selected: choice === game }, choice.short_title)),
      ),
    ),
    fields,
  );
}
