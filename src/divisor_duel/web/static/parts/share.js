/** Links: the friend's seat, one's own, and the one to watch. The record, out and in. */

import { getRecord, openRecord } from "../port.js";
import { copy, sheet } from "../dialogs.js";
import { button, h, refill, the } from "../dom.js";
import { invitation, keepTokens } from "../keep.js";
import { told } from "../trouble.js";

/** @typedef {import("../play.js").Table} Table */

/** The address of a seat; the fragment never reaches a server. @param {string} id @param {string} token */
export const seatLink = (id, token) => `${location.origin}/g/${id}#seat=${token}`;

/** @param {Table} table */
export function drawShare(table) {
  const { session } = table;
  const state = session.state;
  const host = the("share");
  if (!state || !session.byLink) return refill(host);
  if (session.watching) return refill(host, h("p", { class: "aside" }, "You are watching this game."));
  const friend = invitation(session.id);
  const own = session.seats[0];
  refill(host, h("h2", null, "Links"), h("ul", { class: "links" },
    friend && state.vacant?.includes(Number(friend.seat)) && link(table, `Seat of ${session.name(friend.seat)}`, seatLink(session.id, friend.token), "Send it to your friend; whoever opens it plays."),
    link(table, "To watch", `${location.origin}/g/${session.id}`, "For anyone."),
    link(table, "Your own seat", seatLink(session.id, session.tokens[own]), "To go on at another device; keep it to yourself.")));
}

/** @param {Table} table @param {string} what @param {string} address @param {string} use */
function link(table, what, address, use) {
  return h("li", null, h("div", null, h("b", null, what), h("span", { class: "aside" }, use)),
    button("Copy", () => copy(address, table.say, `Link (${what.toLowerCase()})`), { "aria-label": `Copy link: ${what}`, data: { key: what, address } }));
}

/** The game to pass on. @param {Table} table */
export function openShare(table) {
  const address = `${location.origin}/g/${table.session.id}`;
  const told = h("p", { class: "notice", role: "status" });
  const say = (/** @type {string} */ text) => { told.textContent = text; };
  const dialog = sheet("Share this game", h("p", null, "Whoever opens the link sees the game; only the players can move."),
    h("p", { class: "address" }, address),
    h("p", { class: "buttons" }, button("Copy link", () => copy(address, say, "Link"), { class: "act strong" }),
      button("Copy the record", () => copyRecord(table, say)), button("Close", () => dialog.close(), { class: "act plain" })), told);
}

/** @param {Table} table @param {(told: string, kind?: string) => void} say */
async function copyRecord(table, say) {
  try {
    await copy(await getRecord(table.session.id), say, "Record");
  } catch (error) {
    say(told(error), "refusal");
  }
}

/** @param {Table} table */
export function drawRecord(table) {
  refill(the("record"), h("h2", null, "Record"), h("p", { class: "buttons" },
    button("Copy record", () => copyRecord(table, table.say)),
    button("Paste a record", () => pasteRecord())));
}

/** Open a game from its text. */
export function pasteRecord() {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "pasted", rows: 9, spellcheck: "false" }));
  const wrong = h("p", { class: "notice refusal", role: "alert" });
  const dialog = sheet("Paste a record", h("label", { for: "pasted" }, "A game as text, as copied here or written by the duel command"), area, wrong,
    h("p", { class: "buttons" }, button("Open", async () => {
      try {
        const made = await openRecord(area.value);
        keepTokens(made.id, made.seats ?? {});
        location.href = `/g/${made.id}`;
      } catch (error) {
        wrong.textContent = told(error);
      }
    }, { class: "act strong" }), button("Cancel", () => dialog.close())));
}
