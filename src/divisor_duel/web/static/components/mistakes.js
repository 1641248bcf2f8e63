/** Mistakes to practise, as the page stores them; Python decides when each comes back. */

import { mistakes, recentGames, saveMistakes, updateRecent } from "../lib/storage.js";
import { postPractice } from "../api/client.js";

/** @typedef {import("../api/types.js").Mistake} Mistake */

/** Return today's date in UTC, as in 2026-11-19. */
const today = () => new Date().toISOString().slice(0, 10);

/** Return a mistake made today in a position. @param {import("../api/client.js").State} state @param {number[]} moves @returns {Mistake} */
export const mistakeAt = ({ game, options, first, start }, moves) => ({
  game,
  options,
  moves,
  last: today(),
  stage: 0,
  first: first === 2 ? 2 : 1,
  start,
});

/**
 * Store what was missed or practised; return what comes back today.
 * @param {{missed?: Mistake[], tried?: Mistake|null, solved?: boolean}} [change]
 */
export async function updateMistakes({ missed = [], tried = null, solved = false } = {}) {
  const answer = await postPractice({ mistakes: mistakes(), today: today(), missed, tried, solved });
  saveMistakes(answer.mistakes);
  return answer;
}

/**
 * Store the mistakes of one player in a game of this browser, the first time that it is reviewed.
 * @param {import("../api/client.js").State} state @param {import("../api/types.js").ReviewMessage} review @param {number|null} player
 */
export async function saveReviewed(state, review, player) {
  const game = recentGames().find(({ id }) => id === state.id);
  if (!game || game.practised || player === null) return;
  const own = review.moves.filter((move) => move.mark === "mistake" && move.player === player);
  if (own.length)
    await updateMistakes({ missed: own.map(({ ply }) => mistakeAt(state, state.played.slice(0, ply - 1))) });
  updateRecent(state.id, { practised: true });
}
