/** What awaits a player's answer in a game by link: a seat, a takeback, a win to claim, a rematch. */

import { button, h, refill, the } from "../lib/dom.js";
import { invitation } from "../lib/storage.js";
import { inSentence } from "../state/players.js";
import { openInvitation } from "./invitation.js";
import { joinGame } from "./lobby.js";
import { sayError } from "./messages.js";
import { sendOffer } from "./send-move.js";

/**
 * @typedef {import("./game-view.js").GameView} GameView
 * @typedef {import("../state/session.js").Session} Session
 * @typedef {import("../api/client.js").State} State
 */

/** Show the current offer and announce a new one to screen readers; leave an unchanged one alone. @param {GameView} view */
export function drawOffer(view) {
  const host = the("offers");
  const offer = currentOffer(view);
  const text = offer?.textContent ?? "";
  if (host.textContent === text) return;
  refill(host, offer);
  if (text) the("status").append(` ${text}.`);
}

/** @param {...import("../lib/dom.js").Child} children */
const line = (...children) => h("p", { class: "offer" }, ...children);

/** Draw the most urgent offer, if there is any. @param {GameView} view */
function currentOffer(view) {
  const { session } = view;
  const { state } = session;
  if (!state) return null;
  if (session.watching) return state.open ? freeSeat(session) : null;
  return (
    (session.byLink && (takebackRequest(session, state) ?? absentOpponent(session, state))) ||
    (state.open && line("Waiting for an opponent. The next player will join you here.")) ||
    sendOffer(session) ||
    (session.byLink && (unusedInvitation(session, state) ?? rematchOffer(view, state))) ||
    null
  );
}

/** @param {Session} session */
function freeSeat({ id }) {
  const join = () => joinGame(id).catch(sayError);
  return line("This game needs a second player. ", button("Join the game", join, { class: "act strong" }));
}

/** @param {Session} session @param {State} state */
function takebackRequest(session, { takeback }) {
  if (!takeback) return null;
  if (session.tokens[takeback.by])
    return line(`You asked ${inSentence(session.subject(3 - takeback.by))} if you can take back your move.`);
  const answer = (/** @type {boolean} */ accept) => session.request("takeback", { accept }, session.ownSeat);
  return line(
    `${session.subject(takeback.by)} wants to take back a move. `,
    button("Allow", () => answer(true), { class: "act strong" }),
    button("No", () => answer(false)),
  );
}

/** @param {Session} session @param {State} state */
function absentOpponent(session, { gone }) {
  const own = session.ownSeat;
  if (own === null || !gone?.[3 - own]) return null;
  return line(
    `${session.subject(3 - own)} has been away for a while. `,
    button("Claim the win", () => session.request("claim", {}, own), { class: "act strong" }),
  );
}

/** @param {Session} session @param {State} state */
function unusedInvitation(session, { vacant }) {
  const friend = invitation(session.id);
  if (!friend || !vacant.includes(Number(friend.seat))) return null;
  const invite = () => openInvitation(session.id, friend.token, session.state?.short_title ?? "");
  return line(
    `${session.subject(friend.seat)} is not here yet. `,
    button("Invite your friend", invite, { class: "act strong" }),
  );
}

/** @param {GameView} view @param {State} state */
function rematchOffer(view, { over, rematch }) {
  const offers = rematch?.offers ?? [];
  if (!over || !offers.length || rematch.next) return null;
  if (offers.some((seat) => view.session.tokens[seat]))
    return line("You asked for a rematch. It starts when your opponent agrees.");
  return line(
    `${view.session.subject(offers[0])} wants a rematch.`,
    button("Accept", () => view.rematch(), { class: "act strong" }),
  );
}
