/** The lesson page: a game taught on its own board, step by step. */

import { PAGES, idInAddress } from "../lib/addresses.js";
import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { typeset } from "../lib/text.js";
import { findGame, loadCatalog } from "../api/catalog.js";
import { getLesson, getPosition } from "../api/client.js";
import { illegalText, moveText } from "../state/move-text.js";
import { playAfterLesson } from "../state/new-game.js";
import { showRules } from "../components/dialogs.js";
import { drawing, fetchedDrawings } from "../components/drawings.js";
import { drawTitle } from "../components/game-status.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { positionRef, printedBoard, showBoard, solverName } from "../components/study-board.js";

/** The instruction for each kind of step. */
const ASKED = /** @type {Record<string, string>} */ ({
  read: "Read this, then press Next.",
  move: "Your move.",
  win: "Find a move that wins.",
  end: "Find a move that wins at once.",
});

/** @type {any} */
let lesson = null;

/** The move that solved this step. @type {number|null} */
let winningMove = null;
let stepIndex = 0;
let done = false;
const step = () => lesson?.steps[stepIndex];

/** @param {number} next */
function goTo(next) {
  if (!lesson || next < 0 || next >= lesson.steps.length) return;
  stepIndex = next;
  done = step().ask === "read";
  say("");
  history.replaceState(null, "", `${location.pathname}#${stepIndex + 1}`);
  draw();
  the("title").scrollIntoView({ block: "nearest" });
  the("status").textContent = `Step ${stepIndex + 1} of ${lesson.steps.length}. ${step().text} ${ASKED[step().ask]}`;
}

function draw() {
  const { state, text, ask, diagrams } = step();
  drawTitle(state);
  refill(
    the("run"),
    h("span", { class: "aside" }, `Step ${stepIndex + 1} of ${lesson.steps.length}`),
    h("progress", { max: lesson.steps.length, value: stepIndex + 1, "aria-label": "Progress in this lesson" }),
  );
  refill(the("turn"), h("p", { class: "lesson" }, typeset(text)));
  if (!done || ask === "read") showBoard(state, { playable: !done, name: solverName(state), pick });
  the("entry").hidden = done;
  const last = stepIndex === lesson.steps.length - 1;
  refill(
    the("actions"),
    h(
      "div",
      { class: "buttons" },
      !last &&
        button("Next", () => goTo(stepIndex + 1), {
          class: done ? "act strong main" : "act",
          "aria-keyshortcuts": ".",
          data: { key: "next" },
        }),
      last &&
        button("Play your first game with the coach", play, {
          class: "act strong main",
          data: { play: lesson.game, key: "play" },
        }),
      stepIndex > 0 && button("Back", () => goTo(stepIndex - 1), { class: "act plain", "aria-keyshortcuts": "," }),
    ),
  );
  refill(
    the("more"),
    h("p", { class: "buttons" }, h("a", { class: "act plain", href: PAGES.exercises(lesson.game) }, "Exercises")),
  );
  refill(
    the("insight"),
    h(
      "div",
      { class: "why" },
      h(
        "h2",
        null,
        playerMark(state.to_move),
        ` You are ${state.to_move === 1 ? "the blue disc" : "the orange square"}`,
      ),
      h("p", null, last ? "Play it, from the side that can win." : ASKED[ask]),
      diagrams.length > 0
        ? h("div", { class: "drawings" }, diagrams.map(drawing))
        : done && ask === "win" && winningMove !== null && fetchedDrawings(positionRef(state, [winningMove])),
    ),
  );
}

async function play() {
  try {
    const game = findGame(await loadCatalog(), lesson.game);
    await playAfterLesson(game, lesson.steps.at(-1));
  } catch (error) {
    sayError(error);
  }
}

/** @param {number} move */
async function pick(move) {
  if (!lesson || done) return;
  const { state, answers } = step();
  const answer = answers[move];
  if (!answer) return say(illegalText(state, move), "refusal");
  if (!answer.right) {
    const reply = answer.reply === null ? "" : ` Your opponent would reply ${moveText(state, answer.reply)}.`;
    return say(`${answer.text}${reply}`, "refusal");
  }
  [done, winningMove] = [true, move];
  try {
    showBoard(await getPosition(positionRef(state, [move])), {
      playable: false,
      fresh: true,
      name: solverName(state),
      pick: () => {},
    });
  } catch (error) {
    sayError(error);
  }
  say(answer.text || "Yes.", "good");
  draw();
}

/** Draw all steps, to be printed one below the other. */
function drawAllSteps() {
  if (!lesson) return;
  const items = lesson.steps.map((/** @type {any} */ { state, text, ask }) =>
    h(
      "li",
      null,
      h("p", { class: "lesson" }, typeset(text)),
      printedBoard(state),
      ask !== "read" && h("p", { class: "asks" }, playerMark(state.to_move), ` ${ASKED[ask]}`),
    ),
  );
  the("main").append(h("ol", { class: "lesson-steps" }, items));
}

async function main() {
  const rules = () => {
    if (lesson) showRules(lesson.game);
  };
  drawHeader({ rules });
  addEventListener("beforeprint", drawAllSteps);
  addEventListener("afterprint", () => document.querySelector(".lesson-steps")?.remove());
  drawMoveInput(pick, () => step()?.state.view.symbols, {
    "?": rules,
    ".": () => goTo(stepIndex + 1),
    ",": () => goTo(stepIndex - 1),
  });
  refill(the("turn"), "One moment\u2026");
  lesson = await getLesson(idInAddress() ?? "");
  goTo(Math.min(Math.max(Number(location.hash.slice(1)) - 1 || 0, 0), lesson.steps.length - 1));
}

main().catch(sayError);
