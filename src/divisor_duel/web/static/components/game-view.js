/** The game page's controller: draws the state of the session and passes the players' actions on. */

import { refill, the } from "../lib/dom.js";
import { endSound, moveSound, turnSound } from "../lib/sound.js";
import * as storage from "../lib/storage.js";
import { getAnalysis, getStateAt } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { readerWins, valuesForReader } from "../state/move-values.js";
import { groupsApart, hidesLegalMoves } from "../state/preferences.js";
import { Session } from "../state/session.js";
import { drawBoard } from "../boards/index.js";
import { explainReply, playWithCoach, showHint, showReview } from "./advice.js";
import { announce, saveStatus } from "./announcements.js";
import { drawExplanation } from "./explanation.js";
import { drawActions } from "./game-actions.js";
import { drawPlayers, drawRule, drawTitle, drawTurn, statusText } from "./game-status.js";
import { say, sayError } from "./messages.js";
import { drawLegend } from "./legend.js";
import { drawMoveList } from "./move-list.js";
import { notifyTurn } from "./notifications.js";
import { drawReactions, newReaction } from "./reactions.js";
import { openRematch } from "./rematch.js";
import { drawReview } from "./review.js";
import { drawLinks, shareGame } from "./sharing.js";
import { fitBoard } from "./study-board.js";

/** @typedef {import("../api/client.js").State} State */

export class GameView {
  /** @param {string} id @param {{inRoom?: boolean}} [more] `inRoom`: whether a class plays it, whose teacher starts games */
  constructor(id, { inRoom = false } = {}) {
    this.inRoom = inRoom;
    this.session = new Session(id, { change: (before) => this.onChange(before), say });
    this.values = false;
    /** @type {number|null} the earlier ply shown; null for the current position */
    this.shownPast = null;
    /** @type {Map<string, State>} */
    this.pastStates = new Map();
    /** @type {Map<string, import("../api/client.js").Analysis>} */
    this.analyses = new Map();
    this.analysisError = "";
    /** @type {import("../api/types.js").ReviewMessage|null} */
    this.reviewed = null;
    this.reviewStatus = "";
    /** @type {number|null} */
    this.hinted = null;
    /** @type {string[]} the hints given so far */
    this.hints = [];
    this.drawnSignature = "";
    this.replyRule = "";
    this.hinting = false;
    /** Whether the coach is judging a move. */
    this.coachJudging = false;
    this.leaving = false;
    this.closed = false;
  }

  /** Stop following the game, so that another one can be shown. */
  close() {
    this.closed = true;
    this.session.subscription.close();
  }

  get shownPly() {
    return this.shownPast ?? this.session.state?.ply ?? 0;
  }

  /** The position on the board. @returns {State|null} */
  get shownState() {
    if (this.shownPast === null) return this.session.state;
    return this.pastStates.get(this.key(this.shownPast)) ?? this.session.state;
  }

  get analysis() {
    return this.analyses.get(this.key(this.shownPly)) ?? null;
  }

  /** Return a cache key: the moves to a position, as an undo can bring another one at the same ply. @param {number} ply */
  key(ply) {
    return `${ply}:${this.session.state?.played.slice(0, ply).join(" ")}`;
  }

  /** @param {State|null} before */
  onChange(before) {
    const state = this.session.state;
    if (!state || this.closed) return;
    const moved = before !== null && before.ply !== state.ply;
    if (moved || before?.over !== state.over) {
      this.shownPast = null;
      this.hinted = null;
      this.hints = [];
      this.reviewed = state.over ? this.reviewed : null;
    }
    if (moved || (before && before.over !== state.over)) say("");
    if (moved) {
      if (state.ply > before.ply) moveSound(state.to_move === 1 ? 2 : 1);
      if (state.over) endSound(this.session.ownSeat === null || state.winner === this.session.ownSeat);
      else if (this.session.byLink && this.session.mayMove) {
        turnSound();
        notifyTurn(this.session);
      }
    }
    if (before?.open && !state.open) {
      say(`${this.session.subject(before.vacant[0] ?? 2)} has joined the game.`);
      turnSound();
    }
    const reaction = before && !moved && newReaction(before, this.session);
    if (reaction) say(reaction);
    if (state.trouble && !before?.trouble) say(state.trouble, "refusal");
    if (before?.takeback && !state.takeback && !moved)
      say("Your opponent said no: you can\u2019t take back your move.");
    if (
      !before ||
      moved ||
      before.over !== state.over ||
      before.to_move !== state.to_move ||
      before.thinking !== state.thinking
    )
      announce(this, before);
    if (
      moved &&
      state.ply > before.ply &&
      storage.playsAgainstProof(this.session.id) &&
      this.session.addsComputerMove(before, state)
    )
      explainReply(this);
    if (!this.inRoom && (!before || moved || before.over !== state.over)) saveStatus(this);
    if (state.rematch?.next && before && !before.rematch?.next && this.followsRematch(state)) openRematch(this);
    this.draw(
      (moved && before !== null && state.ply === before.ply + 1) ||
        (before !== null && state.ply === before.ply + 2 && !this.session.twoPeople),
    );
  }

  /** @param {boolean} fresh whether to show what the last move did */
  draw(fresh = false) {
    const state = this.session.state;
    if (state) drawTitle(state);
    if (state) drawRule(state);
    drawPlayers(this.session);
    drawTurn(this.session, this.shownPast === null ? null : this.shownState);
    this.drawBoard(fresh);
    drawLegend(this.session);
    drawActions(this);
    drawReactions(this.session);
    if (!this.inRoom) drawLinks(this);
    drawExplanation(this);
    drawMoveList(this);
    drawReview(this);
    if (this.values && this.session.state?.values_allowed) this.analyse();
  }

  /** @param {boolean} fresh */
  drawBoard(fresh) {
    const state = this.shownState;
    if (!state) return;
    const analysis = this.values && this.session.state?.values_allowed ? this.analysis : null;
    const playable = this.shownPast === null && this.session.mayMove;
    const pending = this.session.pending?.move ?? null;
    const names = JSON.stringify([this.session.state?.names, state.first, state.legal.length]);
    const signature = [
      this.key(this.shownPly),
      state.ply,
      playable,
      pending,
      this.hinted,
      analysis !== null,
      names,
    ].join("|");
    if (signature === this.drawnSignature) return;
    this.drawnSignature = signature;
    the("caption").textContent = "";
    the("board").classList.toggle("idle", !playable);
    the("entry").hidden = this.session.watching || Boolean(this.session.state?.over);
    const stands =
      this.shownPast === null ? statusText(this.session) : `after ${state.ply} of ${this.session.state?.ply}`;
    document.title = `${stands.replace(/\.$/, "")} \u00b7 ${state.short_title}`; // a tab shows only the first words
    const board = the("board");
    refill(
      board,
      drawBoard({
        state,
        playable,
        pending,
        fresh,
        hinted: this.hinted,
        values: analysis && valuesForReader(analysis, state, this.session.ownSeat),
        readerWins: analysis ? readerWins(analysis, state, this.session.ownSeat) : undefined,
        proof: analysis?.proof ?? null,
        strategy: analysis?.strategy ?? null,
        name: (seat) => this.session.name(seat),
        groupsApart: groupsApart(),
        hidesLegalMoves: hidesLegalMoves() && !analysis,
        pick: (move) => this.pick(move),
        caption: (text) => {
          the("caption").textContent = text;
        },
      }),
    );
    fitBoard(board);
  }

  /** @param {number} move */
  pick(move) {
    if (this.shownPast !== null && this.shownPast !== this.session.state?.ply) {
      return say("This is an earlier position. Go to the last move to play.", "refusal");
    }
    say("");
    playWithCoach(this, move);
  }

  /** Whether the opponent is the coach, which always warns. */
  get coachPlays() {
    return Object.values(this.session.state?.players ?? {}).includes("coach");
  }

  get coaching() {
    return this.coachPlays || storage.preference("coach", false) === true;
  }

  toggleCoach() {
    storage.savePreference("coach", !storage.preference("coach", false));
    say(this.coaching ? "The coach will warn you before you throw away a win." : "The coach is off.");
    drawActions(this);
  }

  /** Show an earlier position. @param {number} ply */
  async show(ply) {
    const last = this.session.state?.ply ?? 0;
    if (ply < 0 || ply > last) return;
    const key = this.key(ply);
    if (ply !== last && !this.pastStates.has(key)) {
      try {
        this.pastStates.set(key, await getStateAt(this.session.id, ply));
      } catch (error) {
        return sayError(error);
      }
    }
    this.shownPast = ply === last ? null : ply;
    this.draw();
    the("status").textContent = `Position after ${ply} of ${last} moves.`;
  }

  toggleValues() {
    if (!this.session.state?.values_allowed)
      return say("When two people play, you can see who is winning after the game.", "refusal");
    this.values = !this.values;
    this.draw();
  }

  async analyse() {
    const ply = this.shownPly;
    const key = this.key(ply);
    if (this.analyses.has(key)) return;
    try {
      this.analyses.set(key, await getAnalysis(this.session.id, ply, this.session.token));
      this.analysisError = "";
    } catch (error) {
      this.analysisError = errorText(error);
      return drawExplanation(this);
    }
    this.draw();
  }

  /** Return whether a player here, or a spectator, should follow the rematch. @param {State} state */
  followsRematch(state) {
    return this.session.watching || state.rematch.offers.some((seat) => this.session.tokens[seat]);
  }

  async rematch() {
    if (this.session.state?.rematch?.next) return openRematch(this);
    await this.session.request("rematch", {}, this.session.ownSeat);
  }

  /** Redraw the board although the position is the same. */
  redraw() {
    this.drawnSignature = "";
    this.draw();
  }

  /** Turn the marking of legal moves off or on. */
  toggleMarking() {
    storage.savePreference("find", !hidesLegalMoves());
    this.redraw();
    say(
      hidesLegalMoves()
        ? "Legal moves are not marked now. A wrong try costs nothing."
        : "Legal moves are marked again.",
    );
  }

  hint() {
    return showHint(this);
  }

  review() {
    return showReview(this);
  }

  share() {
    shareGame(this);
  }
}
