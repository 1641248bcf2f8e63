/** Sharing: links to seats and for watching, pictures, and records to copy and paste. */

import { PAGES, absoluteUrl, embedPath, exploreAddress } from "../lib/addresses.js";
import { button, h, refill, the } from "../lib/dom.js";
import { invitation, saveTokens, saveVariations } from "../lib/storage.js";
import { getPicture, getRecord, openRecord, readTree, storesGames, writeTree } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { copy, openDialog } from "./dialogs.js";
import { seatLink } from "./invitation.js";
import { loopbackWarning, onLoopback } from "./loopback-warning.js";
import { say } from "./messages.js";
import { positionRef } from "./study-board.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/** @param {GameView} view */
export function drawLinks(view) {
  const { session } = view;
  const state = session.state;
  const host = the("share");
  if (!state || !session.byLink) return refill(host);
  if (session.watching) return refill(host, h("p", { class: "aside" }, "You are watching this game."));
  const friend = invitation(session.id);
  const own = session.seats[0];
  refill(
    host,
    h("h2", null, "Links"),
    onLoopback && h("p", { class: "aside" }, "They work on this computer only."),
    h(
      "ul",
      { class: "links" },
      friend &&
        state.vacant?.includes(Number(friend.seat)) &&
        linkItem("For your friend", seatLink(session.id, friend.token), "The first person to join plays against you."),
      linkItem("For watching", absoluteUrl(PAGES.game(session.id)), "Send it to anyone."),
      linkItem(
        "For you",
        seatLink(session.id, session.tokens[own]),
        "Play on another device. Don\u2019t share this one.",
      ),
    ),
  );
}

/** @param {string} what @param {string} address @param {string} use */
function linkItem(what, address, use) {
  return h(
    "li",
    null,
    h("div", null, h("b", null, what), h("span", { class: "aside" }, use)),
    button("Copy", () => copy(address, say, `Link (${what.toLowerCase()})`), {
      "aria-label": `Copy link: ${what}`,
      data: { key: what, address },
    }),
  );
}

/**
 * Open a dialog to share something: its link, its picture and a QR code.
 * @param {{title: string, explained: string, path: string, embed?: string, picture: Promise<string>, more?: (say: (text:
 * string) => void) => HTMLElement}} what `embed`: the path of the page that other sites may frame
 */
export function openShareDialog({ title, explained, path, embed, picture, more }) {
  const address = absoluteUrl(path);
  const notice = h("p", { class: "notice", role: "status" });
  const say = (/** @type {string} */ text) => {
    notice.textContent = text;
  };
  openDialog(
    title,
    h("p", null, explained),
    loopbackWarning("To open it on another device"),
    h("p", { class: "address" }, address),
    h(
      "p",
      { class: "buttons" },
      button("Copy link", () => copy(address, say, "Link"), { class: "act strong" }),
      more?.(say),
      !storesGames &&
        embed &&
        button("Copy the code for a web page", () => copy(embedCode(embed), say, "Code"), {
          title: "A frame that shows this on your own web page",
        }),
      withAddress(h("a", { class: "act", download: "divisor-duel.png" }, "Picture"), "href", picture),
    ),
    notice,
    withAddress(
      h("img", { class: "code", alt: "The link as a QR code", width: 200, height: 200 }),
      "src",
      getPicture("code", { path }),
    ),
  );
}

/** Return the HTML that shows a page of ours in a frame on another site. @param {string} path */
function embedCode(path) {
  const address = absoluteUrl(embedPath(path)).replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return `<iframe src="${address}" title="Divisor Duel" width="720" height="640" style="border: 0" loading="lazy"></iframe>`;
}

/** Return an element whose attribute is set when its address is known. @param {Element} element @param {string} name @param {Promise<string>} address */
function withAddress(element, name, address) {
  address.then((value) => element.setAttribute(name, value));
  return element;
}

/** Open the dialog to share a game. @param {GameView} view */
export function shareGame(view) {
  const { id, state } = view.session;
  if (storesGames && state && !view.session.byLink) {
    const position = positionRef(state);
    return sharePosition(position, exploreAddress(position), "Share this position");
  }
  openShareDialog({
    title: "Share this game",
    explained: "Anyone with the link can watch. Only the players can move.",
    path: PAGES.game(id),
    embed: state ? exploreAddress(positionRef(state)) : PAGES.explore,
    picture: getPicture("game", { id }),
    more: (say) => button("Copy the moves", () => copyRecord(view, say)),
  });
}

/** Open the dialog to share a position. @param {import("../api/client.js").PositionRef} position @param {string} path @param {string} title */
export function sharePosition(position, path, title) {
  openShareDialog({
    title,
    explained: "The link opens the same position.",
    path,
    embed: path,
    picture: getPicture("position", position),
    more: (say) => button("Copy the moves", () => copyPositionRecord(position, say)),
  });
}

/** Copy the moves to a position, as text. @param {import("../api/client.js").PositionRef} place @param {(text: string, kind?: string) => void} say */
async function copyPositionRecord({ game, options, first, position = "", moves }, say) {
  try {
    const tree = { game, options, first: Number(first), position, line: moves.join(".") };
    await copy(await writeTree(tree), say, "Moves");
  } catch (error) {
    say(errorText(error), "refusal");
  }
}

/** Copy the record of a game. @param {GameView} view @param {(text: string, kind?: string) => void} say */
async function copyRecord(view, say) {
  try {
    await copy(await getRecord(view.session.id), say, "Moves");
  } catch (error) {
    say(errorText(error), "refusal");
  }
}

/** @param {GameView} view */
export function drawRecord(view) {
  refill(
    the("record"),
    h("h2", null, "Moves as text"),
    h(
      "p",
      { class: "buttons" },
      button("Copy the moves", () => copyRecord(view, say)),
      button("Paste moves", () => pasteRecord()),
    ),
  );
}

/** Save the variations of a pasted record with its game. @param {string} id @param {string} text */
async function saveRecordVariations(id, text) {
  const { line } = await readTree(text).catch(() => ({ line: "" }));
  if (line.includes("(")) saveVariations(id, line);
}

/** Open the dialog that reads a game from its record. */
export function pasteRecord() {
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { id: "pasted", rows: 9, spellcheck: "false" }));
  const wrong = h("p", { class: "notice refusal", role: "alert" });
  const dialog = openDialog(
    "Paste moves",
    h("label", { for: "pasted" }, "Paste the text of a game that you copied here or saved with the duel command."),
    area,
    wrong,
    h(
      "p",
      { class: "buttons" },
      button(
        "Play it",
        async () => {
          try {
            const game = await openRecord(area.value);
            saveTokens(game.id, game.seats ?? {});
            await saveRecordVariations(game.id, area.value);
            location.href = PAGES.game(game.id);
          } catch (error) {
            wrong.textContent = errorText(error);
          }
        },
        { class: "act strong" },
      ),
      button("Explore it", async () => {
        try {
          const { line, ...place } = await readTree(area.value);
          dialog.close();
          location.href = exploreAddress(place, line);
        } catch (error) {
          wrong.textContent = errorText(error);
        }
      }),
      button("Cancel", () => dialog.close(), { class: "act plain" }),
    ),
  );
}
