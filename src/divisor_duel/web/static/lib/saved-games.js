/** The games of a site without a server, in the browser's storage. */

import { recentGames } from "./storage.js";

/**
 * @typedef {object} SavedGame
 * @property {any} table the game as Python reads it
 * @property {any} state what the page shows
 * @property {Record<string, number>} seats the seat of each token
 */

const PREFIX = "duel:game:";

/** Return the version of a table; a new one names none. @param {any} table @returns {number} */
export const versionOf = (table) => table.version ?? 1;

/** @param {string} id @returns {SavedGame|null} */
export function savedGame(id) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
  } catch {
    return null;
  }
}

/** Save a game; throws if the browser refuses. @param {string} id @param {SavedGame} game */
export function saveGame(id, game) {
  forgetOld(id);
  localStorage.setItem(PREFIX + id, JSON.stringify(game));
}

/** Remove games that are no longer among the recent ones, except a new one. @param {string} added */
function forgetOld(added) {
  const known = new Set(recentGames().map(({ id }) => id));
  const stored = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of stored.slice(0, Math.max(stored.length - MOST_UNLISTED, 0))) {
    const id = key.slice(PREFIX.length);
    if (id !== added && !known.has(id)) localStorage.removeItem(key);
  }
}

/** How many games may be stored before those that no list names are removed. */
const MOST_UNLISTED = 50;

/** Call back when another window changes a game. @param {string} id @param {() => void} changed */
export function onGameChanged(id, changed) {
  const listener = (/** @type {StorageEvent} */ event) => {
    if (event.key === PREFIX + id) changed();
  };
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
