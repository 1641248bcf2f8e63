/** The buttons beside the board, during a game and after it, and offers between players. */

import { button, h, refill, the } from "../lib/dom.js";
import { invitation, savedVariations } from "../lib/storage.js";
import { MoveNode } from "../state/move-tree.js";
import { mover } from "../state/players.js";
import { hidesLegalMoves } from "../state/preferences.js";
import { confirmAction, copy } from "./dialogs.js";
import { joinGame } from "./lobby.js";
import { sayError } from "./messages.js";
import { openNewGameDialog } from "./new-game-dialog.js";
import { seatLink } from "./sharing.js";
import { exploreLink, positionRef } from "./study-board.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/** Return the actions by name. @param {GameView} view */
export function actionsOf(view) {
  const { session } = view;
  const ply = () => session.state?.ply ?? 0;
  return {
    undo: () => session.request("undo", { ply: ply() }, onlySeat(view) ?? lastMover(view)),
    redo: () => session.request("redo", { ply: ply() }),
    hint: () => view.hint(),
    values: () => view.toggleValues(),
    swap: () => session.request("swap"),
    fresh: () => {
      openNewGameDialog(session.state?.game ?? "");
    },
    rematch: () => view.rematch(),
    resign: async () => {
      if (await confirmAction("Resign this game?", "Resign", "The other player wins at once."))
        session.request("resign", {}, onlySeat(view));
    },
  };
}

/** Return the only seat held in this browser, or undefined if it holds both or none. @param {GameView} view */
function onlySeat({ session }) {
  return session.seats.length === 1 ? session.seats[0] : undefined;
}

/** Return the seat that moved last: at a shared screen, undo takes back either player's move. @param {GameView} view */
function lastMover({ session }) {
  const state = session.state;
  if (!state?.ply) return undefined;
  return String(mover(state, state.ply - 1));
}

/** @param {GameView} view */
export function drawActions(view) {
  const { session } = view;
  const state = session.state;
  if (!state) return;
  drawOffer(currentOffer(view));
  const [main, more] = state.over ? finishedButtons(view) : runningButtons(view);
  refill(the("actions"), h("div", { class: "buttons", role: "group", "aria-label": "Actions" }, main));
  refill(the("more"), h("div", { class: "buttons", role: "group", "aria-label": "More actions" }, more));
}

/** Show an offer and announce a new one to screen readers; leave an unchanged one alone. @param {HTMLElement|null} offer */
function drawOffer(offer) {
  const host = the("offers");
  const text = offer?.textContent ?? "";
  if (host.textContent === text) return;
  refill(host, offer);
  if (text) the("status").append(` ${text}.`);
}

/** Draw the main and the further buttons of a game in progress. @param {GameView} view */
function runningButtons(view) {
  const { session } = view;
  const state = /** @type {import("../api/client.js").State} */ (session.state);
  const actions = actionsOf(view);
  const playing = !session.watching;
  const off = (/** @type {boolean} */ unless) => ({ disabled: unless ? null : true });
  return [
    [
      playing &&
        button(session.byLink ? "Ask to take back" : "Undo", actions.undo, {
          "aria-keyshortcuts": "u",
          ...off(state.ply > 0),
        }),
      playing && !session.byLink && state.redo > 0 && button("Redo", actions.redo, { "aria-keyshortcuts": "y" }),
      playing &&
        session.againstComputer &&
        button("Hint", actions.hint, {
          "aria-keyshortcuts": "h",
          "aria-busy": String(view.hinting),
          ...off(session.mayMove),
        }),
      state.values_allowed &&
        button("Values", actions.values, { "aria-keyshortcuts": "v", "aria-pressed": String(view.values) }),
    ],
    [
      playing && !session.byLink && state.ply === 0 && button("Swap sides", actions.swap),
      playing &&
        button("Find it yourself", () => view.toggleMarking(), {
          class: "act plain",
          "aria-pressed": String(hidesLegalMoves()),
          title: "Legal moves are not marked",
        }),
      playing &&
        session.againstComputer &&
        !view.coachPlays &&
        button("Coach", () => view.toggleCoach(), {
          class: "act plain",
          "aria-pressed": String(view.coaching),
          title: "Asks before you give a win away",
        }),
      state.values_allowed && exploreButton(view),
      playing && button("Resign", actions.resign, { class: "act plain" }),
      button("New game", actions.fresh, { class: "act plain", "aria-keyshortcuts": "n" }),
    ],
  ];
}

/** Draw the main and the further buttons of a finished game. @param {GameView} view */
function finishedButtons(view) {
  const { session } = view;
  const state = /** @type {import("../api/client.js").State} */ (session.state);
  const actions = actionsOf(view);
  const playing = !session.watching;
  return [
    [
      playing &&
        button(state.rematch?.next ? "To the rematch" : "Rematch", actions.rematch, { class: "act strong main" }),
      !view.reviewed && button("Review the game", () => view.review()),
      button("Share", () => view.share()),
      button("Another game", () => actions.fresh(), { "aria-keyshortcuts": "n" }),
    ],
    [
      exploreButton(view),
      playing &&
        !session.byLink &&
        !state.resigned &&
        button("Undo", actions.undo, {
          class: "act plain",
          "aria-keyshortcuts": "u",
          disabled: state.ply > 0 ? null : true,
        }),
      button("Values", actions.values, {
        class: "act plain",
        "aria-keyshortcuts": "v",
        "aria-pressed": String(view.values),
      }),
    ],
  ];
}

/** Draw the link to explore the position, with the variations tried before the game. @param {GameView} view */
function exploreButton({ session }) {
  const state = /** @type {import("../api/client.js").State} */ (session.state);
  const saved = savedVariations(session.id);
  const line = saved && new MoveNode().read(saved).promote(state.played).write();
  return exploreLink(positionRef(state), "Explore", line);
}

/** Draw what awaits a player's answer in a game by link, if anything. @param {GameView} view */
function currentOffer(view) {
  const { session } = view;
  const state = session.state;
  if (!state) return null;
  if (session.watching && state.open)
    return h(
      "p",
      { class: "offer" },
      "This game waits for an opponent. ",
      button("Join it", () => joinGame(session.id).catch(sayError), { class: "act strong" }),
    );
  if (session.watching) return null;
  const { takeback } = state;
  if (takeback && session.byLink) {
    if (session.tokens[takeback.by])
      return h("p", { class: "offer" }, `You asked ${session.name(3 - takeback.by)} to take back your move.`);
    const seat = onlySeat(view);
    return h(
      "p",
      { class: "offer" },
      `${session.name(takeback.by)} asks to take back a move. `,
      button("Allow", () => session.request("takeback", { accept: true }, seat), { class: "act strong" }),
      button("Refuse", () => session.request("takeback", { accept: false }, seat)),
    );
  }
  const own = session.ownSeat;
  if (session.byLink && own !== null && state.gone?.[3 - own]) {
    return h(
      "p",
      { class: "offer" },
      `${session.name(3 - own)} has been gone for a while. `,
      button("Claim the win", () => session.request("claim", {}, onlySeat(view)), { class: "act strong" }),
    );
  }
  if (state.open) return h("p", { class: "offer" }, "Waiting for an opponent: whoever looks for one joins you here.");
  const friend = invitation(session.id);
  if (session.byLink && friend && state.vacant.includes(Number(friend.seat))) {
    return h(
      "p",
      { class: "offer" },
      `${session.name(friend.seat)} is not here yet. `,
      button("Copy the link for your friend", () => copy(seatLink(session.id, friend.token), view.say, "Link"), {
        class: "act strong",
      }),
    );
  }
  const offers = state.rematch?.offers ?? [];
  if (session.byLink && state.over && offers.length && !state.rematch.next) {
    const own = offers.some((seat) => session.tokens[seat]);
    return h(
      "p",
      { class: "offer" },
      own ? "You offered a rematch." : `${session.name(offers[0])} offers a rematch.`,
      !own && button("Accept", () => view.rematch(), { class: "act strong" }),
    );
  }
  return null;
}
