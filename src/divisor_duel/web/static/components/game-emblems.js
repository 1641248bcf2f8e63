/**
 * The emblem of each game that brings one (`page/emblem.js` in its folder), by game id.
 * The server writes this module itself, with the games that are installed (site/files.py).
 * @type {Record<string, () => SVGElement[]>}
 */
export const EMBLEMS = {};
