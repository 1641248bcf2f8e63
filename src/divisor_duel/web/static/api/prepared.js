/**
 * Answers that Python gave when the site was built: the start of each recommended set-up, the state after each first
 * move, and openings of each level. With them the reader plays a first move while Python is still loading. Nothing is computed here.
 */

import { HOME } from "../lib/addresses.js";
import { versionOf } from "../lib/saved-games.js";
import { newToken } from "../lib/storage.js";

/** @typedef {{answers: Record<string, any>, starts: any[]}} Prepared */

/** @type {Map<string, Promise<Prepared|null>>} */
const files = new Map();

/** Fetch a compressed JSON file; null if there is none. @param {string} address */
async function fetchJson(address) {
  const response = await fetch(address);
  if (!response.ok || !response.body) return null;
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Return what was prepared for a game; null if nothing was. @param {string} game */
function prepared(game) {
  const { prepared: folder } = document.documentElement.dataset;
  if (!folder || !/^\w+$/.test(game)) return Promise.resolve(null);
  let file = files.get(game);
  if (!file) {
    file = fetchJson(`${HOME}${folder}${game}.json.bin`).catch(() => null);
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
 * Return the prepared start of a game; null if its set-up is another one.
 * @param {any} game with its set-up and players
 * @returns {Promise<any>}
 */
async function preparedStart({ game, options, first, opponent, hash = null }) {
  const kind = opponent === "human" ? "human" : "computer";
  return (await prepared(game))?.starts.find(
    (start) =>
      same(options, start.table.options) &&
      String(first) === String(start.table.first) &&
      kind === (start.table.players[1] === "human" ? "human" : "computer") &&
      (hash === null || hash === start.table.hashes[1]),
  );
}

/**
 * Return a new game in a set-up that was prepared; null if it is another one.
 * @param {any} setup @returns {Promise<import("./python.js").Reply|null>}
 */
export async function preparedGame({ game, options, first, players, mode, ...more }) {
  if (mode !== "here" || players?.["1"] !== "human" || Object.keys(more).length) return null;
  const opponent = players["2"];
  const start = await preparedStart({ game, options, first, opponent });
  if (!start) return null;
  const id = newToken().slice(0, 16);
  const state = { ...start.state, players, id };
  const table = {
    ...start.table,
    players: ["human", opponent],
    id,
    seed: crypto.getRandomValues(new Uint32Array(1))[0],
    date: new Date().toISOString().slice(0, 10),
  };
  return { answer: { id, seats: start.seats, state, invitations: {} }, saved: [{ table, state }] };
}

/** Return what was prepared for a game after a move, or after the computer's own. @param {any} table @param {number|null} move */
async function preparedAfter(table, move) {
  const played = table.moves ?? [];
  if (versionOf(table) !== played.length + 1 || table.start || played.length > 1) return null;
  const { game, options, first, players, hashes } = table;
  const start = await preparedStart({ game, options, first, opponent: players[1], hash: hashes[1] });
  if (move !== null) return start?.after[[...played, move].join(".")] ?? null;
  const openings = (played.length === 0 && start?.openings[players[1]]) || [];
  return openings[Math.floor(Math.random() * openings.length)] ?? null;
}

/**
 * Return a game after a first move, or after the computer's first move; null if it was not prepared.
 * @param {any} table @param {number|null} move null for the computer's
 * @returns {Promise<import("./python.js").Reply|null>}
 */
export async function preparedMove(table, move) {
  const after = await preparedAfter(table, move);
  if (!after) return null;
  const state = { ...after.state, id: table.id, players: { 1: table.players[0], 2: table.players[1] } };
  return { answer: state, saved: [{ table: { ...table, ...after.table }, state }] };
}

/** Return the coach's prepared warning of a move; null if there is none. @param {any} table @param {number} move */
export const preparedWarning = async (table, move) => (await preparedAfter(table, move))?.coach ?? null;
