/** One game as this browser knows it: the state, the seats held, a move on its way. */

import { ApiError, NetworkError, act, getState } from "./api.js";
import { Live } from "./live.js";
import * as keep from "./keep.js";

/** @typedef {import("./api.js").State} State */

const RETRY = [0.5, 1, 2, 4, 8];

export class Session {
  /**
   * @param {string} id
   * @param {{change: (before: State|null) => void, say: (text: string, kind?: string) => void}} tell
   */
  constructor(id, tell) {
    this.id = id;
    this.tell = tell;
    /** @type {State|null} */
    this.state = null;
    /** @type {keep.Tokens} */
    this.tokens = keep.tokens(id);
    /** @type {keep.Pending|null} */
    this.pending = keep.pending(id);
    this.connected = true;
    this.sending = false;
    this.moving = false;
    this.wake = () => {};
    this.live = new Live(id, {
      token: () => this.token,
      state: (state) => this.accept(state),
      connection: (up) => this.connection(up),
    });
    addEventListener("online", () => this.wake());
  }

  /** Load the game, follow it, and send again what was never acknowledged. */
  async open() {
    const token = this.token;
    const state = await getState(this.id, token);
    this.seated(token, state);
    this.accept(state);
    this.live.open();
    if (this.pending) this.send();
  }

  get seats() { return Object.keys(this.tokens); }

  /** The token to speak with: of the seat to move if held. */
  get token() {
    const state = this.state;
    return (state && this.tokens[state.to_move]) ?? Object.values(this.tokens)[0] ?? null;
  }

  /** Whether it is the turn of somebody at this screen. */
  get mayMove() {
    const state = this.state;
    return Boolean(state && !state.over && !this.pending && this.tokens[state.to_move] && state.players[state.to_move] === "human");
  }

  get watching() { return this.seats.length === 0; }
  get byLink() { return this.state?.mode === "link" && this.twoPeople; }
  get twoPeople() { return Boolean(this.state && Object.values(this.state.players).every((kind) => kind === "human")); }
  get alone() { return !this.twoPeople; }

  /** What a player is called here. @param {number|string} seat */
  name(seat) {
    return this.state?.names?.[seat] || `Player ${seat}`;
  }

  /** Keep a token under the seat it belongs to: a swap moves it. @param {string|null} token @param {State} state */
  seated(token, state) {
    if (!token || !state.you || this.tokens[state.you] === token) return;
    this.tokens = Object.fromEntries(Object.entries(this.tokens).filter(([, held]) => held !== token));
    this.tokens[state.you] = token;
    keep.setTokens(this.id, this.tokens);
  }

  /** Take a state as the truth unless a newer one is known. @param {State} state */
  accept(state) {
    const before = this.state;
    if (before && state.version < before.version) return;
    this.state = state;
    if (this.pending && this.answered(this.pending, state)) this.settle();
    this.tell.change(before);
    if (!this.moving && this.seats.some((seat) => state.players[seat] !== "human")) this.find();
  }

  /** Whether a state shows what became of a move. @param {keep.Pending} pending @param {State} state */
  answered(pending, state) {
    return state.ply > pending.ply && (!this.sending || state.played[pending.ply] === pending.move);
  }

  /** Somebody swapped the sides in another window: ask which seat is ours. */
  async find() {
    this.moving = true;
    try {
      const token = this.token;
      const state = await getState(this.id, token);
      this.seated(token, state);
      this.accept(state);
    } catch {
      // The next state brings another chance.
    }
    this.moving = false;
  }

  /** @param {boolean} up */
  connection(up) {
    if (up) this.wake();
    if (up === this.connected) return;
    this.connected = up;
    this.tell.change(this.state);
  }

  settle() {
    this.pending = null;
    keep.keepPending(this.id, null);
  }

  /** @param {number} move */
  play(move) {
    const state = this.state;
    if (!state) return;
    if (this.pending) return this.tell.say(`${this.pending.move} is still on its way.`, "refusal");
    if (state.over) return this.tell.say("The game is over. Start a rematch or a new game.", "refusal");
    if (this.watching) return this.tell.say("You are watching; only the players can move.", "refusal");
    if (!this.mayMove) return this.tell.say(`It is ${this.name(state.to_move)}'s turn.`, "refusal");
    this.pending = { ply: state.ply, move, seat: String(state.to_move) };
    keep.keepPending(this.id, this.pending);
    this.tell.change(state);
    this.send();
  }

  /** Send the pending move until the server has answered; a repeat is harmless. */
  async send() {
    if (this.sending) return;
    this.sending = true;
    for (let attempt = 0; this.pending; attempt += 1) {
      const sent = this.pending;
      const { ply, move, seat } = sent;
      try {
        const state = await act(this.id, "moves", { ply, move }, this.tokens[seat]);
        if (this.pending === sent) this.settle();
        this.accept(state);
      } catch (error) {
        if (error instanceof NetworkError || (error instanceof ApiError && [429, 500, 502, 503, 504].includes(error.status))) {
          this.tell.say(`No answer yet. ${move} is kept and will be sent again.`, "waiting");
          await this.rest(RETRY[Math.min(attempt, RETRY.length - 1)]);
        } else {
          this.settle();
          this.refused(error);
        }
      }
    }
    this.sending = false;
  }

  /** Wait, but not once the network is back. @param {number} seconds */
  rest(seconds) {
    return /** @type {Promise<void>} */ (new Promise((done) => {
      const timer = setTimeout(done, seconds * 1000);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    }));
  }

  /** @param {unknown} error */
  refused(error) {
    if (error instanceof ApiError && error.body?.state) this.accept(error.body.state);
    else if (this.state) this.tell.change(this.state);
    this.tell.say(error instanceof Error ? error.message : String(error), "refusal");
  }

  /**
   * Ask for anything but a move.
   * @param {string} action @param {any} [body] @param {string} [seat]
   * @returns {Promise<State|null>}
   */
  async ask(action, body = {}, seat) {
    try {
      const token = (seat && this.tokens[seat]) || this.token;
      const state = await act(this.id, action, body, token);
      this.seated(token, state);
      this.accept(state);
      return state;
    } catch (error) {
      this.refused(error);
      return null;
    }
  }
}
