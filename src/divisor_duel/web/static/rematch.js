/** The game after this one. */

import { h, refill, the } from "./dom.js";
import * as keep from "./keep.js";
import { AT } from "./place.js";
import { getState } from "./port.js";

/** @typedef {import("./table.js").Table} Table */

/** Go to the next game once there is one, with the seats held here. @param {Table} table */
export async function follow(table) {
  const { session } = table;
  if (table.leaving) return;
  table.leaving = true;
  const next = session.state?.rematch.next;
  const id = typeof next === "string" ? next : next.id;
  /** @type {keep.Tokens} */
  const held = {};
  for (const seat of session.seats) {
    const seen = (await getState(session.id, session.tokens[seat])).rematch?.next;
    Object.assign(held, seen?.seats ?? {});
    if (seen?.seat_token_for_you) held[seat] = seen.seat_token_for_you;
  }
  if (session.watching) {
    refill(the("notice"), h("p", { class: "notice" }, h("a", { href: AT.game(id) }, "Watch the rematch")));
    return;
  }
  keep.keepTokens(id, held);
  location.href = AT.game(id);
}
