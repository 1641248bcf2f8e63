/**
 * Answers that Python gave when the site was built: the start of each recommended set-up and the state after each first
 * move. With them the reader plays a first move while Python is still loading. Nothing is computed here.
 */

import { HOME } from "../lib/addresses.js";
import { versionOf } from "../lib/saved-games.js";
import { newToken } from "../lib/storage.js";

/** @typedef {{answers: Record<string, any>, starts: Record<string, any>, moves: Record<string, any>}} Prepared */

/** @type {Map<string, Promise<Prepared|null>>} */
const files = new Map();

/** Return what was prepared for a game; null if nothing was. @param {string} game */
function prepared(game) {
  const { prepared: folder } = document.documentElement.dataset;
  if (!folder || !/^\w+$/.test(game)) return Promise.resolve(null);
  let file = files.get(game);
  if (!file) {
    file = fetch(`${HOME}${folder}${game}.json`).then(
      (response) => (response.ok ? response.json() : null),
      () => null,
    );
    files.set(game, file);
  }
  return file;
}

/** Return the prepared answer to a query. @param {string} path */
export async function preparedAnswer(path) {
  const { pathname, searchParams } = new URL(path, "http://site");
  const game = searchParams.get("game") ?? (pathname.startsWith("/api/lessons/") ? pathname.split("/")[3] : "");
  return (await prepared(game))?.answers[path] ?? null;
}

/** Return whether two set-ups are the same. @param {any} one @param {any} two */
const same = (one, two) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(two).sort());

/**
 * Return a new game in a recommended set-up; null if it is another one.
 * @param {any} setup @returns {Promise<import("./python.js").Reply|null>}
 */
export async function preparedGame({ game, options, first, players, mode, ...more }) {
  const level = players?.["2"];
  const kind = level === "human" ? "human" : "computer";
  const start = (await prepared(game))?.starts[kind];
  const plain = mode === "here" && String(first) === "1" && players?.["1"] === "human" && !Object.keys(more).length;
  if (!start || !plain || !same(options, start.table.options)) return null;
  const id = newToken().slice(0, 16);
  const both = kind === "human" ? {} : { players: { 1: "human", 2: level } };
  const state = { ...start.state, ...both, id };
  const table = {
    ...start.table,
    players: ["human", level],
    id,
    seed: crypto.getRandomValues(new Uint32Array(1))[0],
    date: new Date().toISOString().slice(0, 10),
  };
  return { answer: { id, seats: start.seats, state, invitations: {} }, saved: [{ table, state }] };
}

/**
 * Return a game after its first move; null if the move is not among those prepared.
 * @param {any} table @param {import("./client.js").Move} move @returns {Promise<import("./python.js").Reply|null>}
 */
export async function preparedMove(table, { ply, move }) {
  if (ply !== 0 || versionOf(table) !== 1 || table.moves?.length || table.start) return null;
  const kind = table.players[1] === "human" ? "human" : "computer";
  const file = await prepared(table.game);
  const start = file?.starts[kind];
  const after = file?.moves[kind]?.[move];
  if (!after || !same(table.options, start.table.options) || table.hashes[1] !== start.table.hashes[1]) return null;
  const state = { ...after.state, id: table.id, players: { 1: table.players[0], 2: table.players[1] } };
  const changed = { ...table, ...after.table };
  return { answer: { ...state, you: 1 }, saved: [{ table: changed, state }] };
}
