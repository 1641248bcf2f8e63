/** Following a rematch to the next game. */

import { h, refill, the } from "../lib/dom.js";
import * as keep from "../lib/storage.js";
import { AT } from "../lib/addresses.js";
import { getState } from "../api/client.js";

/** @typedef {import("./game-view.js").Table} Table */

/** Open the next game with the seats held in this browser. @param {Table} table */
export async function follow(table) {
  const { session } = table;
  if (table.leaving) return;
  table.leaving = true;
  const next = session.state?.rematch.next;
  const id = typeof next === "string" ? next : next.id;
  /** @type {keep.Tokens} */
  const tokens = {};
  for (const seat of session.seats) {
    const rematch = (await getState(session.id, session.tokens[seat])).rematch?.next;
    Object.assign(tokens, rematch?.seats ?? {});
    if (rematch?.seat_token_for_you) tokens[seat] = rematch.seat_token_for_you;
  }
  if (session.watching) {
    refill(the("notice"), h("p", { class: "notice" }, h("a", { href: AT.game(id) }, "Watch the rematch")));
    return;
  }
  keep.keepTokens(id, tokens);
  location.href = AT.game(id);
}
