/** Following a rematch to the next game. */

import { PAGES } from "../lib/addresses.js";
import { h, refill, the } from "../lib/dom.js";
import * as storage from "../lib/storage.js";
import { getState } from "../api/client.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/** Open the next game with the seats held in this browser. @param {GameView} view */
export async function openRematch(view) {
  const { session } = view;
  const id = session.state?.rematch.next?.id;
  if (view.leaving || !id) return;
  view.leaving = true;
  /** @type {storage.Tokens} */
  const tokens = {};
  for (const seat of session.seats) {
    const rematch = (await getState(session.id, session.tokens[seat])).rematch?.next;
    if (rematch?.seat_token_for_you) tokens[seat] = rematch.seat_token_for_you;
  }
  if (session.watching) {
    refill(the("notice"), h("p", { class: "notice" }, h("a", { href: PAGES.game(id) }, "Watch the rematch")));
    return;
  }
  storage.saveTokens(id, tokens);
  location.href = PAGES.game(id);
}
