/** Reports a change of a game to screen readers and to the start page. */

import { the } from "../lib/dom.js";
import { keepRecent } from "../lib/storage.js";
import { written } from "../state/move-text.js";
import { phrase, sentence } from "./game-status.js";

/**
 * @typedef {import("./game-view.js").Table} Table
 *
 * @typedef {import("../api/client.js").State} State
 */

/** Save how this game stands, for the start page. @param {Table} table */
export function remember(table) {
  const { session } = table;
  const state = session.state;
  if (!state || session.watching) return;
  const seat = session.mine === null ? null : 3 - session.mine;
  const opponent =
    seat === null
      ? null
      : state.players[seat] === "human"
        ? session.name(seat)
        : `the computer, ${state.players[seat]}`;
  keepRecent({
    id: session.id,
    title: state.title,
    told: phrase(state),
    between: opponent === null ? `${session.name(1)} and ${session.name(2)}` : `against ${opponent}`,
    stands: sentence(session),
    over: state.over,
  });
}

/** Announce to screen readers what happened. @param {Table} table @param {State|null} before */
export function announce(table, before) {
  const state = /** @type {State} */ (table.session.state);
  const moves =
    before && state.ply > before.ply
      ? state.played
          .slice(before.ply)
          .map((move) => written(state, move))
          .join(", then ")
      : "";
  the("status").textContent =
    `${moves ? `Played ${moves}. ` : ""}${state.note ? `${state.note} ` : ""}${sentence(table.session)}`;
}
