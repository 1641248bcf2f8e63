/**
 * A WebSocket that receives the whole state of a game on connecting and on every change, and sends the moves of the
 * players at this screen. While it is closed, moves are posted by HTTP.
 */

import { NoResponseError, RejectedError } from "./errors.js";

/** How long a move waits for the socket to open before it is posted, in milliseconds. */
const OPEN_TIMEOUT = 1000;
/** How long to wait for the answer to a move, in milliseconds. */
const MOVE_TIMEOUT = 20_000;
/** First and longest delay before reconnecting, in milliseconds. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** Interval of pings, in milliseconds. */
const HEARTBEAT = 15_000;
/** How long to wait for the answer to a ping, in milliseconds. */
const PONG_TIMEOUT = 10_000;
/** Close code of a server that needs the connection for another client. */
const BUSY_CODE = 1013;

/** @typedef {import("./client.js").Move} Move */

export class GameSocket {
  /**
   * @param {string} home the server's origin; empty for the server of this page
   * @param {string} id
   * @param {import("./client.js").GameListener} listener
   * @param {(move: Move, token: string) => Promise<any>} post posts a move by HTTP; returns the state
   */
  constructor(home, id, listener, post) {
    this.address = `${(home || location.origin).replace(/^http/, "ws")}/api/games/${id}/live`;
    this.listener = listener;
    this.post = post;
    /** @type {{move: Move, resolve: () => void, reject: (error: Error) => void, timer: number}[]} */
    this.sent = [];
    /** Tokens whose seats this socket has named. @type {Set<string>} */
    this.greeted = new Set();
    this.openedAt = 0;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.reconnectTimer = 0;
    this.heartbeat = 0;
    this.pongTimer = 0;
    this.closed = false;
    addEventListener("online", () => this.reconnectNow());
    addEventListener("offline", () => this.disconnect());
    addEventListener("pageshow", () => this.reconnectNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.ping();
    });
  }

  open() {
    if (this.socket || this.closed) return;
    clearTimeout(this.reconnectTimer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.openedAt = performance.now();
    this.greeted.clear();
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      for (const token of this.listener.tokens()) this.greet(socket, token);
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => this.ping(), HEARTBEAT);
      this.listener.connection(true);
    });
    socket.addEventListener("message", (event) => {
      clearTimeout(this.pongTimer);
      const message = JSON.parse(event.data);
      if (message.type === "state") this.onState(message.state);
      if (message.type === "refused") this.onRefused(message);
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === BUSY_CODE) this.wait = LONGEST_WAIT;
      this.onLost(socket);
    });
  }

  /** Name the seat of a token, once. @param {WebSocket} socket @param {string} token */
  greet(socket, token) {
    if (this.greeted.has(token)) return;
    this.greeted.add(token);
    socket.send(JSON.stringify({ type: "hello", token }));
  }

  /**
   * Make a move; return once the listener has the state after it. Sending it again is harmless: it names its ply.
   * Throws a RejectedError, or a NoResponseError if the move may or may not have been made.
   * @param {Move} move @param {string} token
   */
  async move(move, token) {
    if (await this.opens()) await this.send(move, token);
    else this.listener.state(await this.post(move, token));
  }

  /** Wait a moment for the socket to open; return whether it is open. @returns {Promise<boolean>} */
  async opens() {
    const socket = this.socket;
    const left = this.openedAt + OPEN_TIMEOUT - performance.now();
    if (socket?.readyState === WebSocket.CONNECTING && left > 0)
      await new Promise((done) => {
        for (const event of ["open", "close"]) socket.addEventListener(event, done);
        setTimeout(done, left);
      });
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Send a move over the socket, and wait for its answer. @param {Move} move @param {string} token */
  send(move, token) {
    return /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => this.disconnect(), MOVE_TIMEOUT);
        this.sent.push({ move, resolve, reject, timer });
        const socket = /** @type {WebSocket} */ (this.socket);
        this.greet(socket, token);
        socket.send(JSON.stringify({ type: "move", ...move }));
      })
    );
  }

  /** Pass a state on; it answers the moves that it shows. @param {import("./client.js").State} state */
  onState(state) {
    this.listener.state(state);
    for (const sent of this.sent.filter(({ move }) => state.played[move.ply] === move.move))
      this.settle(sent).resolve();
  }

  /** Handle a refusal, which answers the oldest move at its ply. @param {{error: string, ply: number, again: boolean}} refused */
  onRefused({ error, ply, again }) {
    const sent = this.sent.find(({ move }) => move.ply === ply);
    if (sent) this.settle(sent).reject(again ? new NoResponseError(error) : new RejectedError(error));
  }

  /** Stop waiting for the answer to a move. @param {GameSocket["sent"][0]} sent */
  settle(sent) {
    clearTimeout(sent.timer);
    this.sent = this.sent.filter((other) => other !== sent);
    return sent;
  }

  /** Send a ping and expect an answer: after sleep, for example, a dead socket still looks open. */
  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return this.reconnectNow();
    this.socket.send(JSON.stringify({ type: "ping" }));
    clearTimeout(this.pongTimer);
    this.pongTimer = setTimeout(() => this.disconnect(), PONG_TIMEOUT);
  }

  disconnect() {
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    this.onLost(socket);
  }

  /** @param {WebSocket} socket */
  onLost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.heartbeat);
    clearTimeout(this.pongTimer);
    for (const sent of this.sent) this.settle(sent).reject(new NoResponseError("No connection to the server."));
    if (this.closed) return;
    this.listener.connection(false);
    this.reconnectTimer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  reconnectNow() {
    if (this.socket) return;
    this.wait = FIRST_WAIT;
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.reconnectTimer);
    this.disconnect();
  }
}
