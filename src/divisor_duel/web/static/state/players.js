/** The players of a game: their names, and who made which move. */

/** @typedef {import("../api/client.js").State} State */

/** Return a player's name; default names follow the seats. @param {State|null} state @param {number|string} seat */
export function playerName(state, seat) {
  const name = state?.names?.[seat];
  return !name || isDefaultName(name) ? `Player ${seat}` : name;
}

/** Return whether a player chose no name. @param {string} name */
export const isDefaultName = (name) => /^Player [12]$/.test(name);

/** Return who made a move: the players alternate, unless `by` names them. @param {State} state @param {number} turn */
export function mover({ first, by }, turn) {
  return by ? by[turn] : turn % 2 ? 3 - Number(first) : Number(first);
}

/** Return the player of each move. @param {State} state */
export const owners = (state) => new Map(state.played.map((move, turn) => [move, mover(state, turn)]));
