/** Reports a change of a game to screen readers and to the start page. */

import { the } from "../lib/dom.js";
import { saveRecent } from "../lib/storage.js";
import { moveText } from "../state/move-text.js";
import { inSentence } from "../state/players.js";
import { optionsText, statusText } from "./game-status.js";

/**
 * @typedef {import("./game-view.js").GameView} GameView
 *
 * @typedef {import("../api/client.js").State} State
 */

/** Save how this game stands, for the start page. @param {GameView} view */
export function saveStatus(view) {
  const { session } = view;
  const state = session.state;
  if (!state || session.watching) return;
  const seat = session.ownSeat === null ? null : 3 - session.ownSeat;
  const opponent =
    seat === null
      ? null
      : state.players[seat] === "human"
        ? inSentence(session.subject(seat))
        : `the computer (${state.players[seat]})`;
  saveRecent({
    id: session.id,
    title: state.short_title,
    told: optionsText(state),
    between: opponent === null ? `${session.name(1)} and ${session.name(2)}` : `against ${opponent}`,
    stands: statusText(session),
    over: state.over,
  });
}

/** Announce to screen readers what happened. @param {GameView} view @param {State|null} before */
export function announce(view, before) {
  const state = /** @type {State} */ (view.session.state);
  const moves =
    before && state.ply > before.ply
      ? state.played
          .slice(before.ply)
          .map((move) => moveText(state, move))
          .join(", then ")
      : "";
  the("status").textContent =
    `${moves ? `Played ${moves}. ` : ""}${state.note ? `${state.note} ` : ""}${statusText(view.session)}`;
}
