/** The values of moves as the reader sees them: the reader's loss is never shown as a win. */

/**
 * @typedef {{value: string, remoteness: number|null, words: string}} MoveValue both `value` and `words` are for the reader
 */

/** What a move does for the player who makes it. */
export const VALUE_WORDS = /** @type {Record<string, string>} */ ({
  win: "wins",
  loss: "loses",
  unknown: "not solved in time",
});
/** What a move does for a reader who is one of the players. */
const READER_WORDS = /** @type {Record<string, string>} */ ({ ...VALUE_WORDS, win: "you win", loss: "you lose" });
/** The mark of each value, besides its colour. */
export const VALUE_SIGNS = /** @type {Record<string, string>} */ ({ win: "+", loss: "\u2212", unknown: "?" });
const OPPOSITE = /** @type {Record<string, string>} */ ({ win: "loss", loss: "win", unknown: "unknown" });

/**
 * Return the value of a position or move for the reader.
 * @param {string} value
 * @param {number} mover
 * @param {number|null} reader null: the player to move
 */
export const valueForReader = (value, mover, reader) =>
  reader === null || reader === mover ? value : (OPPOSITE[value] ?? value);

/**
 * Return the values of all moves for the reader.
 * @param {import("../api/client.js").Analysis} analysis @param {import("../api/client.js").State} state @param {number|null} reader
 * @returns {Map<number, MoveValue>}
 */
export function valuesForReader(analysis, state, reader) {
  return new Map(
    analysis.moves.map(({ move, value: forMover, remoteness }) => {
      const value = valueForReader(forMover, state.to_move, reader);
      return [move, { value, remoteness, words: (reader === null ? VALUE_WORDS : READER_WORDS)[value] }];
    }),
  );
}

/**
 * Return whether the reader wins with best play.
 * @param {import("../api/client.js").Analysis} analysis
 * @param {import("../api/client.js").State} state
 * @param {number|null} reader
 */
export const readerWins = (analysis, state, reader) =>
  valueForReader(analysis.value ?? "unknown", state.to_move, reader) === "win";
