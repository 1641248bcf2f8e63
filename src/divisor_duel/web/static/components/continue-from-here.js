/** What to do with an explored position: play it, share it, copy its record. */

import { button, h, refill, the } from "../lib/dom.js";
import { writeTree } from "../api/client.js";
import { startGame } from "../state/new-game.js";
import { preferredLevel } from "../state/preferences.js";
import { copy } from "./dialogs.js";
import { otherGames } from "./game-picker.js";
import { say, sayError } from "./messages.js";
import { pasteRecord, sharePosition } from "./sharing.js";
import { positionRef } from "./study-board.js";

/**
 * @typedef {import("../state/exploration.js").Exploration} Exploration
 * @typedef {import("../api/client.js").State} State
 */

/** @param {Exploration} board @param {State} state @param {string[]} levels */
export function drawContinue(board, state, levels) {
  const loser = board.loser;
  const level = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: "level", "aria-label": "Computer level", data: { key: "level" } },
      levels.map((name) => h("option", { value: name, selected: name === preferredLevel() }, name)),
    )
  );
  refill(
    the("share"),
    h("h2", null, "Continue from here"),
    !state.over &&
      h(
        "p",
        { class: "buttons" },
        button("Play from here", () => play(board, state, state.to_move, level.value), { class: "act strong" }),
        h("span", null, "computer level"),
        level,
      ),
    !state.over &&
      loser &&
      h(
        "p",
        { class: "buttons" },
        button("Play the losing side", () => play(board, state, loser, "proof")),
        h("span", { class: "aside" }, "The computer plays by its proof, and names its rule at each move."),
      ),
    h(
      "p",
      { class: "buttons" },
      button("Share", () => sharePosition(positionRef(state), board.address, "Share this position")),
      button("Copy the moves", () => copyRecord(board, state)),
      button("Paste moves", () => pasteRecord(), { class: "act plain" }),
      otherGames(),
    ),
  );
}

/** Copy all moves tried, as text. @param {Exploration} board @param {State} state */
async function copyRecord(board, { game, options, first, start = "" }) {
  try {
    const tree = { game, options, first: Number(first), position: start, line: board.root.write() };
    await copy(await writeTree(tree), say, "Moves");
  } catch (error) {
    sayError(error);
  }
}

/**
 * Start a game from here, with the variations tried saved beside it.
 * @param {Exploration} board @param {State} state @param {number} seat the player's own @param {string} level
 */
async function play(board, state, seat, level) {
  const setup = {
    game: state.game,
    options: state.options,
    first: String(state.first),
    players: { [seat]: "human", [3 - seat]: level },
    mode: "here",
    moves: state.played,
    position: state.start,
  };
  try {
    await startGame(setup, board.root.write());
  } catch (error) {
    sayError(error);
  }
}
