/** The buttons beside the board, during a game and after it, and offers between players. */

import { confirmed, copy } from "./dialogs.js";
import { button, h, refill, the } from "../lib/dom.js";
import { invitation, preference, tried } from "../lib/storage.js";
import { join } from "./lobby.js";
import { openSetup } from "./new-game-dialog.js";
import { exploreLink, placeOf } from "./study-board.js";
import { mover } from "../state/players.js";
import { Node } from "../state/move-tree.js";
import { seatLink } from "./sharing.js";

/** @typedef {import("./game-view.js").Table} Table */

/** Return the actions by name. @param {Table} table */
export function actionsOf(table) {
  const { session } = table;
  const ply = () => session.state?.ply ?? 0;
  return {
    undo: () => session.ask("undo", { ply: ply() }, mine(table) ?? lastMover(table)),
    redo: () => session.ask("redo", { ply: ply() }),
    hint: () => table.hint(),
    values: () => table.toggleValues(),
    swap: () => session.ask("swap"),
    fresh: () => {
      openSetup(session.state?.game ?? "");
    },
    rematch: () => table.rematch(),
    resign: async () => {
      if (await confirmed("Resign this game?", "Resign", "The other player wins at once."))
        session.ask("resign", {}, mine(table));
    },
  };
}

/** Return the only seat held in this browser, or undefined if it holds both or none. @param {Table} table */
function mine({ session }) {
  return session.seats.length === 1 ? session.seats[0] : undefined;
}

/** Return the seat that moved last: at a shared screen, undo takes back either player's move. @param {Table} table */
function lastMover({ session }) {
  const state = session.state;
  if (!state?.ply) return undefined;
  return String(mover(state, state.ply - 1));
}

/** @param {Table} table */
export function drawActions(table) {
  const { session } = table;
  const state = session.state;
  if (!state) return;
  drawOffer(offers(table));
  const [main, more] = state.over ? ended(table) : running(table);
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

/** Draw the main and the further buttons of a game in progress. @param {Table} table */
function running(table) {
  const { session } = table;
  const state = /** @type {import("../api/client.js").State} */ (session.state);
  const actions = actionsOf(table);
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
        session.alone &&
        button("Hint", actions.hint, {
          "aria-keyshortcuts": "h",
          "aria-busy": String(table.hinting),
          ...off(session.mayMove),
        }),
      state.values_allowed &&
        button("Values", actions.values, { "aria-keyshortcuts": "v", "aria-pressed": String(table.values) }),
    ],
    [
      playing && !session.byLink && state.ply === 0 && button("Swap sides", actions.swap),
      playing &&
        button("Find it yourself", () => table.toggleFinding(), {
          class: "act plain",
          "aria-pressed": String(preference("find", false)),
          title: "Legal moves are not marked",
        }),
      playing &&
        session.alone &&
        !table.coachPlays &&
        button("Coach", () => table.toggleCoach(), {
          class: "act plain",
          "aria-pressed": String(table.coaching),
          title: "Asks before you give a win away",
        }),
      state.values_allowed && exploring(table),
      playing && button("Resign", actions.resign, { class: "act plain" }),
      button("New game", actions.fresh, { class: "act plain", "aria-keyshortcuts": "n" }),
    ],
  ];
}

/** Draw the main and the further buttons of a finished game. @param {Table} table */
function ended(table) {
  const { session } = table;
  const state = /** @type {import("../api/client.js").State} */ (session.state);
  const actions = actionsOf(table);
  const playing = !session.watching;
  return [
    [
      playing &&
        button(state.rematch?.next ? "To the rematch" : "Rematch", actions.rematch, { class: "act strong main" }),
      !table.reviewed && button("Review the game", () => table.review()),
      button("Share", () => table.share()),
      button("Another game", () => actions.fresh(), { "aria-keyshortcuts": "n" }),
    ],
    [
      exploring(table),
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
        "aria-pressed": String(table.values),
      }),
    ],
  ];
}

/** Draw the link to explore the position, with the variations tried before the game. @param {Table} table */
function exploring({ session }) {
  const state = /** @type {import("../api/client.js").State} */ (session.state);
  const saved = tried(session.id);
  const line = saved && new Node().read(saved).leading(state.played).write();
  return exploreLink(placeOf(state), "Explore", line);
}

/** Draw what awaits a player's answer in a game by link, if anything. @param {Table} table */
function offers(table) {
  const { session } = table;
  const state = session.state;
  if (!state) return null;
  if (session.watching && state.open)
    return h(
      "p",
      { class: "offer" },
      "This game waits for an opponent. ",
      button("Join it", () => join(session.id).catch((error) => table.failed(error)), { class: "act strong" }),
    );
  if (session.watching) return null;
  const { takeback } = state;
  if (takeback && session.byLink) {
    if (session.tokens[takeback.by])
      return h("p", { class: "offer" }, `You asked ${session.name(3 - takeback.by)} to take back your move.`);
    const seat = mine(table);
    return h(
      "p",
      { class: "offer" },
      `${session.name(takeback.by)} asks to take back a move. `,
      button("Allow", () => session.ask("takeback", { accept: true }, seat), { class: "act strong" }),
      button("Refuse", () => session.ask("takeback", { accept: false }, seat)),
    );
  }
  const own = session.mine;
  if (session.byLink && own !== null && state.gone?.[3 - own]) {
    return h(
      "p",
      { class: "offer" },
      `${session.name(3 - own)} has been gone for a while. `,
      button("Claim the win", () => session.ask("claim", {}, mine(table)), { class: "act strong" }),
    );
  }
  if (state.open) return h("p", { class: "offer" }, "Waiting for an opponent: whoever looks for one joins you here.");
  const friend = invitation(session.id);
  if (session.byLink && friend && state.vacant.includes(Number(friend.seat))) {
    return h(
      "p",
      { class: "offer" },
      `${session.name(friend.seat)} is not here yet. `,
      button("Copy the link for your friend", () => copy(seatLink(session.id, friend.token), table.say, "Link"), {
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
      !own && button("Accept", () => table.rematch(), { class: "act strong" }),
    );
  }
  return null;
}
