/**
 * A WebSocket that receives the whole state of a game on connecting and on every change, and sends the moves of the
 * players at this screen. While it is closed, moves are posted by HTTP.
 */

import { NoResponseError, RejectedError } from "./errors.js";
import { LiveSocket } from "./live-socket.js";

/** How long a move waits for the socket to open before it is posted, in milliseconds. */
const OPEN_TIMEOUT = 1000;
/** How long to wait for the answer to a move, in milliseconds. */
const MOVE_TIMEOUT = 20_000;

/** @typedef {import("./client.js").Move} Move */

export class GameSocket extends LiveSocket {
  /**
   * @param {string} home the server's origin; empty for the server of this page
   * @param {string} id
   * @param {import("./client.js").GameListener} listener
   * @param {(move: Move, token: string) => Promise<any>} post posts a move by HTTP; returns the state
   */
  constructor(home, id, listener, post) {
    super(home, `/api/games/${id}/live`);
    this.listener = listener;
    this.post = post;
    /** @type {{move: Move, resolve: () => void, reject: (error: Error) => void, timer: number}[]} */
    this.sent = [];
    /** Tokens whose seats this socket has named. @type {Set<string>} */
    this.greeted = new Set();
  }

  /** Name the seats, as the first messages. @param {WebSocket} socket */
  onOpen(socket) {
    this.greeted.clear();
    for (const token of this.listener.tokens()) this.greet(socket, token);
    this.listener.connection(true);
  }

  /** @param {any} message */
  onMessage(message) {
    if (message.type === "state") this.onState(message.state);
    if (message.type === "refused") this.onRefused(message);
  }

  /** @param {boolean} closed whether this page closed the connection for good */
  onClose(closed) {
    for (const sent of this.sent) this.settle(sent).reject(new NoResponseError("No connection to the server."));
    if (!closed) this.listener.connection(false);
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
}
