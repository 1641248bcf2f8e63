/** The catalog of games: fetched once, and searched by id. */

import { getCatalog } from "./client.js";

/** @type {Promise<any>|null} */
let catalog = null;
/** Return the catalog of games, fetched once. */
export function loadCatalog() {
  catalog ??= getCatalog().catch((error) => {
    catalog = null;
    throw error;
  });
  return catalog;
}

/** Return a game or a variant of the catalog. @param {any} catalog @param {string} id */
export const findGame = (catalog, id) =>
  [...catalog.games, ...catalog.made].find((/** @type {any} */ game) => game.id === id);
