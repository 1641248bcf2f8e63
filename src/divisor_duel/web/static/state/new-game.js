/** The choices for a new game, and starting the game chosen. */

import { PAGES } from "../lib/addresses.js";
import * as storage from "../lib/storage.js";
import { createGame, online, storesGames } from "../api/client.js";
import { DEFAULT_LEVEL, preferredLevel } from "./preferences.js";

/** The clocks offered for games by link, by name. @type {[string, any][]} */
export const CLOCKS = [
  ["none", null],
  ["quick", { per: "game", seconds: 180, increment: 2 }],
  ["calm", { per: "game", seconds: 600, increment: 5 }],
  ["move", { per: "move", seconds: 60, increment: 0 }],
  ["day", { per: "move", seconds: 86_400, increment: 0 }],
  ["days", { per: "move", seconds: 259_200, increment: 0 }],
  ["week", { per: "move", seconds: 604_800, increment: 0 }],
];

/**
 * @typedef {{options: Record<string, any>, against: string, level: string, first: string, clock: string, names:
 * Record<string, string>}} NewGameChoice what the player chose for a new game
 */

/**
 * Return the named set-ups without duplicates.
 * @param {any} game
 * @returns {{label: string, options: Record<string, any>, phrase: string, why: string}[]}
 */
export function presets(game) {
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

/** Return the kind of opponent chosen last, if this site offers it. */
function preferredOpponent() {
  const chosen = storage.preference("against", "computer");
  const missing = (chosen === "link" && !online) || (chosen === "send" && !storesGames);
  return missing ? "computer" : chosen;
}

/** Return the first choices shown: the recommended set-up and saved preferences. @param {any} game @returns {NewGameChoice} */
export function defaultChoice(game) {
  return {
    options: { ...presets(game)[0].options },
    against: preferredOpponent(),
    level: preferredLevel(),
    first: storage.preference("first", "1"),
    clock: storage.preference("clock", "none"),
    names: {},
  };
}

/** Return the request that creates the game chosen. @param {any} game @param {NewGameChoice} choice */
export function newGameRequest(game, choice) {
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

/**
 * Start a game against the computer. The first game of each kind is small, against the easy level and with the
 * coach; later ones have the recommended set-up. A player new to a set-up gets the side that can win.
 * @param {any} game @param {{taught?: boolean}} [more] `taught`: after a lesson, which also leads to the winning side
 */
export function playNow(game, { taught = false } = {}) {
  const begun = storage.setupsPlayed();
  const newcomer = !begun.some((setup) => setup.startsWith(`${game.id} `));
  const preset = newcomer ? game.first_game : game.recommended;
  const setup = `${game.id} ${preset.phrase}`;
  const choice = { ...defaultChoice(game), options: { ...preset.options }, against: "computer" };
  if (newcomer) choice.level = DEFAULT_LEVEL;
  if (newcomer || taught) storage.savePreference("coach", true);
  if ((taught || !begun.includes(setup)) && preset.winner) choice.first = String(preset.winner);
  storage.saveSetupPlayed(setup);
  return startGame(newGameRequest(game, choice));
}

/**
 * Start the set-up at which a lesson ends against the computer, with the coach and on the side that can win.
 * @param {any} game @param {import("../api/client.js").LessonStep} step the last one of the lesson
 */
export function playAfterLesson(game, { state, winner }) {
  storage.savePreference("coach", true);
  storage.saveSetupPlayed(`${game.id} ${state.phrase}`);
  const choice = { ...defaultChoice(game), options: state.options, against: "computer", level: DEFAULT_LEVEL };
  return startGame(newGameRequest(game, { ...choice, first: String(winner ?? 1) }));
}

/** Start the recommended set-up with a friend, who gets a link. @param {any} game @param {string} name the player's */
export const playByLink = (game, name) =>
  startGame(
    newGameRequest(game, {
      ...defaultChoice(game),
      options: { ...game.recommended.options },
      against: online ? "link" : "send",
      first: "random",
      names: { 1: name },
    }),
    "",
    !online,
  );

/**
 * Create a game and open its page.
 * @param {any} setup @param {string} [line] variations tried before
 * @param {boolean} [send] whether the opponent is at another screen, and gets the moves as links
 */
export async function startGame(setup, line = "", send = false) {
  const game = await createGame(setup);
  if (line) storage.saveVariations(game.id, line);
  storage.saveTokens(game.id, send ? { 1: game.seats[1] } : game.seats);
  for (const [seat, token] of Object.entries(game.invitations))
    storage.saveInvitation(game.id, { seat, token: String(token) });
  location.href = PAGES.game(game.id);
}
