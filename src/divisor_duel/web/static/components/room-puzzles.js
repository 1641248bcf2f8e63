/** The puzzles of a room: every pupil solves the same ones alone, with three tries each. */

import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { tryPuzzle } from "../api/client.js";
import { illegalText, moveText } from "../state/move-text.js";
import { VALUE_WORDS } from "../state/move-values.js";
import { drawRule, drawTitle } from "./game-status.js";
import { say, sayError } from "./messages.js";
import { showBoard, solverName } from "./study-board.js";

/** @typedef {Awaited<ReturnType<typeof tryPuzzle>>} Task */

export class RoomPuzzles {
  /** @param {import("../state/room.js").RoomPlace} place */
  constructor(place) {
    this.place = place;
    /** @type {Task|null} */
    this.task = null;
    this.index = 0;
    this.busy = false;
  }

  /** The tries of each puzzle. */
  get tries() {
    return this.place.room?.pupil?.puzzles ?? [];
  }

  /** Open a puzzle, by default the first that is not over. @param {number} [index] */
  async open(
    index = Math.max(
      0,
      this.tries.findIndex((tries) => !tries.includes("1") && tries.length < 3),
    ),
  ) {
    this.index = index;
    this.task = null;
    try {
      this.draw(await tryPuzzle(this.place.code, { puzzle: index }, this.place.token));
    } catch (error) {
      sayError(error);
    }
  }

  /** @param {number} move */
  async pick(move) {
    const task = this.task;
    if (!task || this.busy || task.solution !== null) return;
    if (!task.state.legal.includes(move)) return say(illegalText(task.state, move), "refusal");
    this.busy = true;
    try {
      const after = await tryPuzzle(this.place.code, { puzzle: this.index, move }, this.place.token);
      const right = after.tries.includes("1");
      this.draw(after);
      say(`${moveText(task.state, move)} ${right ? "wins." : "loses."}`, right ? "good" : "refusal");
    } catch (error) {
      sayError(error);
    }
    this.busy = false;
  }

  /** @param {Task} task */
  draw(task) {
    this.task = task;
    const { state, solution, left } = task;
    const over = solution !== null;
    say("");
    drawTitle(state, `; puzzle ${this.index + 1} of ${this.tries.length}, ${task.grade}`);
    drawRule(state, over);
    for (const id of ["players", "reactions", "more", "legend", "moves", "review"]) refill(the(id));
    const headline = !over ? "Find the winning move." : task.tries.includes("1") ? "Solved." : "Not this time.";
    refill(
      the("turn"),
      playerMark(state.to_move),
      h("span", null, headline),
      !over && h("span", { class: "because" }, `${plural(left, "try", "tries")} left`),
    );
    the("entry").hidden = over;
    showBoard(state, {
      playable: !over,
      hinted: solution,
      values: over ? new Map([[solution, { value: "win", words: VALUE_WORDS.win, remoteness: null }]]) : null,
      name: solverName(state),
      pick: (move) => this.pick(move),
    });
    refill(
      the("actions"),
      h(
        "div",
        { class: "buttons" },
        this.tries.map((_, index) =>
          button(`${index + 1}`, () => this.open(index), {
            "aria-label": `Puzzle ${index + 1}`,
            "aria-pressed": String(index === this.index),
          }),
        ),
      ),
    );
    refill(the("insight"), over && h("div", { class: "why" }, h("h2", null, "Why"), h("p", null, task.reason)));
  }
}
