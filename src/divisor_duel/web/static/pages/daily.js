/** The puzzle of the day: three tries, graded hints, and a result to share. */

import { PAGES, absoluteUrl, framed, pageQuery } from "../lib/addresses.js";
import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { dailyResults, saveResult } from "../lib/storage.js";
import { plural } from "../lib/text.js";
import { getDaily, getPicture, getResult } from "../api/client.js";
import { illegalText, moveText } from "../state/move-text.js";
import { VALUE_WORDS } from "../state/move-values.js";
import { copy, showRules } from "../components/dialogs.js";
import { drawRule, drawTitle } from "../components/game-status.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { announceHint, puzzleHints, puzzleSolution } from "../components/puzzle-solution.js";
import { sharePosition } from "../components/sharing.js";
import { positionRef, showBoard, solverName } from "../components/study-board.js";

/** @type {any} */
let day = null;

/** @returns {import("../lib/storage.js").DailyResult} */
const ownResult = () => dailyResults()[day.number] ?? { tries: "", hints: 0 };
const solved = () => ownResult().tries.includes("1");
const wrong = () => ownResult().wrong ?? [];
const over = () => solved() || ownResult().tries.length >= day.tries;

/** Return how many tries it took. */
const triesText = () =>
  solved() ? `Solved on try ${ownResult().tries.length}` : `Not solved in ${plural(day.tries, "try", "tries")}`;

/** @param {string} date as in 2026-11-17 */
const dateText = (date) =>
  new Date(date).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

function draw() {
  const { puzzle } = day;
  const { state } = puzzle;
  drawTitle(state, `; ${puzzle.grade}, ${puzzle.theme}`);
  drawRule(state, over());
  const left = day.tries - ownResult().tries.length;
  refill(the("run"), h("b", null, `Puzzle ${day.number}`), h("span", { class: "aside" }, ` ${dateText(day.day)}`));
  refill(
    the("turn"),
    playerMark(state.to_move),
    h("span", null, over() ? (solved() ? "You win." : "Not this time.") : "Find the winning move."),
    h("span", { class: "because" }, over() ? triesText() : `${plural(left, "try", "tries")} left`),
  );
  const values = new Map(wrong().map((move) => [move, { value: "loss", remoteness: null, words: VALUE_WORDS.loss }]));
  if (over()) values.set(puzzle.solution, { value: "win", remoteness: null, words: VALUE_WORDS.win });
  showBoard(state, {
    playable: !over(),
    hinted: over() ? puzzle.solution : null,
    values,
    name: solverName(state),
    pick,
  });
  the("entry").hidden = over();
  document.body.classList.toggle("unsolved", !over());
  const { hints } = ownResult();
  refill(
    the("actions"),
    h(
      "div",
      { class: "buttons" },
      over()
        ? button("Copy your result", copyResult, { class: "act strong" })
        : button(hints < puzzle.hints.length ? `Hint ${hints + 1} of ${puzzle.hints.length}` : "No more hints", hint, {
            "aria-keyshortcuts": "h",
            data: { key: "hint" },
            disabled: hints < puzzle.hints.length ? null : true,
          }),
      !framed && button("Share this puzzle", share, { class: "act plain" }),
    ),
  );
  refill(
    the("insight"),
    over() ? puzzleSolution(puzzle, solved() ? "Solved" : "Solution") : puzzleHints(puzzle.hints.slice(0, hints)),
  );
  refill(
    the("more"),
    day.number > 1 &&
      h("p", { class: "buttons" }, h("a", { class: "act", href: PAGES.daily(day.number - 1) }, "Previous puzzle")),
    h("p", { class: "buttons" }, h("a", { class: "act", href: PAGES.puzzle() }, "More puzzles")),
  );
  drawResult();
}

/** Fetch the line to paste and the streak. */
const fetchResult = () =>
  getResult({
    number: String(day.number),
    game: day.puzzle.state.game,
    grade: day.puzzle.grade,
    results: Object.entries(dailyResults())
      .sort(([one], [two]) => Number(two) - Number(one)) // newest first: of a long list the server reads only the start
      .map(([number, { tries, hints }]) => `${number}:${tries}.${hints}`)
      .join(","),
  });

/** Return the text to share: the line and the puzzle's address. @param {{text: string}} result */
const sharedText = ({ text }) => `${text}\n${absoluteUrl(PAGES.daily(day.number))}`;

const copyResult = () =>
  fetchResult()
    .then((summary) => copy(sharedText(summary), say, "Result"))
    .catch(sayError);

/** Draw the result: the line to paste, the picture, the streak and the statistics. */
async function drawResult() {
  const { puzzle } = day;
  if (!over()) return refill(the("share"));
  const summary = await fetchResult();
  const played = Object.values(dailyResults()).filter(({ tries }) => tries);
  const counts = Array.from(
    { length: day.tries },
    (_, index) => played.filter(({ tries }) => tries.indexOf("1") === index).length,
  );
  const most = Math.max(1, ...counts);
  const { tries, hints } = ownResult();
  const params = { game: puzzle.state.game, grade: puzzle.grade, result: `${day.number}:${tries}.${hints}` };
  const picture = await getPicture("result", params);
  refill(
    the("share"),
    h("h2", null, "Your result"),
    h("pre", { class: "result" }, summary.text),
    h(
      "p",
      { class: "buttons" },
      "share" in navigator &&
        button("Share\u2026", () => navigator.share({ text: sharedText(summary) }).catch(() => {})),
      h("a", { class: "act", href: picture, download: `divisor-duel-${day.number}.png` }, "Picture"),
    ),
    h("img", {
      class: "card",
      src: picture,
      alt: `Your result: ${summary.text}`,
      width: 1200,
      height: 630,
    }),
    h(
      "dl",
      { class: "tally" },
      h("div", null, h("dt", null, "played"), h("dd", null, played.length)),
      h("div", null, h("dt", null, "solved"), h("dd", null, played.filter(({ tries }) => tries.includes("1")).length)),
      h("div", null, h("dt", null, "days in a row"), h("dd", null, summary.streak)),
    ),
    h(
      "ul",
      { class: "bars", "aria-label": "Puzzles solved on each try" },
      counts.map((count, index) => h("li", null, `try ${index + 1} `, bar(count / most), ` ${count}`)),
    ),
  );
}

function share() {
  sharePosition(positionRef(day.puzzle.state), PAGES.daily(day.number), "Share this puzzle");
}

/** Draw a bar filled to a share of its width. @param {number} share from 0 to 1 */
function bar(share) {
  const drawn = h("span", { class: "count", "aria-hidden": "true" }, h("i"));
  drawn.style.setProperty("--share", `${100 * share}%`);
  return drawn;
}

function hint() {
  if (!day || over()) return;
  const { hints } = ownResult();
  if (hints >= day.puzzle.hints.length) return;
  saveResult(day.number, { ...ownResult(), hints: hints + 1 });
  say("");
  draw();
  announceHint(day.puzzle.hints[hints]);
}

/** @param {number} move */
function pick(move) {
  if (!day || over()) return;
  const { puzzle } = day;
  const name = moveText(puzzle.state, move);
  if (!puzzle.state.legal.includes(move)) return say(illegalText(puzzle.state, move), "refusal");
  if (wrong().includes(move)) return say(`You already tried ${name}.`, "refusal");
  const { tries, hints } = ownResult();
  const right = move === puzzle.solution;
  saveResult(day.number, { tries: `${tries}${right ? 1 : 0}`, hints, wrong: right ? wrong() : [...wrong(), move] });
  if (right) say(`${name} wins.`, "good");
  else {
    const answer = puzzle.refutations?.[move];
    say(
      answer === undefined
        ? `${name} loses.`
        : `${name} loses: your opponent replies ${moveText(puzzle.state, answer)}.`,
      "refusal",
    );
  }
  draw();
}

async function main() {
  const rules = () => {
    if (day) showRules(day.puzzle.state.game);
  };
  drawHeader({ rules });
  drawMoveInput(pick, () => day?.puzzle.state.view.symbols, { "?": rules, h: hint });
  refill(the("turn"), "One moment\u2026");
  day = await getDaily(pageQuery());
  the("status").textContent = `Puzzle ${day.number}. ${day.puzzle.state.title}. Find the winning move.`;
  draw();
}

main().catch(sayError);
