/** What a new game is chosen from, and the game that comes of a choice. */

import * as keep from "./keep.js";
import { AT } from "./place.js";
import { createGame } from "./port.js";

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

/** @param {any} game @returns {Choice} */
export function initial(game) {
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
export function setupFor(game, choice) {
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
  location.href = AT.game(made.id);
}
