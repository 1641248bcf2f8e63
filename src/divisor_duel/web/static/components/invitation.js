/** An invitation to a game by link: the link for the friend, and the page where the friend joins. */

import { PAGES, absoluteUrl } from "../lib/addresses.js";
import { button, h, refill, showBusy, the } from "../lib/dom.js";
import * as storage from "../lib/storage.js";
import { changeGame, getPicture, getState } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { isDefaultName } from "../state/players.js";
import { copy, openDialog } from "./dialogs.js";
import { optionsText } from "./game-status.js";
import { loopbackWarning } from "./loopback-warning.js";

/** @typedef {import("../api/client.js").State} State */

/** Return the path of a seat; its token is in the fragment, which no page request contains. @param {string} id @param {string} token */
const seatPath = (id, token) => `${PAGES.game(id)}#seat=${token}`;

/** Return the address of a seat. @param {string} id @param {string} token */
export const seatLink = (id, token) => absoluteUrl(seatPath(id, token));

/** Show the link for a friend, with a QR code and a share button. @param {string} id @param {string} token @param {string} title the game's */
export function openInvitation(id, token, title) {
  const address = seatLink(id, token);
  const notice = h("p", { class: "notice", role: "status" });
  const say = (/** @type {string} */ text) => {
    notice.textContent = text;
  };
  const code = h("img", { class: "code", alt: "The link as a QR code", width: 200, height: 200 });
  getPicture("code", { path: seatPath(id, token) }).then((source) => code.setAttribute("src", source));
  const dialog = openDialog(
    "Invite a friend",
    h("p", null, "Send this link to your friend. The game starts when they press Join."),
    loopbackWarning("To play from another device"),
    h("p", { class: "address" }, address),
    h(
      "p",
      { class: "buttons" },
      "share" in navigator &&
        button(
          "Share",
          () =>
            navigator
              .share({ title: `Play ${title} with me`, url: address })
              .catch(() => say("The link was not shared.")),
          { class: "act strong" },
        ),
      button("Copy link", () => copy(address, say, "Link"), { class: "act strong" }),
    ),
    notice,
    code,
  );
  dialog.classList.add("invite");
}

/**
 * Show the page of an invitation, and take the seat if the reader joins.
 * @param {string} id @param {string} invitation
 */
export async function receiveInvitation(id, invitation) {
  const state = await getState(id, null);
  if (Object.keys(storage.tokens(id)).length) return ownInvitation();
  const host = the("invitation");
  const settled = new Promise((resolve) => {
    refill(host, state.vacant.length && !state.over ? joinForm(id, invitation, state, resolve) : spent(state, resolve));
  });
  host.hidden = false;
  the("status").textContent = host.querySelector("h1")?.textContent ?? "";
  await settled;
  host.hidden = true;
  refill(host);
}

/** Say that the player who made the invitation opened it. */
function ownInvitation() {
  openDialog(
    "This link is for your friend",
    h("p", null, "You made this game, so you have a seat already. Send the link to your friend, who then joins."),
  );
}

/** Return who invites. @param {State} state */
function inviter(state) {
  const name = state.names?.[state.vacant[0] === 1 ? 2 : 1];
  return name && !isDefaultName(name) ? name : "";
}

/** @param {string} id @param {string} invitation @param {State} state @param {(value?: unknown) => void} done */
function joinForm(id, invitation, state, done) {
  const host = inviter(state);
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "joiner", maxlength: 40, autocomplete: "nickname" }));
  name.value = storage.preference("name", "");
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const submit = h("button", { type: "submit", class: "act strong main" }, "Join");
  const join = async () => {
    const token = storage.joinToken(id);
    const called = name.value.trim();
    storage.savePreference("name", called);
    const { you } = await changeGame(id, "join", { invitation, token, ...(called && { name: called }) }, null);
    if (you) storage.saveTokens(id, { [you]: token });
    done();
  };
  return h(
    "form",
    {
      class: "invited",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        showBusy(submit, join()).catch((error) => {
          trouble.textContent = errorText(error);
        });
      },
    },
    h("h1", null, host ? `${host} invites you to ${state.short_title}` : `You are invited to ${state.short_title}`),
    h("p", { class: "lead" }, state.summary),
    h("p", { class: "aside" }, optionsText(state)),
    h("label", { for: "joiner" }, "Your name", name),
    trouble,
    h("p", { class: "buttons" }, submit, button("Just watch", done, { class: "act plain" })),
  );
}

/** Say that an invitation was used before. @param {State} state @param {(value?: unknown) => void} done */
function spent(state, done) {
  return h(
    "div",
    { class: "invited" },
    h("h1", null, state.over ? "This game is over" : "Someone has already joined this game"),
    h("p", null, "An invitation works once. You can watch, or ask your friend for a new one."),
    h(
      "p",
      { class: "buttons" },
      button("Watch the game", done, { class: "act strong" }),
      h("a", { class: "act", href: PAGES.home }, "Play another game"),
    ),
  );
}
