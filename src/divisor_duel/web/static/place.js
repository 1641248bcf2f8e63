/** Where everything is: the pages, and any position as an address names it. */

/** The address of each page. */
export const AT = {
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

/** What the address of this page names: a game being played, or one to learn. @returns {string|undefined} */
export const named = () => location.pathname.split("/")[2];

/** An address that can be passed on. @param {string} path */
export const whole = (path) => `${location.origin}${path}`;

/** What is asked for after the question mark. @returns {Record<string, string>} */
export const query = () => Object.fromEntries(new URLSearchParams(location.search));

/** @typedef {import("./port.js").Place} Place */

/** @param {Place} place @param {boolean} [moved] whether its moves belong to it */
export function placeQuery({ game, options, first, position, moves }, moved = true) {
  const query = new URLSearchParams({ game, ...options, first: String(first) });
  if (position) query.set("position", position);
  if (moved && moves.length) query.set("moves", moves.join("."));
  return query;
}

/**
 * The address where a position is tried out.
 * @param {Place} place @param {string} [line] its moves with what else was tried
 */
export function exploreAddress(place, line = place.moves.join(".")) {
  return `${AT.explore}?${placeQuery(place, false)}${line ? `#line=${line}&at=${place.moves.join(".")}` : ""}`;
}
