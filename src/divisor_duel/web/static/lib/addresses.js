/** Addresses: of the pages, and of any position. */

/** The address of each page. */
export const PAGES = {
  home: "/",
  /** @param {number} [number] an earlier day's */
  daily: (number) => (number ? `/daily?number=${number}` : "/daily"),
  /** @param {Record<string, string>} [wanted] */
  puzzle: (wanted) => (wanted ? `/puzzle?${new URLSearchParams(wanted)}` : "/puzzle"),
  explore: "/explore",
  /** @param {string} id */
  game: (id) => `/g/${id}`,
  /** @param {string} game */
  lesson: (game) => `/learn/${game}`,
  /** @param {string} game */
  rules: (game) => `/rules/${game}`,
};

/** Return the id in this page's path: of a game in progress, or of the rules to show. @returns {string|undefined} */
export const idInAddress = () => location.pathname.split("/")[2];

/** Return the absolute URL of a path. @param {string} path */
export const absoluteUrl = (path) => `${location.origin}${path}`;

/** Return the query of this page's address. @returns {Record<string, string>} */
export const pageQuery = () => Object.fromEntries(new URLSearchParams(location.search));

/** @typedef {import("../api/client.js").PositionRef} PositionRef */

/** Return a position as a query. @param {PositionRef} place @param {boolean} [moved] whether to include its moves */
export function positionQuery({ game, options, first, position, moves }, moved = true) {
  const query = new URLSearchParams({ game, ...options, first: String(first) });
  if (position) query.set("position", position);
  if (moved && moves.length) query.set("moves", moves.join("."));
  return query;
}

/**
 * Return the address that explores a position.
 * @param {PositionRef} position @param {string} [line] its moves with variations
 */
export function exploreAddress(position, line = position.moves.join(".")) {
  return `${PAGES.explore}?${positionQuery(position, false)}${line ? `#line=${line}&at=${position.moves.join(".")}` : ""}`;
}
