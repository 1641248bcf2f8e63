/**
 * The board of each game that brings one (`page/page.js` in its folder), by game id.
 * The server writes this module itself, with the games that are installed (site/files.py).
 * @type {Record<string, (model: import("./tile.js").BoardModel) => HTMLElement>}
 */
export const BOARDS = {};
