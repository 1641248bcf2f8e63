/** The page of a running game: it shows what the session knows and passes on what people do. */

import { change, getAnalysis, getHint, getPast, getReview, getState, getWarning } from "./port.js";
import { drawBoard } from "./boards/index.js";
import { confirmed, showRules } from "./dialogs.js";
import { h, refill, the } from "./dom.js";
import { drawHeader, say } from "./header.js";
import * as keep from "./keep.js";
import { listen } from "./keys.js";
import { actionsOf, drawActions } from "./parts/actions.js";
import { runClocks } from "./parts/clock.js";
import { drawEntry } from "./parts/entry.js";
import { drawInsight } from "./parts/insight.js";
import { drawMoves, written } from "./parts/moves.js";
import { drawPlayers, drawTitle, drawTurn, phrase, sentence } from "./parts/players.js";
import { drawReview } from "./parts/review.js";
import { drawRecord, drawShare, openShare } from "./parts/share.js";
import { fit } from "./study.js";
import { Session } from "./session.js";
import { chime, chord, tick } from "./sound.js";
import { ours, worths } from "./worth.js";
import { Refused, Unanswered, told } from "./trouble.js";

/** @typedef {import("./port.js").State} State */

/** @returns {boolean} */
export const finding = () => keep.preference("find", false) === true;

export class Table {
  /** @param {string} id */
  constructor(id) {
    this.session = new Session(id, { change: (before) => this.changed(before), say });
    this.say = say;
    this.values = false;
    /** @type {number|null} the ply looked at; null follows the game */
    this.looked = null;
    /** @type {Map<string, State>} */
    this.past = new Map();
    /** @type {Map<string, import("./port.js").Analysis>} */
    this.known = new Map();
    this.trouble = "";
    /** @type {any} */
    this.reviewed = null;
    this.reviewTrouble = "";
    /** @type {number|null} */
    this.hinted = null;
    /** @type {string[]} the steps of help given so far */
    this.hints = [];
    this.drawn = "";
    this.rule = "";
    this.hinting = false;
    this.leaving = false;
  }

  get shownPly() {
    return this.looked ?? this.session.state?.ply ?? 0;
  }

  /** The position on the board. @returns {State|null} */
  get shownState() {
    if (this.looked === null) return this.session.state;
    return this.past.get(this.key(this.looked)) ?? this.session.state;
  }

  get analysis() {
    return this.known.get(this.key(this.shownPly)) ?? null;
  }

  /** A position by the moves that led to it, so that an undone one is not mixed up. @param {number} ply */
  key(ply) {
    return `${ply}:${this.session.state?.played.slice(0, ply).join(" ")}`;
  }

  /** @param {State|null} before */
  changed(before) {
    const state = this.session.state;
    if (!state) return;
    const moved = before !== null && before.ply !== state.ply;
    if (moved || before?.over !== state.over) {
      this.looked = null;
      this.hinted = null;
      this.hints = [];
      this.reviewed = state.over ? this.reviewed : null;
    }
    if (moved) {
      say("");
      if (state.ply > before.ply) tick(state.to_move === 1 ? 2 : 1);
      if (state.over) chord(this.session.mine === null || state.winner === this.session.mine);
      else if (this.session.byLink && this.session.mayMove) chime();
    }
    if (before?.open && !state.open) {
      say(`${this.session.name(before.vacant[0] ?? 2)} has joined you.`);
      chime();
    }
    if (state.trouble && !before?.trouble) say(state.trouble, "refusal");
    if (before?.takeback && !state.takeback && !moved) say("The move stands: taking it back was refused.");
    if (
      !before ||
      moved ||
      before.over !== state.over ||
      before.to_move !== state.to_move ||
      before.thinking !== state.thinking
    )
      this.announce(before);
    if (moved && state.ply > before.ply && keep.proving(this.session.id) && this.session.answers(before, state))
      this.explainAnswer(state.ply - 1);
    if (!before || moved || before.over !== state.over) this.remember();
    if (state.rematch?.next && before && !before.rematch?.next && this.wants(state)) this.follow();
    this.draw(
      (moved && before !== null && state.ply === before.ply + 1) ||
        (before !== null && state.ply === before.ply + 2 && !this.session.twoPeople),
    );
  }

  /** What the start page says of this game. */
  remember() {
    const { session } = this;
    const state = session.state;
    if (!state || session.watching) return;
    const other = session.mine === null ? null : 3 - session.mine;
    const against =
      other === null
        ? `${session.name(1)} and ${session.name(2)}`
        : state.players[other] === "human"
          ? session.name(other)
          : `the computer, ${state.players[other]}`;
    keep.keepRecent({
      id: session.id,
      title: state.title,
      told: phrase(state),
      against,
      stands: sentence(session),
      over: state.over,
    });
  }

  /** Tell screen readers what happened. @param {State|null} before */
  announce(before) {
    const state = /** @type {State} */ (this.session.state);
    const news =
      before && state.ply > before.ply
        ? state.played
            .slice(before.ply)
            .map((move) => written(state, move))
            .join(", then ")
        : "";
    the("status").textContent =
      `${news ? `Played ${news}. ` : ""}${state.note ? `${state.note} ` : ""}${sentence(this.session)}`;
  }

  /** @param {boolean} fresh whether to show what the last move did */
  draw(fresh = false) {
    const state = this.session.state;
    if (state) drawTitle(state);
    drawPlayers(this.session);
    drawTurn(this.session, this.looked === null ? null : this.shownState);
    this.drawBoard(fresh);
    drawActions(this);
    drawShare(this);
    drawInsight(this);
    drawMoves(this);
    drawReview(this);
    if (this.values && this.session.state?.values_allowed) this.analyse();
  }

  /** @param {boolean} fresh */
  drawBoard(fresh) {
    const state = this.shownState;
    if (!state) return;
    const analysis = this.values && this.session.state?.values_allowed ? this.analysis : null;
    const playable = this.looked === null && this.session.mayMove;
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
    if (signature === this.drawn) return;
    this.drawn = signature;
    the("caption").textContent = "";
    the("board").classList.toggle("idle", !playable);
    the("board").classList.toggle("find", finding());
    the("entry").hidden = this.session.watching || Boolean(this.session.state?.over);
    document.title = `${state.title}: ${sentence(this.session)}`;
    const board = the("board");
    refill(
      board,
      drawBoard({
        state,
        playable,
        pending,
        fresh,
        hinted: this.hinted,
        values: analysis && worths(analysis, state, this.session.mine),
        ours: analysis ? ours(analysis, state, this.session.mine) : undefined,
        proof: analysis?.proof ?? null,
        apart: keep.preference("apart", false) === true,
        pick: (move) => this.pick(move),
        caption: (text) => {
          the("caption").textContent = finding() ? "" : text;
        },
      }),
    );
    fit(board);
  }

  /** @param {number} move */
  pick(move) {
    if (this.looked !== null && this.looked !== this.session.state?.ply) {
      return say("You are looking at an earlier position. Step to the end to play.", "refusal");
    }
    say("");
    this.coached(move);
  }

  /** Make a move; with the coach, not before a win that it gives back was thought over. @param {number} move */
  async coached(move) {
    const { session } = this;
    const state = session.state;
    if (this.coaching && session.mayMove && session.alone && state?.legal.includes(move)) {
      const { warning } = await getWarning(session.id, move, session.token).catch(() => ({ warning: null }));
      if (session.state !== state) return;
      if (
        warning &&
        !(await confirmed(warning, "Play it anyway", "Nothing is lost yet: look once more.", "Think again"))
      )
        return;
    }
    session.play(move);
  }

  get coaching() {
    const players = Object.values(this.session.state?.players ?? {});
    return players.includes("coach") || keep.preference("coach", false) === true;
  }

  toggleCoach() {
    keep.keepPreference("coach", !keep.preference("coach", false));
    say(this.coaching ? "The coach asks before you give a win away." : "The coach is silent.");
    drawActions(this);
  }

  /** Look at an earlier position. @param {number} ply */
  async show(ply) {
    const last = this.session.state?.ply ?? 0;
    if (ply < 0 || ply > last) return;
    const key = this.key(ply);
    if (ply !== last && !this.past.has(key)) {
      try {
        this.past.set(key, await getPast(this.session.id, ply));
      } catch (error) {
        return this.failed(error);
      }
    }
    this.looked = ply === last ? null : ply;
    this.draw();
    the("status").textContent = `Position after ${ply} of ${last} moves.`;
  }

  toggleValues() {
    if (!this.session.state?.values_allowed)
      return say("Between two people the values stay hidden until the game ends.", "refusal");
    this.values = !this.values;
    this.draw();
  }

  async analyse() {
    const ply = this.shownPly;
    const key = this.key(ply);
    if (this.known.has(key)) return;
    try {
      this.known.set(key, await getAnalysis(this.session.id, ply, this.session.token));
      this.trouble = "";
    } catch (error) {
      this.trouble = told(error);
      return drawInsight(this);
    }
    this.draw();
  }

  async hint() {
    if (!this.session.mayMove) return say("There is nothing to hint at now.", "refusal");
    if (this.hinting) return;
    this.hinting = true;
    drawActions(this);
    say("Looking for a hint\u2026", "waiting");
    try {
      const hint = await getHint(this.session.id, this.hints.length + 1, this.session.token);
      this.hinted = hint.move;
      if (!this.hints.includes(hint.why)) this.hints.push(hint.why);
      say(hint.why);
    } catch (error) {
      this.failed(error);
    }
    this.hinting = false;
    this.draw();
  }

  async review() {
    try {
      this.reviewTrouble = "Working it out\u2026";
      drawReview(this);
      this.reviewed = await getReview(this.session.id, this.session.token);
      this.values = true;
      this.draw();
    } catch (error) {
      this.reviewTrouble = told(error);
      drawReview(this);
    }
  }

  /** Whether somebody here asked for the rematch that has begun. @param {State} state */
  wants(state) {
    return this.session.watching || state.rematch.offers.some((seat) => this.session.tokens[seat]);
  }

  async rematch() {
    if (this.session.state?.rematch?.next) return this.follow();
    const own = this.session.seats;
    const state = await this.session.ask("rematch", {}, own.length === 1 ? own[0] : undefined);
    if (state && !state.rematch?.next) say("You offered a rematch; it starts when the other player agrees.");
  }

  /** Draw the board again although the position is the same. */
  redraw() {
    this.drawn = "";
    this.draw();
  }

  /** Where one plays against a proof, say by which rule the answer was found. @param {number} ply before the answer */
  async explainAnswer(ply) {
    try {
      this.rule = (await getAnalysis(this.session.id, ply, this.session.token)).reason;
    } catch {
      this.rule = "";
    }
    drawInsight(this);
  }

  /** Whether the player wants to find the moves without their being marked. */
  toggleFinding() {
    keep.keepPreference("find", !finding());
    this.redraw();
    say(
      finding()
        ? "The moves are no longer marked: find them yourself. A slip costs nothing."
        : "The moves are marked again.",
    );
  }

  share() {
    openShare(this);
  }

  /** Go to the next game once there is one, with the seats held here. */
  async follow() {
    const { session } = this;
    if (this.leaving) return;
    this.leaving = true;
    const next = session.state?.rematch.next;
    const id = typeof next === "string" ? next : next.id;
    /** @type {keep.Tokens} */
    const held = {};
    for (const seat of session.seats) {
      const seen = (await getState(session.id, session.tokens[seat])).rematch?.next;
      Object.assign(held, seen?.seats ?? {});
      if (seen?.seat_token_for_you) held[seat] = seen.seat_token_for_you;
    }
    if (session.watching) {
      refill(the("notice"), h("p", { class: "notice" }, h("a", { href: `/g/${id}` }, "Watch the rematch")));
      return;
    }
    keep.keepTokens(id, held);
    location.href = `/g/${id}`;
  }

  /** @param {unknown} error */
  failed(error) {
    say(told(error), "refusal");
  }
}

/** Take the seat named in the address, and take its token out of sight. @param {string} id */
async function takeSeat(id) {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!secret) return;
  const invited = secret.startsWith("i.");
  const token = invited ? keep.ownToken(id) : secret;
  const { you } = invited ? await change(id, "join", { invitation: secret, token }, null) : await getState(id, token);
  if (you) keep.keepTokens(id, { [you]: token });
  history.replaceState(null, "", location.pathname);
}

async function main() {
  const id = location.pathname.split("/")[2] ?? new URLSearchParams(location.search).get("id") ?? keep.recent()[0]?.id;
  if (!id) return location.replace("/");
  try {
    await takeSeat(id);
  } catch (error) {
    say(told(error), "refusal");
    if (error instanceof Unanswered) setTimeout(() => location.reload(), 3000);
  }
  const table = new Table(id);
  const rules = () => {
    if (table.session.state) showRules(table.session.state.game);
  };
  drawHeader({ rules, pause: true });
  const entry = drawEntry(
    the("entry"),
    (move) => table.pick(move),
    say,
    () => table.session.state?.view.symbols ?? {},
  );
  const does = actionsOf(table);
  listen(
    entry,
    {
      u: () => {
        if (!table.session.watching) does.undo();
      },
      y: () => {
        if (!table.session.byLink) does.redo();
      },
      h: does.hint,
      v: does.values,
      n: does.fresh,
      "?": rules,
      ",": () => table.show(table.shownPly - 1),
      ".": () => table.show(table.shownPly + 1),
    },
    () => Object.values(table.session.state?.view.symbols ?? {}).join(""),
  );
  try {
    await table.session.open();
  } catch (error) {
    const gone = error instanceof Refused && error.unknown;
    say(
      gone
        ? "There is no such game. It may have been removed, or the address is cut short."
        : `${told(error)} Trying again.`,
      "refusal",
    );
    if (gone) table.session.live.close();
    else setTimeout(() => location.reload(), 3000);
    return;
  }
  drawRecord(table);
  runClocks(table.session);
}

main();
