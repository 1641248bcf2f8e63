/** What a change of a game tells: to screen readers, and to the start page. */

import { the } from "./dom.js";
import { keepRecent } from "./keep.js";
import { written } from "./parts/moves.js";
import { phrase, sentence } from "./parts/players.js";

/**
 * @typedef {import("./table.js").Table} Table
 *
 * @typedef {import("./port.js").State} State
 */

/** What the start page says of this game. @param {Table} table */
export function remember(table) {
  const { session } = table;
  const state = session.state;
  if (!state || session.watching) return;
  const other = session.mine === null ? null : 3 - session.mine;
  const against =
    other === null
      ? null
      : state.players[other] === "human"
        ? session.name(other)
        : `the computer, ${state.players[other]}`;
  keepRecent({
    id: session.id,
    title: state.title,
    told: phrase(state),
    between: against === null ? `${session.name(1)} and ${session.name(2)}` : `against ${against}`,
    stands: sentence(session),
    over: state.over,
  });
}

/** Tell screen readers what happened. @param {Table} table @param {State|null} before */
export function announce(table, before) {
  const state = /** @type {State} */ (table.session.state);
  const news =
    before && state.ply > before.ply
      ? state.played
          .slice(before.ply)
          .map((move) => written(state, move))
          .join(", then ")
      : "";
  the("status").textContent =
    `${news ? `Played ${news}. ` : ""}${state.note ? `${state.note} ` : ""}${sentence(table.session)}`;
}
