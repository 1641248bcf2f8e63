/** The puzzle page: endless puzzles by game and theme, and the player's rating. */

import { PAGES, framed, pageQuery, withinFrame } from "../lib/addresses.js";
import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { preference, savePreference } from "../lib/storage.js";
import { loadCatalog } from "../api/catalog.js";
import { getPuzzle, getRating } from "../api/client.js";
import { illegalText, moveText } from "../state/move-text.js";
import { VALUE_WORDS } from "../state/move-values.js";
import { showRules } from "../components/dialogs.js";
import { drawRule, drawTitle } from "../components/game-status.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { announceHint, puzzleHints, puzzleSolution } from "../components/puzzle-solution.js";
import { sharePosition } from "../components/sharing.js";
import { positionRef, showBoard, solverName } from "../components/study-board.js";

/** @type {any} */
let puzzle = null;
/** The player's rating after solving or missing this puzzle. @type {import("../api/client.js").RatingChange} */
let ratingChange;
/** The player's rating, including the change from this puzzle. */
let rating = 0;
let solved = false;
let givenUp = false;
let hintsShown = 0;
/** @type {Set<number>} */
const tried = new Set();

/** The address of the puzzle that was given to the player and is not rated yet: no other puzzle changes the rating. */
const unrated = () => preference("puzzle", null);
/** Whether the puzzle shown was given to the player, not chosen by its address. */
let rated = false;

/** Update the rating; only the first try counts. @param {boolean} right */
function rate(right) {
  if (!rated || tried.size || hintsShown || givenUp) return;
  rating = right ? ratingChange.solved : ratingChange.missed;
  savePreference("rating", rating);
  savePreference("puzzle", null);
}

/** Return the change of the rating, with a sign. */
const ratingChangeText = () =>
  `${rating < ratingChange.rating ? "\u2212" : "+"}${Math.abs(rating - ratingChange.rating)}`;

function draw() {
  if (!puzzle) return;
  const { state } = puzzle;
  const shown = solved || givenUp;
  drawTitle(state, `; ${puzzle.grade}, ${puzzle.theme}`);
  drawRule(state, shown);
  refill(
    the("run"),
    h("span", { class: "aside" }, "Your rating "),
    h("b", { class: "rating" }, rating),
    rated && (shown || hintsShown > 0 || tried.size > 0) && h("span", { class: "swing" }, ratingChangeText()),
    h("span", { class: "aside" }, rated ? `Puzzle rating ${puzzle.rating}` : "This puzzle is not rated."),
  );
  const headline = solved ? "Solved." : givenUp ? "Here is the solution." : "Find the winning move.";
  refill(the("turn"), playerMark(state.to_move), h("span", null, headline));
  const values = new Map(
    [...tried].map((move) => [move, { value: "loss", remoteness: null, words: VALUE_WORDS.loss }]),
  );
  if (shown) values.set(puzzle.solution, { value: "win", remoteness: null, words: VALUE_WORDS.win });
  the("entry").hidden = shown;
  document.body.classList.toggle("unsolved", !shown);
  the("hint").toggleAttribute("disabled", hintsShown >= puzzle.hints.length);
  the("hint").hidden = the("give").hidden = shown;
  the("another").classList.toggle("strong", shown);
  showBoard(state, { playable: !shown, hinted: shown ? puzzle.solution : null, values, name: solverName(state), pick });
  refill(
    the("insight"),
    shown ? puzzleSolution(puzzle, solved ? "Solved" : "Solution") : puzzleHints(puzzle.hints.slice(0, hintsShown)),
  );
}

function hint() {
  if (!puzzle || solved || givenUp || hintsShown >= puzzle.hints.length) return;
  rate(false);
  say("");
  hintsShown += 1;
  draw();
  announceHint(puzzle.hints[hintsShown - 1]);
}

function giveUp() {
  if (!puzzle || solved || givenUp) return;
  rate(false);
  givenUp = true;
  draw();
}

function share() {
  if (puzzle) sharePosition(positionRef(puzzle.state), `${location.pathname}${location.search}`, "Share this puzzle");
}

/** @param {number} move */
function pick(move) {
  if (!puzzle || solved || givenUp) return;
  const { state } = puzzle;
  const name = moveText(state, move);
  if (!state.legal.includes(move)) return say(illegalText(state, move), "refusal");
  rate(move === puzzle.solution);
  if (move === puzzle.solution) {
    solved = true;
    say(`${name} wins. ${tried.size ? "" : "Solved on try 1."}`, "good");
  } else {
    tried.add(move);
    const answer = puzzle.refutations?.[move];
    say(
      answer === undefined || answer === null
        ? `${name} loses. Try another.`
        : `${name} loses: your opponent replies ${moveText(state, answer)}. Try another.`,
      "refusal",
    );
  }
  draw();
}

/**
 * Load a puzzle. One that the player is given is rated; one from an address only if it was given before.
 * @param {Record<string, string>} wanted @param {{given?: boolean, back?: boolean}} [how] `back`: by the browser's buttons
 */
async function load(wanted, { given = false, back = false } = {}) {
  try {
    const next = await getPuzzle(wanted);
    const saved = preference("rating", null);
    ratingChange = await getRating({
      puzzle: String(next.rating),
      ...(saved === null ? {} : { rating: String(saved) }),
    });
    puzzle = next;
    rating = ratingChange.rating;
  } catch (error) {
    return sayError(error);
  }
  solved = givenUp = false;
  hintsShown = 0;
  tried.clear();
  say("");
  const { near, ...asked } = wanted;
  const address = withinFrame(PAGES.puzzle({ ...asked, seed: String(puzzle.seed) }));
  const key = JSON.stringify([puzzle.seed, asked.game, asked.theme]);
  if (given) savePreference("puzzle", { key, wanted: { ...asked, seed: String(puzzle.seed) } });
  rated = unrated()?.key === key;
  if (!back && address !== `${location.pathname}${location.search}`) {
    if ("seed" in pageQuery()) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }
  the("status").textContent = `${puzzle.state.title}. Find the winning move.`;
  draw();
}

/** @param {string} id @param {string} label @param {string[][]} choices @param {string} [current] */
function choice(id, label, choices, current) {
  const select = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id },
      choices.map(([value, text]) => h("option", { value, selected: value === current }, text)),
    )
  );
  return { select, label: h("label", { for: id, class: "inline" }, h("span", null, label), select) };
}

async function main() {
  const rules = () => {
    if (puzzle) showRules(puzzle.state.game);
  };
  drawHeader({ rules });
  let another = async () => {};
  drawMoveInput(pick, () => puzzle?.state.view.symbols, { "?": rules, n: () => another(), h: hint });
  refill(the("turn"), "One moment\u2026");
  const { games: all, themes } = await loadCatalog();
  const wanted = pageQuery();
  const game = choice(
    "which",
    "Game",
    [["", "any game"], ...all.map((/** @type {any} */ { id, short_title }) => [id, short_title])],
    wanted.game,
  );
  const theme = choice(
    "theme",
    "Theme",
    [["", "any theme"], ...themes.map((/** @type {string} */ name) => [name, name])],
    wanted.theme,
  );
  const chosen = () => ({
    ...(game.select.value && { game: game.select.value }),
    ...(theme.select.value && { theme: theme.select.value }),
  });
  another = () => {
    if (!solved) rate(false); // skipping a puzzle counts as missing it
    const saved = preference("rating", null);
    /** @type {Record<string, string>} */
    const near = saved === null ? {} : { near: String(saved), seed: String(Math.floor(Math.random() * 1e6)) };
    return load({ ...chosen(), ...near }, { given: true });
  };
  for (const { select } of [game, theme]) select.addEventListener("change", another);
  refill(
    the("actions"),
    h(
      "div",
      { class: "buttons" },
      button("Next puzzle", another, { id: "another", "aria-keyshortcuts": "n" }),
      button("Hint", hint, { id: "hint", "aria-keyshortcuts": "h" }),
      button("Show the solution", giveUp, { id: "give" }),
    ),
  );
  refill(
    the("more"),
    h("div", { class: "puzzle-choice" }, game.label, theme.label),
    h(
      "p",
      { class: "buttons" },
      !framed && button("Share this puzzle", share),
      h("a", { class: "act", href: PAGES.daily() }, "Puzzle of the day"),
    ),
  );
  addEventListener("popstate", () => load(pageQuery(), { back: true }));
  const waiting = unrated()?.wanted;
  const same = waiting && waiting.game === chosen().game && waiting.theme === chosen().theme;
  await (wanted.seed ? load(wanted) : same ? load(waiting) : another());
}

main().catch(sayError);
