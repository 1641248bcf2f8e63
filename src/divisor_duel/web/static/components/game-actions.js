/** The buttons under the board, during a game and after it. */

import { button, h, refill, the } from "../lib/dom.js";
import { savedVariations } from "../lib/storage.js";
import { MoveNode } from "../state/move-tree.js";
import { mover } from "../state/players.js";
import { hidesLegalMoves } from "../state/preferences.js";
import { confirmAction } from "./dialogs.js";
import { openNewGameDialog } from "./new-game-dialog.js";
import { notifyButton } from "./notifications.js";
import { drawOffer } from "./offers.js";
import { exploreLink, positionRef } from "./study-board.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/** Return the actions by name. @param {GameView} view */
export function actionsOf(view) {
  const { session } = view;
  const ply = () => session.state?.ply ?? 0;
  return {
    undo: () => session.request("undo", { ply: ply() }, session.ownSeat ?? lastMover(session)),
    redo: () => session.request("redo", { ply: ply() }),
    hint: () => view.hint(),
    values: () => view.toggleValues(),
    swap: () => session.request("swap"),
    fresh: () => {
      openNewGameDialog(session.state?.game ?? "");
    },
    rematch: () => view.rematch(),
    resign: async () => {
      if (await confirmAction("Resign this game?", "Resign", "Your opponent wins at once."))
        session.request("resign", {}, session.ownSeat);
    },
  };
}

/** Return the seat that moved last: at a shared screen, undo takes back either player's move. @param {import("../state/session.js").Session} session */
function lastMover({ state }) {
  return state?.ply ? mover(state, state.ply - 1) : null;
}

/** @param {GameView} view */
export function drawActions(view) {
  const { session } = view;
  const state = session.state;
  if (!state) return;
  drawOffer(view);
  const [main, more] = state.over ? finishedButtons(view) : runningButtons(view);
  refill(the("actions"), h("div", { class: "buttons", role: "group", "aria-label": "Actions" }, main));
  refill(the("more"), h("div", { class: "buttons", role: "group", "aria-label": "More actions" }, more));
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
        (session.byLink || !view.inRoom || state.values_allowed) &&
        button(session.byLink ? "Ask to take back" : "Undo", actions.undo, {
          "aria-keyshortcuts": "u",
          ...off(state.ply > 0),
        }),
      playing && !session.byLink && state.redo > 0 && button("Redo", actions.redo, { "aria-keyshortcuts": "y" }),
      playing &&
        state.values_allowed &&
        button("Hint", actions.hint, {
          "aria-keyshortcuts": "h",
          "aria-busy": String(view.hinting),
          ...off(session.mayMove),
        }),
      state.values_allowed &&
        button("Values", actions.values, {
          "aria-keyshortcuts": "v",
          "aria-pressed": String(view.values),
          title: "Shows who wins after each move",
        }),
    ],
    [
      playing && !session.byLink && !view.inRoom && state.ply === 0 && button("Swap sides", actions.swap),
      playing &&
        button("Don\u2019t mark legal moves", () => view.toggleMarking(), {
          class: "act plain",
          "aria-pressed": String(hidesLegalMoves()),
          title: "Find the legal moves yourself",
        }),
      playing &&
        state.values_allowed &&
        !view.coachPlays &&
        button("Coach", () => view.toggleCoach(), {
          class: "act plain",
          "aria-pressed": String(view.coaching),
          title: "Warns you before you throw away a win",
        }),
      state.values_allowed && exploreButton(view),
      playing && session.byLink && !view.inRoom && notifyButton(),
      playing && button("Resign", actions.resign, { class: "act plain" }),
      !view.inRoom && button("New game", actions.fresh, { class: "act plain", "aria-keyshortcuts": "n" }),
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
        !view.inRoom &&
        button(state.rematch?.next ? "Go to the rematch" : "Rematch", actions.rematch, { class: "act strong main" }),
      !view.reviewed && button("Review the game", () => view.review()),
      !view.inRoom && button("Share", () => view.share()),
      !view.inRoom && button("Another game", () => actions.fresh(), { "aria-keyshortcuts": "n" }),
    ],
    [
      exploreButton(view),
      playing &&
        !session.byLink &&
        !view.inRoom &&
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
