/** Who plays, the score, whose turn it is. */

import { h, mark, refill, the } from "../dom.js";

/** @typedef {import("../session.js").Session} Session */

/** The game and its set-up, as the heading. @param {import("../api.js").State} state @param {string} [more] */
export function drawTitle(state, more = "") {
  const options = Object.entries(state.options).map(([name, value]) => `${name} ${value}`).join(", ");
  the("title").replaceChildren(state.title, h("span", { class: "aside" }, `${options}${more}`));
}

/** @param {Session} session */
export function drawPlayers(session) {
  const state = session.state;
  if (!state) return;
  const scored = Object.values(state.score ?? {}).some(Boolean);
  refill(the("players"), h("ul", { class: "players" }, ["1", "2"].map((seat) => h("li", {
    class: !state.over && String(state.to_move) === seat ? "player current" : "player",
  }, mark(seat), h("span", { class: "name" }, session.name(seat)),
  h("span", { class: "kind" }, kind(session, seat)),
  scored && h("b", { class: "score" }, h("span", { class: "unseen" }, "games won: "), state.score[seat])))));
}

/** @param {Session} session @param {string} seat */
function kind(session, seat) {
  const state = session.state;
  if (!state) return "";
  if (state.players[seat] !== "human") return `computer, ${state.players[seat]}`;
  if (session.byLink && session.tokens[seat]) return "you";
  if (session.byLink && state.away?.[seat]) return "away";
  return session.byLink ? "here now" : session.alone ? "you" : "";
}

/** Whose turn it is, or how it ended, as one sentence. @param {Session} session */
export function sentence(session) {
  const state = session.state;
  if (!state) return "";
  if (state.over) return ending(session);
  if (session.pending) return session.connected ? `Sending ${session.pending.move}.` : `No connection. ${session.pending.move} is kept and will be sent again.`;
  if (state.thinking) return `${session.name(state.to_move)} is thinking.`;
  const own = session.tokens[state.to_move] && !(session.twoPeople && !session.byLink);
  if (own) return "Your move.";
  const gone = session.byLink && state.away?.[state.to_move];
  return gone ? `${session.name(state.to_move)} to move, but away.` : `${session.name(state.to_move)} to move.`;
}

/** @param {Session} session */
function ending(session) {
  const state = session.state;
  if (!state?.winner) return "The game is over.";
  if (state.resigned) return `${session.name(state.winner)} wins: ${session.name(state.resigned)} resigned.`;
  return `${session.name(state.winner)} wins${state.reason ? `: ${state.reason.replace(/\.$/, "")}` : ""}.`;
}

/** @param {Session} session */
export function drawTurn(session) {
  const state = session.state;
  if (!state) return;
  const who = state.over ? state.winner : state.to_move;
  the("table").classList.toggle("finished", state.over);
  const line = the("turn");
  line.className = state.over ? "over" : "";
  line.replaceChildren(who ? mark(who) : "", h("span", null, sentence(session)),
    session.connected ? "" : h("span", { class: "offline" }, "offline, connecting again"));
}
