/** Any position as an address names it. */

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
  return `/explore?${placeQuery(place, false)}${line ? `#line=${line}&at=${place.moves.join(".")}` : ""}`;
}
