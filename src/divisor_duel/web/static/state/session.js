/** One game as this browser knows it: the state, the seats held, a move not yet acknowledged. */

import * as storage from "../lib/storage.js";
import { changeGame, followGame, getState } from "../api/client.js";
import { NoResponseError, RejectedError, errorText } from "../api/errors.js";
import { illegalReason, illegalText } from "./move-text.js";
import { inSentence, mover, nameForReader, possessive, subjectFor } from "./players.js";

/** @typedef {import("../api/client.js").State} State */

/** Delays before a move is sent again, in seconds. */
const RETRY = [0.5, 1, 2, 4, 8];
/** Delay of the computer's reply, in milliseconds, so that the player's own move is seen first. */
const COMPUTER_DELAY = 500;
/** Waits shorter than this are not mentioned, in milliseconds. */
export const SHORT_WAIT = 900;

/** Return the delay of the computer's reply, which the player can turn off. */
function computerDelay() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still || !storage.preference("breath", true) ? 0 : COMPUTER_DELAY;
}

export class Session {
  /**
   * @param {string} id
   * @param {{change: (before: State|null) => void, say: (text: string, kind?: string) => void}} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    /** @type {State|null} */
    this.state = null;
    /** @type {State|null} the computer's reply, while it is delayed */
    this.delayedState = null;
    this.movedAt = 0;
    /** When the state arrived: its clocks show that moment. */
    this.receivedAt = 0;
    /** @type {storage.Tokens} */
    this.tokens = storage.tokens(id);
    /** @type {storage.PendingMove|null} */
    this.pending = storage.pendingMove(id);
    /** Whether the wait is long enough to mention. */
    this.slow = false;
    this.slowTimer = 0;
    this.connected = true;
    this.sending = false;
    this.findingSeat = false;
    this.wake = () => {};
    this.subscription = followGame(id, {
      tokens: () => Object.values(this.tokens),
      state: (state) => this.accept(state),
      connection: (up) => this.onConnection(up),
    });
    addEventListener("online", () => this.wake());
  }

  /** Load the game, subscribe to it, and resend a move that was never acknowledged. */
  async open() {
    const token = this.token;
    const state = await getState(this.id, token);
    this.saveSeat(token, state);
    this.accept(state);
    this.subscription.open();
    if (this.pending) this.send();
  }

  get seats() {
    return Object.keys(this.tokens);
  }

  /** The token for requests: of the seat to move, if this browser holds it. */
  get token() {
    const state = this.state;
    return (state && this.tokens[state.to_move]) ?? Object.values(this.tokens)[0] ?? null;
  }

  /** Whether a person at this screen is to move. */
  get mayMove() {
    const state = this.state;
    return Boolean(
      state && !state.over && !this.pending && this.tokens[state.to_move] && state.players[state.to_move] === "human",
    );
  }

  get watching() {
    return this.seats.length === 0;
  }
  get byLink() {
    return this.state?.mode === "link" && this.twoPeople;
  }
  get twoPeople() {
    return Boolean(this.state && Object.values(this.state.players).every((kind) => kind === "human"));
  }

  /** The seat of the person at this screen, if it is only one. */
  get ownSeat() {
    return this.seats.length === 1 ? Number(this.seats[0]) : null;
  }

  /** Return a player's name for labels. @param {number|string} seat */
  name(seat) {
    return nameForReader(this.state, seat, this.ownSeat);
  }

  /** Return a player as the subject of a sentence. @param {number|string} seat */
  subject(seat) {
    return subjectFor(this.state, seat, this.ownSeat);
  }

  /** Store a token under its seat, which changes when the players swap sides. @param {string|null} token @param {State} state */
  saveSeat(token, state) {
    if (!token || !state.you || this.tokens[state.you] === token) return;
    this.tokens = Object.fromEntries(Object.entries(this.tokens).filter(([, other]) => other !== token));
    this.tokens[state.you] = token;
    storage.setTokens(this.id, this.tokens);
    if (this.state) this.listener.change(this.state); // a newer state may be shown already
  }

  /** Accept a state unless a newer one is known. @param {State} state */
  accept(state) {
    const before = this.state;
    if (before && state.version < before.version) return;
    if (before && this.addsComputerMove(before, state)) {
      const wait = this.movedAt + computerDelay() - performance.now();
      if (wait > 0 && (!this.delayedState || this.delayedState.version < state.version)) {
        if (!this.delayedState) setTimeout(() => this.showDelayed(), wait);
        this.delayedState = state;
      }
      if (wait > 0) return;
    }
    this.state = state;
    this.receivedAt = performance.now();
    if (before && state.ply > before.ply) this.movedAt = performance.now();
    if (this.pending && this.settlesPending(this.pending, state)) this.clearPending();
    this.watchForDelay();
    this.listener.change(before);
    if (!this.findingSeat && this.seats.some((seat) => state.players[seat] !== "human")) this.findOwnSeat();
  }

  /** Return whether a state adds a computer's move. @param {State} before @param {State} state */
  addsComputerMove(before, state) {
    if (state.ply <= before.ply || this.watching) return false;
    return state.players[mover(state, state.ply - 1)] !== "human";
  }

  /** Show the delayed state. */
  showDelayed() {
    const state = this.delayedState;
    this.delayedState = null;
    this.movedAt = -COMPUTER_DELAY;
    if (state) this.accept(state);
  }

  /** Return whether a state settles the pending move. @param {storage.PendingMove} pending @param {State} state */
  settlesPending(pending, state) {
    return state.ply > pending.ply && (!this.sending || state.played[pending.ply] === pending.move);
  }

  /** Ask the server which seat is ours, after the sides were swapped in another window. */
  async findOwnSeat() {
    this.findingSeat = true;
    try {
      const token = this.token;
      const state = await getState(this.id, token);
      this.saveSeat(token, state);
      this.accept(state);
    } catch {
      // The next state will try again.
    }
    this.findingSeat = false;
  }

  /** @param {boolean} up */
  onConnection(up) {
    if (up) this.wake();
    if (up === this.connected) return;
    this.connected = up;
    this.listener.change(this.state);
  }

  /** After a while, say that we are still waiting. */
  watchForDelay() {
    clearTimeout(this.slowTimer);
    this.slow = false;
    if (!this.pending && !this.state?.thinking) return;
    this.slowTimer = setTimeout(() => {
      this.slow = true;
      this.listener.change(this.state);
    }, SHORT_WAIT + computerDelay());
  }

  clearPending() {
    this.pending = null;
    storage.savePending(this.id, null);
  }

  /** @param {number} move */
  play(move) {
    const state = this.state;
    if (!state) return;
    if (this.pending) return this.listener.say(`Your move ${this.pending.move} is still being sent.`, "refusal");
    if (state.over) return this.listener.say("The game is over. Start a rematch or a new game.", "refusal");
    if (this.watching) return this.listener.say("You are watching. Only the players can move.", "refusal");
    if (!this.mayMove)
      return this.listener.say(`It is ${inSentence(possessive(this.subject(state.to_move)))} turn.`, "refusal");
    if (!state.legal.includes(move)) return this.rejectIllegal(state, move);
    this.pending = { ply: state.ply, move, seat: String(state.to_move), version: state.version };
    storage.savePending(this.id, this.pending);
    this.movedAt = performance.now();
    this.watchForDelay();
    this.listener.change(state);
    this.send();
  }

  /**
   * Reject an illegal move at once; ask the server for the reason if the state has none.
   * @param {State} state
   * @param {number} move
   */
  async rejectIllegal(state, move) {
    this.listener.say(illegalText(state, move), "refusal");
    if (illegalReason(state, move)) return;
    try {
      await this.subscription.move({ ply: state.ply, move }, this.tokens[state.to_move]);
    } catch (error) {
      if (error instanceof RejectedError && this.state === state) this.listener.say(errorText(error), "refusal");
    }
  }

  /** Send the pending move until the server answers; sending it twice is harmless. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    for (let attempt = 0; this.pending; attempt += 1) {
      const sent = this.pending;
      const { ply, move, seat, version } = sent;
      try {
        await this.subscription.move({ ply, move, version }, this.tokens[seat]);
        if (this.pending === sent) this.clearPending();
      } catch (error) {
        if (error instanceof NoResponseError) {
          if (this.connected)
            this.listener.say(`No answer yet. Your move ${move} is saved and will be sent again.`, "waiting");
          await this.wait(RETRY[Math.min(attempt, RETRY.length - 1)]);
        } else {
          this.clearPending();
          this.onRejected(error);
        }
      }
    }
    this.sending = false;
  }

  /** Wait, or until the network is back. @param {number} seconds */
  wait(seconds) {
    return /** @type {Promise<void>} */ (
      new Promise((done) => {
        const timer = setTimeout(done, seconds * 1000);
        this.wake = () => {
          clearTimeout(timer);
          done();
        };
      })
    );
  }

  /** @param {unknown} error */
  onRejected(error) {
    if (error instanceof RejectedError && error.state) this.accept(error.state);
    else if (this.state) this.listener.change(this.state);
    this.listener.say(errorText(error), "refusal");
  }

  /**
   * Request any change but a move.
   * @param {string} action @param {any} [body] @param {number|null} [seat]
   * @returns {Promise<State|null>}
   */
  async request(action, body = {}, seat) {
    try {
      const token = (seat && this.tokens[seat]) || this.token;
      const state = await changeGame(this.id, action, { version: this.state?.version, ...body }, token);
      this.saveSeat(token, state);
      this.accept(state);
      return state;
    } catch (error) {
      this.onRejected(error);
      return null;
    }
  }
}
