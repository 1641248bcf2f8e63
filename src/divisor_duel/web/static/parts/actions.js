/** What else can be done: while the game runs, and when it has ended. */

import { confirmed, copy } from "../dialogs.js";
import { button, h, refill, the } from "../dom.js";
import { invitation, preference, tried } from "../keep.js";
import { join } from "../lobby.js";
import { openSetup } from "../setup.js";
import { exploreLink, placeOf } from "../study.js";
import { Node } from "../tree.js";
import { seatLink } from "./share.js";

/** @typedef {import("../table.js").Table} Table */

/** @param {Table} table */
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

/** The seat that asks: by link, one's own, whoever is to move. @param {Table} table */
function mine({ session }) {
  return session.seats.length === 1 ? session.seats[0] : undefined;
}

/** At one screen, the last move goes back, whoever made it. @param {Table} table */
function lastMover({ session }) {
  const state = session.state;
  if (!state?.ply) return undefined;
  return String(state.ply % 2 ? Number(state.first) : 3 - Number(state.first));
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

/** Tell a new offer to screen readers, too; one that stands is left alone. @param {HTMLElement|null} offer */
function drawOffer(offer) {
  const host = the("offers");
  const told = offer?.textContent ?? "";
  if (host.textContent === told) return;
  refill(host, offer);
  if (told) the("status").append(` ${told}.`);
}

/** What is wanted at every move, and what is wanted seldom. @param {Table} table */
function running(table) {
  const { session } = table;
  const state = /** @type {import("../port.js").State} */ (session.state);
  const does = actionsOf(table);
  const playing = !session.watching;
  const off = (/** @type {boolean} */ unless) => ({ disabled: unless ? null : true });
  return [
    [
      playing &&
        button(session.byLink ? "Ask to take back" : "Undo", does.undo, {
          "aria-keyshortcuts": "u",
          ...off(state.ply > 0),
        }),
      playing && !session.byLink && state.redo > 0 && button("Redo", does.redo, { "aria-keyshortcuts": "y" }),
      playing &&
        session.alone &&
        button("Hint", does.hint, {
          "aria-keyshortcuts": "h",
          "aria-busy": String(table.hinting),
          ...off(session.mayMove),
        }),
      state.values_allowed &&
        button("Values", does.values, { "aria-keyshortcuts": "v", "aria-pressed": String(table.values) }),
    ],
    [
      playing && !session.byLink && state.ply === 0 && button("Swap sides", does.swap),
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
      playing && button("Resign", does.resign, { class: "act plain" }),
      button("New game", does.fresh, { class: "act plain", "aria-keyshortcuts": "n" }),
    ],
  ];
}

/** One thing to do next, then the rest. @param {Table} table */
function ended(table) {
  const { session } = table;
  const state = /** @type {import("../port.js").State} */ (session.state);
  const does = actionsOf(table);
  const playing = !session.watching;
  return [
    [
      playing && button(state.rematch?.next ? "To the rematch" : "Rematch", does.rematch, { class: "act strong main" }),
      !table.reviewed && button("Review the game", () => table.review()),
      button("Share", () => table.share()),
      button("Another game", () => does.fresh(), { "aria-keyshortcuts": "n" }),
    ],
    [
      exploring(table),
      playing &&
        !session.byLink &&
        !state.resigned &&
        button("Undo", does.undo, {
          class: "act plain",
          "aria-keyshortcuts": "u",
          disabled: state.ply > 0 ? null : true,
        }),
      button("Values", does.values, {
        class: "act plain",
        "aria-keyshortcuts": "v",
        "aria-pressed": String(table.values),
      }),
    ],
  ];
}

/** To the exploration board, with what was tried before the game was taken up. @param {Table} table */
function exploring({ session }) {
  const state = /** @type {import("../port.js").State} */ (session.state);
  const kept = tried(session.id);
  const line = kept && new Node().read(kept).leading(state.played).write();
  return exploreLink(placeOf(state), "Explore", line);
}

/** Questions between two people far apart. @param {Table} table */
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
  const asked = state.takeback;
  if (asked && session.byLink) {
    if (session.tokens[asked.by])
      return h("p", { class: "offer" }, `You asked ${session.name(3 - asked.by)} to take back your move.`);
    const seat = mine(table);
    return h(
      "p",
      { class: "offer" },
      `${session.name(asked.by)} asks to take back a move. `,
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
