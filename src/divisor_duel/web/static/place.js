/** Any position as an address names it. */

/** @typedef {import("./port.js").Place} Place */

/** @param {Place} place @param {boolean} [moved] whether its moves belong to it */
export function placeQuery({ game, options, first, position, moves }, moved = true) {
  const query = new URLSearchParams({ game, ...options, first: String(first) });
  if (position) query.set("position", position);
  if (moved && moves.length) query.set("moves", moves.join("."));
  return query;
}
