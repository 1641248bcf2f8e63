/** How the winner wins: the rules, and the answer to any reply, as deep as the reader likes. */

import { button, h, playerMark, refill } from "../lib/dom.js";
import { preference, savePreference } from "../lib/storage.js";
import { typeset } from "../lib/text.js";
import { getPosition, getPositionAnalysis } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { moveText } from "../state/move-text.js";
import { fromSideOf, inSentence, verb } from "../state/players.js";
import { drawPosition } from "../boards/index.js";
import { drawings, pointOut } from "./drawings.js";
import { fitBoard, positionRef } from "./study-board.js";

/** How long to point at a reply before the position after its answer is drawn, in milliseconds. */
const POINTING_DELAY = 150;

/** How long after a step a resting mouse points at nothing, in milliseconds: the new position is shown first. */
const SETTLING_TIME = 400;

/**
 * @typedef {import("../api/client.js").State} State
 * @typedef {import("../api/client.js").Analysis} Analysis
 * @typedef {import("../api/types.js").StrategyMessage} Strategy
 * @typedef {import("../api/types.js").ReplyMessage} Answer
 * @typedef {import("./explanation.js").Reader} Reading
 * @typedef {{moves: number[], line: number[], analysis: Analysis}} Level a position in which the loser is to move: the
 *   moves to it from the first one, and the last of them
 */

/** Draw the rules by which the winner wins. @param {State} state @param {Analysis} analysis @param {Reading} reading */
export function howToWin(state, { reason, strategy }, { name, reader }) {
  if (!strategy?.steps.length || strategy.steps.join(" ") === reason) return null;
  const winner = name(strategy.winner);
  const own = strategy.winner === (reader ?? state.to_move);
  const details = h(
    "details",
    { class: "how", open: preference("how", false) },
    h("summary", { data: { key: "how" } }, own ? "How to win" : `How ${inSentence(winner)} ${verb(winner, "win")}`),
    h(
      "ol",
      null,
      strategy.steps.map((step) => h("li", null, typeset(step))),
    ),
  );
  // At the press, before the panel may be drawn again.
  details
    .querySelector("summary")
    ?.addEventListener("click", () => savePreference("how", !(/** @type {HTMLDetailsElement} */ (details).open)));
  return details;
}

/** The panel shown last: redrawing the page keeps it as it is. @type {ShowMe|null} */
let panel = null;

/** Draw the panel that shows the answers, if there are any. @param {State} state @param {Analysis} analysis @param {Reading} reading */
export function showMe(state, analysis, reading) {
  if (!analysis.strategy?.answers.length) return null;
  const key = JSON.stringify([positionRef(state), reading.reader]);
  if (panel?.key === key) panel.update(analysis);
  else panel = new ShowMe(key, state, analysis, reading, panel?.open ?? false);
  return panel.element;
}

/** Point at a reply in the open panel whenever the reader points at its tile on the board. @param {HTMLElement} board */
export function bindShowMe(board) {
  const code = (/** @type {Event} */ event) =>
    Number(
      /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-code]"))?.dataset.code,
    );
  for (const kind of ["pointerover", "focusin"])
    board.addEventListener(kind, (event) => panel?.pointFromBoard(code(event)));
  for (const kind of ["pointerout", "focusout"]) board.addEventListener(kind, () => panel?.leave());
}

/** Walks through what may happen: the opponent's reply, the winner's answer, and so on. */
class ShowMe {
  /** @param {string} key @param {State} state @param {Analysis} analysis @param {Reading} reading @param {boolean} open */
  constructor(key, state, analysis, reading, open) {
    this.key = key;
    this.state = state;
    this.reading = reading;
    this.winner = /** @type {Strategy} */ (analysis.strategy).winner;
    /** Whether the reader is the winner. */
    this.toWinner = this.winner === (reading.reader ?? state.to_move);
    /** @type {Level[]} */
    this.levels = [this.firstLevel(analysis)];
    /** @type {Map<string, Promise<State>>} */
    this.states = new Map();
    /** @type {Answer|null} */
    this.pointed = null;
    this.timer = 0;
    this.quietUntil = 0;
    this.told = h("p", { class: "told", "aria-live": "polite" });
    this.board = h("div", { class: "mini" });
    this.body = h("div", { class: "walk" });
    this.element = /** @type {HTMLDetailsElement} */ (
      h("details", { class: "show", open }, h("summary", { data: { key: "show" } }, "Show me"), this.body)
    );
    this.element.addEventListener("toggle", () => this.draw());
    this.bindBoard();
    if (open) this.draw();
  }

  get open() {
    return this.element.open;
  }
  get level() {
    return /** @type {Level} */ (this.levels.at(-1));
  }
  /** @returns {Answer[]} */
  get answers() {
    return this.level.analysis.strategy?.answers ?? [];
  }

  /** @param {Analysis} analysis @returns {Level} */
  firstLevel(analysis) {
    const line = analysis.strategy?.move ? [analysis.strategy.move] : [];
    return { moves: line, line, analysis };
  }

  /** Take a better analysis of the first position, unless the reader has left it. @param {Analysis} analysis */
  update(analysis) {
    if (this.levels.length > 1 || this.level.analysis === analysis) return;
    const same = JSON.stringify(analysis.strategy) === JSON.stringify(this.level.analysis.strategy);
    this.levels = [this.firstLevel(analysis)];
    if (!same) this.draw();
  }

  draw() {
    if (!this.open) return;
    this.pointed = null;
    clearTimeout(this.timer);
    const deeper = this.levels.length > 1 && drawings(this.level.analysis);
    refill(this.body, this.crumbs(), this.told, this.replies(), deeper, this.board);
    this.reserveSpace();
    this.tell(null);
    this.showBoard(this.level.moves, true);
  }

  /** Make room for the longest rule, so that nothing moves under the pointer. */
  reserveSpace() {
    const sample = new Map(this.answers.map((answer) => [answer.step, answer]));
    this.told.style.minHeight = "";
    const heights = [...sample.values()].map((answer) => {
      this.tell(answer);
      return this.told.offsetHeight;
    });
    this.told.style.minHeight = `${Math.max(0, ...heights)}px`;
  }

  /** Draw the way to this position, with a way back. */
  crumbs() {
    const steps = this.levels.map(({ line }, index) =>
      h(
        "li",
        null,
        h(
          "button",
          {
            type: "button",
            class: "crumb",
            data: { key: `crumb-${index}` },
            "aria-current": index === this.levels.length - 1 ? "step" : null,
            onclick: () => this.backTo(index),
          },
          line.length ? this.marked(line, index ? 3 - this.winner : this.winner) : "Now",
        ),
      ),
    );
    const back = button("Back", () => this.backTo(this.levels.length - 2), {
      class: "act plain",
      disabled: this.levels.length < 2,
    });
    return h("div", { class: "crumbs" }, h("ol", { "aria-label": "Moves shown" }, steps), back);
  }

  /** Draw moves with their players' marks. @param {number[]} line @param {number} first the player of the first one */
  marked(line, first) {
    return line.flatMap((move, index) => [playerMark(index % 2 ? 3 - first : first), h("span", null, this.text(move))]);
  }

  /** Draw every reply with its answer. */
  replies() {
    return h(
      "ul",
      { class: "replies", "aria-label": this.toWinner ? "Your opponent's moves" : "Your moves" },
      this.answers.map((answer) => {
        const { reply } = answer;
        return h(
          "li",
          null,
          h(
            "button",
            {
              type: "button",
              class: "reply",
              data: { key: `reply-${reply}`, reply },
              "aria-label": this.sentence(answer) || this.text(reply),
              onclick: () => this.follow(answer),
              onpointermove: () => {
                if (this.pointed !== answer && performance.now() > this.quietUntil) this.point(answer);
              },
              onfocus: () => this.point(answer),
              onpointerleave: () => this.leave(),
              onblur: () => this.leave(),
            },
            h("span", null, this.text(reply)),
            answer.answer !== null && [h("i", null, "\u2192"), h("b", null, this.text(answer.answer))],
          ),
        );
      }),
    );
  }

  /** @param {number} move */
  text(move) {
    return moveText(this.state, move, this.level.analysis.symbols);
  }

  /** Return the answer in words, to the reader. @param {Answer} answer */
  sentence({ to_winner: toWinner, to_loser: toLoser }) {
    return this.toWinner ? toWinner : toLoser;
  }

  /** Show an answer in words, with its rule; without one, what there is to do. @param {Answer|null} answer */
  tell(answer) {
    const { strategy, reason } = this.level.analysis;
    const prompt = this.toWinner
      ? "Point at a move of your opponent to see your answer."
      : "Point at a move to see your opponent\u2019s answer.";
    const text = answer ? this.sentence(answer) || "One moment\u2026" : this.answers.length ? prompt : reason;
    const step = answer?.step === null || answer?.step === undefined ? null : strategy?.steps[answer.step];
    refill(
      this.told,
      h("span", { class: answer || !this.answers.length ? "said" : "aside" }, typeset(text)),
      step && h("span", { class: "aside" }, typeset(step)),
    );
  }

  /** @param {number} reply */
  pointFromBoard(reply) {
    const answer = this.open ? this.answers.find((each) => each.reply === reply) : undefined;
    if (answer && this.levels.length === 1) this.point(answer);
  }

  /** Show the answer to a reply; after a moment, also the position after it. @param {Answer} answer @param {boolean} [drawn] */
  async point(answer, drawn = true) {
    clearTimeout(this.timer);
    this.pointed = answer;
    this.tell(answer);
    this.mark();
    if (!answer.to_winner) {
      await this.resolve(answer);
      if (this.pointed !== answer) return;
      this.tell(answer);
    }
    if (drawn)
      this.timer = setTimeout(() => {
        if (this.pointed === answer) this.showBoard(this.after(answer), false);
      }, POINTING_DELAY);
  }

  leave() {
    clearTimeout(this.timer);
    if (!this.pointed) return;
    this.timer = setTimeout(() => {
      this.pointed = null;
      this.tell(null);
      this.mark();
      this.showBoard(this.level.moves, true);
    }, POINTING_DELAY);
  }

  /** Return the moves to the position after an answer. @param {Answer} answer */
  after({ reply, answer }) {
    return [...this.level.moves, reply, ...(answer === null ? [] : [answer])];
  }

  /** Fetch an answer that only a search finds. @param {Answer} answer */
  async resolve(answer) {
    try {
      const moves = [...this.level.moves, answer.reply];
      const { strategy, reason } = await this.analyse(moves);
      answer.answer = strategy?.move ?? null;
      answer.to_winner = reason;
      answer.to_loser = `${fromSideOf("Your opponent")}${reason}`;
    } catch (error) {
      answer.to_winner = answer.to_loser = errorText(error);
    }
  }

  /** Analyse what follows the first position, by the strategy found there. @param {number[]} moves */
  analyse(moves) {
    return getPositionAnalysis(positionRef(this.state, moves), this.state.played.length);
  }

  /** Go to the position after an answer. @param {Answer} answer */
  async follow(answer) {
    const level = this.level;
    if (!answer.to_winner) await this.resolve(answer);
    const moves = this.after(answer);
    try {
      const analysis = await this.analyse(moves);
      if (this.level !== level) return;
      this.levels.push({ moves, line: moves.slice(level.moves.length), analysis });
      this.quietUntil = performance.now() + SETTLING_TIME;
      this.draw();
      this.focus(this.body.querySelector(".crumb[aria-current]"));
    } catch (error) {
      this.told.textContent = errorText(error);
    }
  }

  /** Go back to an earlier position. @param {number} index */
  backTo(index) {
    this.levels.length = Math.max(1, index + 1);
    this.draw();
    this.focus(this.body.querySelector(".crumb[aria-current]"));
  }

  /** Keep the focus in the panel, for the keyboard. @param {Element|null} element */
  focus(element) {
    if (document.activeElement === document.body || this.element.contains(document.activeElement))
      /** @type {HTMLElement|null} */ (element)?.focus({ preventScroll: true });
  }

  /** Draw a position. @param {number[]} moves @param {boolean} choosing whether replies can be chosen on it */
  async showBoard(moves, choosing) {
    const key = moves.join(".");
    const state = this.states.get(key) ?? getPosition(positionRef(this.state, moves));
    this.states.set(key, state);
    try {
      const shown = await state;
      const wanted = this.pointed && !choosing ? this.after(this.pointed) : this.level.moves;
      if (wanted.join(".") !== key || this.board.dataset.key === key) return;
      this.board.dataset.key = key;
      refill(this.board, this.drawn(shown, choosing));
      fitBoard(this.board);
      this.mark();
    } catch {
      this.states.delete(key); // the words are there; pointing again retries
    }
  }

  /** @param {State} state @param {boolean} choosing */
  drawn(state, choosing) {
    return drawPosition(state, (seat) => this.reading.name(Number(seat)), {
      playable: choosing && !state.over,
      pick: (move) => {
        const answer = choosing && this.answers.find(({ reply }) => reply === move);
        if (answer) this.follow(answer);
      },
    });
  }

  /** Let the reader point at replies on the small board too. */
  bindBoard() {
    for (const kind of ["pointerover", "focusin"])
      this.board.addEventListener(kind, (event) => {
        const tile = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-code]"));
        const answer = this.answers.find(({ reply }) => reply === Number(tile?.dataset.code));
        if (answer && this.board.dataset.key === this.level.moves.join(".")) this.point(answer, false);
      });
    for (const kind of ["pointerout", "focusout"]) this.board.addEventListener(kind, () => this.leave());
  }

  /** Mark the reply pointed at, and its answer. */
  mark() {
    const { reply, answer } = this.pointed ?? { reply: null, answer: null };
    pointOut([reply, answer]);
    for (const chip of this.body.querySelectorAll(".reply"))
      chip.classList.toggle("pointed", Number(/** @type {HTMLElement} */ (chip).dataset.reply) === reply);
    for (const tile of this.board.querySelectorAll(".tile")) {
      const code = Number(/** @type {HTMLElement} */ (tile).dataset.code);
      tile.classList.toggle("pointed", code === reply);
      tile.classList.toggle("answer", code === answer);
    }
  }
}
