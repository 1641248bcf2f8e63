/**
 * The exercises page: positions to practise one idea of a game, and mistakes that come back on later days.
 *
 * With a game in the address it shows that game's sets, without one the mistakes. Exact play on the other side decides
 * which moves are right, why, and which mistakes come back today.
 */

import { PAGES, pageQuery } from "../lib/addresses.js";
import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { exercisesDone, saveExercise } from "../lib/storage.js";
import { plural, typeset } from "../lib/text.js";
import { findGame, loadCatalog } from "../api/catalog.js";
import { getExercise, getPosition, getPositionAnalysis, getWhy } from "../api/client.js";
import { illegalText, moveText } from "../state/move-text.js";
import { VALUE_WORDS } from "../state/move-values.js";
import { playNow } from "../state/new-game.js";
import { showRules } from "../components/dialogs.js";
import { drawEmblem } from "../components/emblems.js";
import { explanation } from "../components/explanation.js";
import { drawRule, drawTitle } from "../components/game-status.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { mistakeAt, updateMistakes } from "../components/mistakes.js";
import { exploreLink, positionRef, showBoard, solverName } from "../components/study-board.js";

/** @typedef {import("../api/client.js").Exercise} Exercise */

/** The game to practise; "" to practise mistakes. */
const GAME = pageQuery().game ?? "";

/** @type {Exercise|null} */
let exercise = null;
/** The practice of mistakes, if there is no game in the address. @type {import("../api/client.js").Practice|null} */
let practice = null;
/** The winning move played or shown; null while the exercise is open. @type {number|null} */
let shownMove = null;
let solved = false;
/** Losing moves tried. @type {Set<number>} */
const tried = new Set();
/** The analysis to draw once the exercise is over. @type {import("../api/client.js").Analysis|null} */
let analysis = null;
/** The position that the analysis is about. @type {import("../api/client.js").State|null} */
let analysed = null;

const isOver = () => shownMove !== null;
/** How many exercises of a set are done. @param {{progress: string}} set */
const doneIn = (set) => exercisesDone()[set.progress] ?? 0;
const ownSet = () => exercise?.sets?.find(({ name }) => name === exercise?.name);

/** Store a miss or a success before it is shown; only the first try counts. @param {boolean} right */
async function note(right) {
  if (!exercise || tried.size || isOver()) return;
  const set = ownSet();
  if (set) {
    saveExercise(set.progress, exercise.number ?? 0);
    if (!right) await updateMistakes({ missed: [mistakeAt(exercise.state, exercise.state.played)] });
  } else if (practice?.mistake) {
    await updateMistakes({ tried: practice.mistake, solved: right });
  }
}

function draw() {
  if (!exercise) {
    drawNothing();
    return;
  }
  const { state } = exercise;
  drawTitle(state, GAME ? `; ${exercise.title}` : "");
  drawRule(state, isOver());
  drawProgress();
  const headline = solved ? "Solved." : isOver() ? "Here is the answer." : exercise.question;
  refill(the("turn"), h("p", { class: "lesson" }, typeset(headline)));
  const values = new Map(
    [...tried].map((move) => [move, { value: "loss", remoteness: null, words: VALUE_WORDS.loss }]),
  );
  if (shownMove !== null) values.set(shownMove, { value: "win", remoteness: null, words: VALUE_WORDS.win });
  const own = analysed === state ? analysis : null;
  showBoard(analysed ?? state, {
    playable: !isOver(),
    hinted: analysed === state ? shownMove : null,
    fresh: analysed !== null && analysed !== state,
    values: analysed === state || !analysed ? values : null,
    proof: analysis?.proof ?? null,
    strategy: analysis?.strategy ?? null,
    readerWins: own !== null || analysis !== null,
    name: solverName(state),
    pick,
  });
  the("entry").hidden = isOver();
  drawActions();
  drawInsight();
  drawSets();
}

/** Draw how far the player is in the set, or how many mistakes are left today. */
function drawProgress() {
  if (practice) {
    return refill(the("run"), h("span", { class: "aside" }, `${plural(practice.due, "mistake")} to practise today`));
  }
  if (!exercise) return;
  const { number = 1, count = 1 } = exercise;
  refill(
    the("run"),
    h("span", { class: "aside" }, number > count ? `Exercise ${number}` : `Exercise ${number} of ${count}`),
    number <= count && h("progress", { max: count, value: number, "aria-label": "Progress in this set" }),
  );
}

function drawActions() {
  const next = button("Next", load, {
    class: isOver() ? "act strong main" : "act",
    "aria-keyshortcuts": "n",
    data: { key: "next" },
  });
  refill(
    the("actions"),
    h(
      "div",
      { class: "buttons" },
      isOver() ? next : button("Show the answer", giveUp, { data: { key: "give" } }),
      isOver() && exercise && exploreLink(positionRef(exercise.state), "Explore this position"),
    ),
  );
}

/** Draw why the answer wins, with the winner's rules and what to do after any reply. */
function drawInsight() {
  if (!exercise) return;
  const { to_move: player } = exercise.state;
  const side = ` You are ${player === 1 ? "the blue disc" : "the orange square"}`;
  if (!analysis || !analysed)
    return refill(the("insight"), h("div", { class: "why" }, h("h2", null, playerMark(player), side)));
  refill(
    the("insight"),
    explanation(analysed, analysis, {
      name: solverName(exercise.state),
      reader: exercise.state.to_move,
      follow: () => {},
      redraw: draw,
    }),
  );
}

/** Draw the links to the game's sets, its lesson and a game, and to the mistakes of all games. */
function drawSets() {
  const { sets = [], count = 1 } = exercise ?? {};
  const items = sets.map((set) =>
    h(
      "li",
      null,
      h(
        "a",
        { href: PAGES.exercises(GAME, set.name), "aria-current": set.name === exercise?.name ? "page" : null },
        set.title,
      ),
      h("span", { class: "aside" }, `${Math.min(doneIn(set), count)} of ${count} done`),
    ),
  );
  refill(
    the("more"),
    items.length > 0 && h("h2", null, "Ideas"),
    items.length > 0 && h("ul", { class: "sets" }, items),
    h(
      "p",
      { class: "buttons" },
      GAME && h("a", { class: "act plain", href: PAGES.lesson(GAME) }, "Lesson"),
      GAME && button("Play", play, { class: "act", data: { play: GAME } }),
      GAME && h("a", { class: "act plain", href: PAGES.exercises() }, "Practise your mistakes"),
    ),
  );
}

/** Say that nothing is left: of a set, or of the mistakes of today. */
async function drawNothing() {
  const next = practice?.next_day;
  const text = GAME
    ? "You have done all the exercises in this set."
    : next
      ? `No mistakes to practise today. The next one comes back on ${dateText(next)}.`
      : "No mistakes to practise. What you miss in an exercise or in a game against the computer comes back here.";
  the("title").textContent = GAME ? "Exercises" : "Practise your mistakes";
  for (const id of ["run", "insight", "actions"]) refill(the(id));
  the("entry").hidden = true;
  refill(the("turn"), h("p", { class: "lesson" }, text));
  const { games } = await loadCatalog();
  refill(
    the("board"),
    h(
      "ul",
      { class: "offered" },
      games.map((/** @type {any} */ game) =>
        h(
          "li",
          null,
          drawEmblem(game.id),
          h(
            "div",
            null,
            h("a", { class: "act plain", href: PAGES.exercises(game.id) }, game.short_title),
            h("p", { class: "aside" }, game.summary),
          ),
        ),
      ),
    ),
  );
}

/** Return a day in words. @param {string} day as in 2026-11-19 */
const dateText = (day) => new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

async function play() {
  try {
    await playNow(findGame(await loadCatalog(), GAME), { taught: true });
  } catch (error) {
    sayError(error);
  }
}

/** Show the answer and why it wins. @param {number} move @param {boolean} right */
async function finish(move, right) {
  if (!exercise) return;
  const { state } = exercise;
  solved = right;
  shownMove = move;
  const own = await getPositionAnalysis(positionRef(state), state.played.length);
  // The words and the drawing are about one way to win. If the player found another, show what it leaves.
  if (own.strategy?.move === move || (own.strategy && !right)) {
    analysed = state;
    analysis = own;
    shownMove = own.strategy.move ?? move;
  } else {
    analysed = await getPosition(positionRef(state, [move]));
    analysis = await getPositionAnalysis(positionRef(state, [move]), state.played.length + 1);
  }
  draw();
}

async function giveUp() {
  if (!exercise || isOver()) return;
  try {
    await note(false);
    say("");
    await finish(exercise.solution ?? exercise.winning[0], false);
  } catch (error) {
    sayError(error);
  }
}

/** @param {number} move */
async function pick(move) {
  if (!exercise || isOver()) return;
  const { state, winning } = exercise;
  if (!state.legal.includes(move)) return say(illegalText(state, move), "refusal");
  if (tried.has(move)) return say(`You already tried ${moveText(state, move)}.`, "refusal");
  const right = winning.includes(move);
  try {
    await note(right);
    if (right) {
      say(`${moveText(state, move)} wins.`, "good");
      return await finish(move, true);
    }
    tried.add(move);
    draw();
    const { why } = await getWhy(positionRef(state), move);
    say(`${why} Try another.`, "refusal");
  } catch (error) {
    sayError(error);
  }
}

/** Load the next exercise, or the next mistake of today. */
async function load() {
  try {
    if (GAME) await loadExercise();
    else {
      practice = await updateMistakes();
      exercise = practice.exercise;
    }
  } catch (error) {
    return sayError(error);
  }
  solved = false;
  shownMove = analysis = analysed = null;
  tried.clear();
  say("");
  the("status").textContent = exercise ? `${exercise.title}. ${exercise.question}` : "";
  draw();
}

/** Load the next exercise of the set in the address, or of the first set that is not finished. */
async function loadExercise() {
  let { set = "" } = pageQuery();
  if (!set) {
    const { sets, name, count } = exercise ?? (await getExercise({ game: GAME }));
    set = sets?.find((each) => doneIn(each) < (count ?? 0))?.name ?? name ?? "";
  }
  const { sets, most } = exercise ?? (await getExercise({ game: GAME, set }));
  const chosen = sets?.find(({ name }) => name === set);
  const number = (chosen ? doneIn(chosen) : 0) + 1;
  exercise = number > (most ?? 0) ? null : await getExercise({ game: GAME, set, number: String(number) });
}

async function main() {
  const rules = () => {
    if (exercise) showRules(exercise.state.game);
  };
  drawHeader({ rules });
  drawMoveInput(pick, () => exercise?.state.view.symbols, { "?": rules, n: () => isOver() && load() });
  refill(the("turn"), "One moment\u2026");
  await load();
}

main().catch(sayError);
