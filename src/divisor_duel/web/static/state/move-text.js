/** Moves as text, and why a number is no legal move. */

/**
 * Return a move as text.
 * @param {import("../api/client.js").State} state @param {number} move @param {Record<string, string>} [symbols] that take precedence
 */
export const moveText = (state, move, symbols) => symbols?.[move] ?? state.view?.symbols?.[move] ?? String(move);

/**
 * Return why a number is illegal, if the state says so; a reason without numbers applies to the others on the board.
 * @param {import("../api/client.js").State} state @param {number} move
 */
export function illegalReason(state, move) {
  const reasons = Object.entries(state.problems ?? {});
  const shown = state.view?.numbers?.includes(move) ?? move in (state.view?.symbols ?? {});
  const other = shown && !state.legal.includes(move);
  const reason =
    reasons.find(([, numbers]) => numbers.includes(move)) ?? (other && reasons.find(([, numbers]) => !numbers.length));
  return reason ? `${reason[0].replace("{}", moveText(state, move))}.` : null;
}

/** Return why a number is illegal, or a general sentence. @param {import("../api/client.js").State} state @param {number} move */
export const illegalText = (state, move) =>
  illegalReason(state, move) ?? `${moveText(state, move)} is not a legal move.`;
