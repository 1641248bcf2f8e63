/** The exploration page: any position of any game, with every move tried stored in the address. */

import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { preference, savePreference } from "../lib/storage.js";
import { loadCatalog } from "../api/catalog.js";
import { Exploration } from "../state/exploration.js";
import { illegalText } from "../state/move-text.js";
import { readerWins, valuesForReader } from "../state/move-values.js";
import { fromSideOf, turnText, verb } from "../state/players.js";
import { SHORT_WAIT } from "../state/session.js";
import { drawContinue } from "../components/continue-from-here.js";
import { showRules } from "../components/dialogs.js";
import { drawEvaluationBar } from "../components/evaluation-bar.js";
import { explanation } from "../components/explanation.js";
import { drawExploredMoves } from "../components/explored-moves.js";
import { offerGames } from "../components/game-picker.js";
import { drawRule, drawTitle } from "../components/game-status.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { openPositionEditor } from "../components/position-editor.js";
import { Refutations } from "../components/refutations.js";
import { bindShowMe } from "../components/show-me.js";
import { stepButton } from "../components/step-buttons.js";
import { showBoard } from "../components/study-board.js";

/** @typedef {import("../api/client.js").State} State */

/** Draws the exploration from the side that the reader takes. */
class Explorer {
  constructor() {
    this.board = new Exploration({
      draw: (fresh) => this.draw(fresh),
      moved: () => this.moved(),
      refused: (why) => say(why, "refusal"),
    });
    this.reader = Number(preference("reader", 1));
    this.levels = /** @type {string[]} */ ([]);
  }

  moved() {
    say("");
    const { state, current } = this.board;
    if (state) the("status").textContent = `After ${current.path.length} moves: ${this.turn(state)}`;
  }

  /** @param {number} seat */
  name(seat) {
    return seat === this.reader ? "You" : "Your opponent";
  }

  /** @param {State} state */
  turn(state) {
    const player = this.name(state.winner ?? state.to_move);
    return state.over ? `${player} ${verb(player, "win")}: ${state.reason}.` : turnText(player);
  }

  /** @param {boolean} [fresh] */
  draw(fresh = false) {
    const { state, analysis, showsValues } = this.board;
    if (!state) return;
    drawTitle(state);
    drawRule(state);
    this.drawSides();
    refill(
      the("turn"),
      playerMark(state.over ? (state.winner ?? 1) : state.to_move),
      h("span", null, this.turn(state)),
    );
    the("bar").hidden = !showsValues;
    drawEvaluationBar(the("bar"), state, analysis, (seat) => this.name(seat));
    showBoard(state, {
      playable: !state.over,
      fresh,
      proof: analysis?.proof ?? null,
      strategy: analysis?.strategy ?? null,
      pick: (move) => this.pick(move),
      values: analysis && this.shownValues(analysis, state),
      readerWins: analysis ? readerWins(analysis, state, this.reader) : undefined,
      name: (seat) => this.name(Number(seat)),
    });
    this.drawWhy(state);
    this.drawActions();
    drawContinue(this.board, state, this.levels);
    drawExploredMoves(this.board, state);
  }

  /** Draw the choice of the reader's side. */
  drawSides() {
    refill(
      the("run"),
      h(
        "fieldset",
        { class: "sides" },
        h("legend", { class: "unseen" }, "Which side are you?"),
        [1, 2].map((seat) =>
          h(
            "label",
            { class: "radio" },
            h("input", {
              type: "radio",
              name: "reader",
              value: seat,
              checked: seat === this.reader,
              data: { key: `reader-${seat}` },
              onchange: () => {
                this.reader = seat;
                savePreference("reader", seat);
                this.draw();
              },
            }),
            playerMark(seat),
            h("span", null, seat === this.reader ? "you" : "switch to this side"),
          ),
        ),
      ),
    );
  }

  /** @param {State} state */
  drawWhy(state) {
    const { board } = this;
    const analysis = board.analysis;
    if (!board.showsValues) return refill(the("insight"));
    if (!analysis)
      return refill(
        the("insight"),
        h(
          "div",
          { class: "why" },
          h("h2", null, "Why"),
          h("p", { class: "aside looking" }, board.error || "Checking every move\u2026"),
        ),
      );
    refill(
      the("insight"),
      explanation(state, analysis, {
        name: (seat) => this.name(Number(seat)),
        reader: this.reader,
        follow: (moves) => board.goTo(board.current.follow(moves), true),
        redraw: () => this.draw(),
        searching: board.search !== null,
      }),
    );
  }

  /**
   * Return the values of moves; during a search, leave out those not known yet.
   * @param {import("../api/client.js").Analysis} analysis @param {State} state
   */
  shownValues(analysis, state) {
    const values = [...valuesForReader(analysis, state, this.reader)];
    return new Map(this.board.search ? values.filter(([, { value }]) => value !== "unknown") : values);
  }

  /** @param {number} move */
  pick(move) {
    const { state, current } = this.board;
    if (!state) return;
    if (!state.legal.includes(move)) return say(illegalText(state, move), "refusal");
    this.board.goTo(current.after(move), true);
  }

  toggleValues() {
    this.board.showsValues = !this.board.showsValues;
    savePreference("explore-values", this.board.showsValues);
    this.draw();
    this.board.analyse();
  }

  drawActions() {
    const { board } = this;
    refill(
      the("actions"),
      h(
        "div",
        { class: "buttons", role: "group", "aria-label": "Actions" },
        stepButton("start", () => board.goTo(board.root), { possible: board.current !== board.root }),
        stepButton("back", () => board.back(), { possible: board.current !== board.root, key: "," }),
        stepButton("forward", () => board.forward(), { possible: board.current.children.length > 0, key: "." }),
        button("Values", () => this.toggleValues(), {
          "aria-pressed": String(board.showsValues),
          "aria-keyshortcuts": "v",
        }),
        button("Edit", () => this.openEditor(), { "aria-label": "Edit position", "aria-keyshortcuts": "s" }),
      ),
    );
  }

  /** Open the dialog that edits the position. */
  async openEditor() {
    if (document.querySelector("dialog[open]")) return;
    try {
      await openPositionEditor(this.board.positionRef, this.board.state?.short_title ?? "");
    } catch (error) {
      sayError(error);
    }
  }
}

async function main() {
  const explorer = new Explorer();
  const { board } = explorer;
  const catalog = await loadCatalog();
  if (!board.setup.game) {
    drawHeader();
    return offerGames(catalog);
  }
  const rules = () => showRules(board.setup.game);
  drawHeader({ rules });
  explorer.levels = catalog.levels;
  drawMoveInput(
    (move) => explorer.pick(move),
    () => board.state?.view.symbols,
    {
      "?": rules,
      ",": () => board.back(),
      ".": () => board.forward(),
      v: () => explorer.toggleValues(),
      s: () => explorer.openEditor(),
    },
  );
  bindShowMe(the("board"));
  new Refutations(the("board"), board, () =>
    board.state?.to_move === explorer.reader ? "" : fromSideOf("Your opponent"),
  );
  addEventListener("hashchange", () => {
    if (location.hash === board.hash) return;
    board.readAddress();
    board.goTo(board.current);
  });
  const timer = setTimeout(() => say("One moment\u2026", "waiting"), SHORT_WAIT);
  board.readAddress();
  await board.goTo(board.current);
  clearTimeout(timer);
}

main().catch(sayError);
