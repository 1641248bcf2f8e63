/** The players of a game: their names, and who made which move. */

/** @typedef {import("../api/client.js").State} State */

/** Return a player's name; default names follow the seats. @param {State|null} state @param {number|string} seat */
function playerName(state, seat) {
  const name = state?.names?.[seat];
  return !name || isDefaultName(name) ? `Player ${seat}` : name;
}

/** Return whether a player chose no name. @param {string} name */
export const isDefaultName = (name) => /^Player [12]$/.test(name);

/** Return the verb for a subject: "You win", but "Ann wins". @param {string} subject @param {string} base the verb without an ending */
export const verb = (subject, base) => (subject === "You" ? base : `${base}s`);

/** Return a subject as written within a sentence: "your opponent", but "Ann". @param {string} subject */
export const inSentence = (subject) => subject.replace(/^(?:You|Your|The computer)\b/, (text) => text.toLowerCase());

/** Return whose it is: "Your", "Your opponent's", "Ann's". @param {string} subject */
export const possessive = (subject) => (subject === "You" ? "Your" : `${subject}'s`);

/** Return the prefix of a reason that addresses another player than the reader. @param {string} subject that player */
export const fromSideOf = (subject) => `From ${inSentence(possessive(subject))} side: `;

/** Return whose turn it is. @param {string} subject the player to move */
export const turnText = (subject) => `${possessive(subject)} move.`;

/**
 * Return a player's name for a reader: players without a name are "You" and "Your opponent".
 * @param {State|null} state @param {number|string} seat @param {number|null} reader the seat of the person at this screen, if it is only one
 */
export function nameForReader(state, seat, reader) {
  const name = state?.names?.[seat];
  if (reader === null || (name && !isDefaultName(name))) return playerName(state, seat);
  return Number(seat) === reader ? "You" : "Your opponent";
}

/**
 * Return a player as the subject of a sentence: the reader is always "You".
 * @param {State|null} state @param {number|string} seat @param {number|null} reader the seat of the person at this screen, if it is only one
 */
export function subjectFor(state, seat, reader) {
  if (Number(seat) === reader) return "You";
  const name = nameForReader(state, seat, reader);
  return name === "Computer" ? "The computer" : name;
}

/** Return who made a move: the players alternate, unless `by` names them. @param {State} state @param {number} turn */
export function mover({ first, by }, turn) {
  return by ? by[turn] : turn % 2 ? 3 - Number(first) : Number(first);
}

/** Return the player of each move. @param {State} state */
export const owners = (state) => new Map(state.played.map((move, turn) => [move, mover(state, turn)]));
