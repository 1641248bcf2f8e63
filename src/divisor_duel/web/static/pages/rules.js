/** The rules page of one game, with a board to try them on. */

import { PAGES, idInAddress } from "../lib/addresses.js";
import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { findGame, loadCatalog } from "../api/catalog.js";
import { getPosition } from "../api/client.js";
import { illegalText } from "../state/move-text.js";
import { playNow } from "../state/new-game.js";
import { ruleText } from "../components/dialogs.js";
import { drawEmblem } from "../components/emblems.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { exploreLink, positionRef, showBoard } from "../components/study-board.js";

/** A board on which the reader moves for both players. */
class ExampleBoard {
  /** @param {any} game */
  constructor(game) {
    this.start = { game: game.id, options: game.rule_book.options, first: 1, moves: /** @type {number[]} */ ([]) };
  }

  /** @param {number[]} moves */
  async show(moves) {
    try {
      const state = await getPosition({ ...this.start, moves });
      say("");
      refill(
        the("turn"),
        playerMark(state.over ? (state.winner ?? 1) : state.to_move),
        h(
          "span",
          null,
          state.over ? `Player ${state.winner} wins: ${state.reason}.` : `Player ${state.to_move} moves next.`,
        ),
      );
      showBoard(state, {
        playable: !state.over,
        fresh: moves.length > 0,
        pick: (move) => {
          if (state.legal.includes(move)) this.show([...moves, move]);
          else say(illegalText(state, move), "refusal");
        },
      });
      refill(
        the("again"),
        button("Undo", () => this.show(moves.slice(0, -1)), { disabled: moves.length ? null : true }),
        exploreLink(positionRef(state), "Explore"),
      );
    } catch (error) {
      sayError(error);
    }
  }
}

async function main() {
  drawHeader();
  const catalog = await loadCatalog();
  const game = findGame(catalog, idInAddress() ?? "");
  refill(
    the("rules"),
    h(
      "div",
      { class: "rulebook" },
      h("h1", null, game.title),
      drawEmblem(game.id),
      ...ruleText(game),
      h(
        "p",
        { class: "buttons" },
        button("Play", () => playNow(game).catch(sayError), {
          class: "act strong main",
          data: { play: game.id },
        }),
        h("a", { class: "act", href: PAGES.lesson(game.id) }, "Learn step by step"),
      ),
    ),
  );
  refill(
    the("more"),
    h(
      "nav",
      { class: "buttons", "aria-label": "Rules of other games" },
      [...catalog.games, ...catalog.made].map((/** @type {any} */ other) =>
        h("a", { class: "act plain", href: PAGES.rules(other.id) }, other.short_title),
      ),
    ),
  );
  await new ExampleBoard(game).show([]);
}

main().catch(sayError);
