/** A lesson: a game taught on its own board, step by step. */

import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { typeset } from "../lib/text.js";
import { getPosition } from "../api/client.js";
import { illegalText, moveText } from "../state/move-text.js";
import { drawing, fetchedDrawings } from "./drawings.js";
import { drawTitle } from "./game-status.js";
import { say, sayError } from "./messages.js";
import { positionRef, printedBoard, showBoard, solverName } from "./study-board.js";

/** The instruction for each kind of step. */
const ASKED = /** @type {Record<string, string>} */ ({
  read: "Read this, then press Next.",
  move: "Your move.",
  win: "Find a move that wins.",
  end: "Find a move that wins at once.",
});

/**
 * @typedef {object} LessonHost the page that shows a lesson
 * @property {HTMLElement} progress where the step's number stands
 * @property {HTMLElement|null} last the button after the last step
 * @property {string} asked the instruction at the last step
 * @property {(step: number) => void} [onStep]
 */

export class Lesson {
  /** @param {any} lesson @param {LessonHost} host */
  constructor(lesson, host) {
    this.lesson = lesson;
    this.host = host;
    this.index = 0;
    this.done = false;
    /** The move that solved this step. @type {number|null} */
    this.winningMove = null;
  }

  get step() {
    return this.lesson.steps[this.index];
  }

  /** @param {number} next */
  goTo(next) {
    const { steps } = this.lesson;
    if (next < 0 || next >= steps.length) return;
    this.index = next;
    this.done = this.step.ask === "read";
    say("");
    this.host.onStep?.(next);
    this.draw();
    the("title").scrollIntoView({ block: "nearest" });
    the("status").textContent = `Step ${next + 1} of ${steps.length}. ${this.step.text} ${ASKED[this.step.ask]}`;
  }

  draw() {
    const { lesson, done, index, host } = this;
    const { state, text, ask, diagrams } = this.step;
    drawTitle(state);
    refill(
      host.progress,
      h("span", { class: "aside" }, `Step ${index + 1} of ${lesson.steps.length}`),
      h("progress", { max: lesson.steps.length, value: index + 1, "aria-label": "Progress in this lesson" }),
    );
    refill(the("turn"), h("p", { class: "lesson" }, typeset(text)));
    if (!done || ask === "read")
      showBoard(state, { playable: !done, name: solverName(state), pick: (move) => this.pick(move) });
    the("entry").hidden = done;
    const last = index === lesson.steps.length - 1;
    refill(
      the("actions"),
      h(
        "div",
        { class: "buttons" },
        !last &&
          button("Next", () => this.goTo(index + 1), {
            class: done ? "act strong main" : "act",
            "aria-keyshortcuts": ".",
            data: { key: "next" },
          }),
        last && host.last,
        index > 0 && button("Back", () => this.goTo(index - 1), { class: "act plain", "aria-keyshortcuts": "," }),
      ),
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
        h("p", null, last ? host.asked : ASKED[ask]),
        diagrams.length > 0
          ? h("div", { class: "drawings" }, diagrams.map(drawing))
          : done &&
              ask === "win" &&
              this.winningMove !== null &&
              fetchedDrawings(positionRef(state, [this.winningMove])),
      ),
    );
  }

  /** @param {number} move */
  async pick(move) {
    if (this.done) return;
    const { state, answers } = this.step;
    const answer = answers[move];
    if (!answer) return say(illegalText(state, move), "refusal");
    if (!answer.right) {
      const reply = answer.reply === null ? "" : ` Your opponent would reply ${moveText(state, answer.reply)}.`;
      return say(`${answer.text}${reply}`, "refusal");
    }
    [this.done, this.winningMove] = [true, move];
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
    this.draw();
  }

  /** Return all steps, to be printed one below the other. */
  printed() {
    const items = this.lesson.steps.map((/** @type {any} */ { state, text, ask }) =>
      h(
        "li",
        null,
        h("p", { class: "lesson" }, typeset(text)),
        printedBoard(state),
        ask !== "read" && h("p", { class: "asks" }, playerMark(state.to_move), ` ${ASKED[ask]}`),
      ),
    );
    return h("ol", { class: "lesson-steps" }, items);
  }
}
