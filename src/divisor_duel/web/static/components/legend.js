/** What the marks on the board mean, for a player's first games. */

import { button, h, refill, the } from "../lib/dom.js";
import * as storage from "../lib/storage.js";

/** Most set-ups a player has tried who still sees the legend. */
const FIRST_GAMES = 4;

/** The marks: what to look for on the board, the classes of a sample, what it means. */
const MARKS = [
  [".tile.legal:not([class*='value-'])", "legal", "you can play it"],
  [".tile.still", "still", "not allowed now"],
  [".tile.taken.player-1", "taken player-1", "Player 1 took it"],
  [".tile.taken.player-2", "taken player-2", "Player 2 took it"],
  [".tile.gone", "gone", "gone"],
  [".tile.value-win", "legal value-win", "you win after it"],
  [".tile.value-loss", "legal value-loss", "you lose after it"],
];

/** Draw the marks that the board shows now. @param {import("../state/session.js").Session} session */
export function drawLegend(session) {
  const board = the("board");
  const shown = MARKS.filter(([where]) => board.querySelector(where));
  const wanted = storage.preference("legend", true) && storage.setupsPlayed().length <= FIRST_GAMES;
  if (!wanted || session.watching || !shown.length) return refill(the("legend"));
  refill(
    the("legend"),
    h("h2", null, "What the marks mean"),
    h(
      "ul",
      { class: "marks" },
      shown.map(([, look, means]) =>
        h(
          "li",
          null,
          h("span", { class: `sample ${look}`, "aria-hidden": "true" }, "6"),
          means.replace(/Player (\d)/, (_, seat) => session.name(seat)),
        ),
      ),
    ),
    button(
      "Got it",
      () => {
        storage.savePreference("legend", false);
        drawLegend(session);
      },
      { class: "act plain" },
    ),
  );
}
