/** Who wins and why, in words: the reason, how to win, the groups, the best line. */

import { exploreAddress } from "../lib/addresses.js";
import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { savePreference } from "../lib/storage.js";
import { groupLetter, plural, typeset } from "../lib/text.js";
import { moveText } from "../state/move-text.js";
import { VALUE_SIGNS, valueForReader } from "../state/move-values.js";
import { fromSideOf, verb } from "../state/players.js";
import { groupsApart, showsNimValues } from "../state/preferences.js";
import { drawings } from "./drawings.js";
import { howToWin, showMe } from "./show-me.js";
import { positionRef } from "./study-board.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/** Draw the explanation, the rule or the hints of a game. @param {GameView} view */
export function drawExplanation(view) {
  const state = view.shownState;
  if (!state || !view.session.state?.values_allowed || !view.values) {
    if (view.replyRule)
      return refill(
        the("insight"),
        h("div", { class: "why rule" }, h("h2", null, "Why the computer played that"), h("p", null, view.replyRule)),
      );
    return refill(
      the("insight"),
      view.hints.length > 0 &&
        h(
          "div",
          { class: "why" },
          h("h2", null, "Hint"),
          view.hints.map((text) => h("p", null, text)),
        ),
    );
  }
  const analysis = view.analysis;
  if (!analysis)
    return refill(
      the("insight"),
      h("h2", null, "Why"),
      h("p", { class: "aside" }, view.analysisError || "Checking every move\u2026"),
    );
  refill(
    the("insight"),
    explanation(state, analysis, {
      name: (seat) => view.session.subject(seat),
      reader: view.session.ownSeat,
      follow: (moves) => {
        location.href = exploreAddress(positionRef(state, moves));
      },
      redraw: () => view.redraw(),
    }),
  );
}

/**
 * @typedef {object} Reader
 * @property {(seat: number) => string} name
 * @property {number|null} reader whose wins are coloured as wins
 */

/**
 * @typedef {Reader & More} Reading how an explanation is read
 * @typedef {object} More
 * @property {(moves: number[]) => void} follow go along the best line
 * @property {() => void} redraw redraw the board
 * @property {boolean} [searching] whether the search goes on
 */

/**
 * Draw who wins and why.
 * @param {import("../api/client.js").State} state @param {import("../api/client.js").Analysis} analysis
 * @param {Reading} reading
 */
export function explanation(state, analysis, reading) {
  const { name, reader, follow, redraw, searching = false } = reading;
  if (searching && analysis.value === "unknown")
    return h(
      "div",
      { class: "why" },
      h("h2", null, "Why"),
      h("p", { class: "aside looking" }, "Checking every move\u2026"),
    );
  if (state.over) return h("div", { class: "why" }, h("h2", null, "Why"), h("p", null, analysis.reason));
  const value = analysis.value === null ? "none" : valueForReader(analysis.value, state.to_move, reader);
  return h(
    "div",
    { class: "why" },
    h("h2", { class: `verdict value-${value}` }, verdict(state, analysis, value, name)),
    h(
      "p",
      null,
      reader !== null && state.to_move !== reader && h("i", { class: "aside" }, fromSideOf(name(state.to_move))),
      typeset(analysis.reason),
    ),
    drawings(analysis),
    howToWin(state, analysis, reading),
    showMe(state, analysis, reading),
    proofDetails(analysis.proof, redraw),
    nimValues(analysis, redraw),
    analysis.line?.length > 0 &&
      h(
        "p",
        { class: "line" },
        analysis.remoteness === null ? "For example: " : "Best play: ",
        bestLine(state, analysis, follow),
      ),
    searching && h("p", { class: "aside looking" }, "Still checking\u2026"),
    h(
      "p",
      { class: "legend aside" },
      h("b", { class: "value-win" }, VALUE_SIGNS.win),
      reader === null ? " this move wins, " : " you win, ",
      h("b", { class: "value-loss" }, VALUE_SIGNS.loss),
      reader === null ? " this move loses, " : " you lose, ",
      h("b", { class: "value-unknown" }, VALUE_SIGNS.unknown),
      " not found in time",
      h("span", { class: "depth" }, ". The small number counts the moves to the end"),
      ".",
    ),
  );
}

/**
 * Draw the switch for nim-values and, if they are shown, what they mean; beginners do not see them.
 * @param {import("../api/client.js").Analysis} analysis @param {() => void} redraw
 */
function nimValues({ grundy, proof }, redraw) {
  if (grundy === null && !proof?.groups?.some(({ nim }) => nim !== null)) return null;
  const toggle = () => {
    savePreference("nim", !showsNimValues());
    redraw();
  };
  return h(
    "div",
    { class: "nim" },
    button("Nim-values", toggle, { class: "act plain", "aria-pressed": String(showsNimValues()) }),
    showsNimValues() &&
      h(
        "p",
        { class: "aside" },
        grundy !== null && h("b", null, `The nim-value is ${grundy}. `),
        "It says which heap of counters this game is worth, if you may take any number of counters at a time. " +
          "At 0 the player to move loses. Two equal heaps cancel.",
      ),
  );
}

/**
 * Draw the groups of a proof, or say what the board draws of it.
 * @param {import("../api/client.js").Analysis["proof"]} proof
 * @param {() => void} redraw
 */
function proofDetails(proof, redraw) {
  const groups = proof?.groups ?? [];
  if (groups.length) {
    return h(
      "div",
      { class: "why" },
      h(
        "ul",
        { class: "groups" },
        groups.map((group, index) =>
          h(
            "li",
            { class: `tint-${index % 4}` },
            h("b", null, groupLetter(index)),
            ` ${group.numbers.join(" ")}`,
            group.nim !== null && showsNimValues() && h("i", null, ` nim ${group.nim}`),
          ),
        ),
      ),
      groups.length > 1 &&
        h(
          "p",
          { class: "buttons" },
          button(
            "Show the groups separately",
            () => {
              savePreference("apart", !groupsApart());
              redraw();
            },
            { "aria-pressed": String(groupsApart()) },
          ),
        ),
    );
  }
  return proof?.figure?.on_board ? h("p", { class: "aside" }, proof.figure.legend) : null;
}

/**
 * @param {import("../api/client.js").State} state
 * @param {import("../api/client.js").Analysis} analysis
 * @param {string} value for the reader
 * @param {(seat: number) => string} name
 */
function verdict(state, analysis, value, name) {
  if (analysis.value === null) return "The game is over.";
  if (analysis.value === "unknown") return "? Not solved in time.";
  const winner = name(analysis.value === "win" ? state.to_move : 3 - state.to_move);
  const far = analysis.remoteness === null ? "" : ` in ${plural(analysis.remoteness, "move")}`;
  return `${VALUE_SIGNS[value] ?? ""} ${winner} ${verb(winner, "win")}${far} with best play.`;
}

/** Most moves shown of a line that is only an example. */
const LONGEST_EXAMPLE = 12;

/**
 * Draw a line of moves to follow, with an ellipsis if it stops before the end of the game.
 * @param {import("../api/client.js").State} state @param {import("../api/client.js").Analysis} analysis
 * @param {(moves: number[]) => void} follow
 */
function bestLine(state, { line, remoteness: length, symbols }, follow) {
  const moves = length === null ? line.slice(0, LONGEST_EXAMPLE) : line;
  const shown = moves.map((move, index) => {
    const text = moveText(state, move, symbols);
    const player = index % 2 ? 3 - state.to_move : state.to_move;
    return h(
      "button",
      {
        type: "button",
        class: "best step",
        data: { key: `line-${index}` },
        "aria-label": `${length === null ? "Play" : "Best play"}, move ${index + 1}: ${text}`,
        onclick: () => follow(moves.slice(0, index + 1)),
      },
      playerMark(player),
      text,
    );
  });
  return moves.length === length ? shown : [...shown, h("span", { class: "aside" }, "\u2026")];
}
