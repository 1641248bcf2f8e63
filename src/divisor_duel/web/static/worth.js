/** What moves are worth to the one who reads: their loss is never shown as something good. */

/**
 * @typedef {{value: string, remoteness: number|null, told: string}} Worth `value` is the reader's, `told` the mover's
 * in words
 */

const WORDS = /** @type {Record<string, string>} */ ({ win: "wins", loss: "loses", unknown: "not known in time" });
const OTHER = /** @type {Record<string, string>} */ ({ win: "loss", loss: "win", unknown: "unknown" });

/**
 * The value of a position or move for the reader.
 * @param {string} value
 * @param {number} mover
 * @param {number|null} reader null: whoever is to move
 */
export const turned = (value, mover, reader) => (reader === null || reader === mover ? value : (OTHER[value] ?? value));

/**
 * @param {import("./port.js").Analysis} analysis @param {import("./port.js").State} state @param {number|null} reader
 * @returns {Map<number, Worth>}
 */
export function worths(analysis, state, reader) {
  return new Map(
    analysis.moves.map(({ move, value, remoteness }) => [
      move,
      { value: turned(value, state.to_move, reader), remoteness, told: WORDS[value] },
    ]),
  );
}

/**
 * Whether the reader is the one who wins by the proof.
 * @param {import("./port.js").Analysis} analysis
 * @param {import("./port.js").State} state
 * @param {number|null} reader
 */
export const ours = (analysis, state, reader) => turned(analysis.value ?? "unknown", state.to_move, reader) === "win";
