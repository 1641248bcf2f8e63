/** Playing a friend without a server: each move is sent as a link, which holds the whole game. */

import { PAGES } from "../lib/addresses.js";
import { button, h, refill, the } from "../lib/dom.js";
import { pack, unpack } from "../lib/packing.js";
import * as storage from "../lib/storage.js";
import { getPicture, getRecord, receiveGame, storesGames } from "../api/client.js";
import { NoResponseError, RejectedError } from "../api/errors.js";
import { sayError } from "./messages.js";
import { openShareDialog } from "./sharing.js";

/** @typedef {import("../state/session.js").Session} Session */

/** Store the game in this page's link, if it holds one, then remove it from the address. @param {string} id */
export async function receiveMove(id) {
  if (!storesGames) return;
  addEventListener("hashchange", () => location.reload()); // another link to the same game
  const parts = new URLSearchParams(location.hash.slice(1));
  const code = parts.get("sent");
  if (!code) return;
  refill(the("turn"), "One moment\u2026");
  try {
    const text = await unpack(code).catch(() => {
      throw new RejectedError("This link is incomplete.");
    });
    const game = await receiveGame({ id, text, seat: Number(parts.get("to")) });
    storage.saveTokens(id, game.seats);
  } catch (error) {
    if (error instanceof NoResponseError) throw error; // the address still holds the game for the next try
    forgetCode();
    throw error;
  }
  forgetCode();
}

/** Remove the game from this page's address. */
const forgetCode = () => history.replaceState(null, "", `${location.pathname}${location.search}`);

/** Open the dialog with the link for the opponent. @param {Session} session */
async function sendMove({ id, ownSeat }) {
  try {
    const code = await pack(await getRecord(id));
    openShareDialog({
      title: "Send your move",
      explained: "Your friend opens this link, moves, and sends you a link back.",
      path: `${PAGES.game(id)}#sent=${code}&to=${3 - Number(ownSeat)}`,
      picture: getPicture("game", { id }),
    });
  } catch (error) {
    sayError(error);
  }
}

/** Draw the offer to send the game, once the opponent is to move. @param {Session} session */
export function sendOffer(session) {
  const { state, ownSeat } = session;
  if (!storesGames || !state || session.byLink || !session.twoPeople || ownSeat === null) return null;
  if (!state.over && state.to_move === ownSeat) return null;
  return h(
    "p",
    { class: "offer" },
    state.over ? "The game is over. Send it to your friend. " : "Send your move to your friend. ",
    button("Send move", () => sendMove(session), { class: "act strong" }),
  );
}
