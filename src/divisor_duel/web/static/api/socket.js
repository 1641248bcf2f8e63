/** A WebSocket that receives the whole state of a game on connecting and on every change. */

/** First and longest delay before reconnecting, in milliseconds. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** Interval of pings, in milliseconds. */
const HEARTBEAT = 15_000;
/** How long to wait for the answer to a ping, in milliseconds. */
const SILENCE = 10_000;
/** Close code of a server that needs the connection for another client. */
const TRY_AGAIN = 1013;

export class GameSocket {
  /**
   * @param {string} id
   * @param {import("./client.js").GameListener} hear
   */
  constructor(id, hear) {
    this.id = id;
    this.hear = hear;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.timer = 0;
    this.beat = 0;
    this.deadline = 0;
    this.closed = false;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.drop());
    addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.check();
    });
  }

  open() {
    if (this.socket || this.closed) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/live`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      const token = this.hear.token();
      if (token) socket.send(JSON.stringify({ type: "hello", token }));
      clearInterval(this.beat);
      this.beat = setInterval(() => this.check(), HEARTBEAT);
      this.hear.connection(true);
    });
    socket.addEventListener("message", (event) => {
      clearTimeout(this.deadline);
      const message = JSON.parse(event.data);
      if (message.type === "state") this.hear.state(message.state);
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === TRY_AGAIN) this.wait = LONGEST_WAIT;
      this.lost(socket);
    });
  }

  /** Send a ping and expect an answer: after sleep, for example, a dead socket still looks open. */
  check() {
    if (this.socket?.readyState !== WebSocket.OPEN) return this.hurry();
    this.socket.send(JSON.stringify({ type: "ping" }));
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.drop(), SILENCE);
  }

  drop() {
    const socket = this.socket;
    if (!socket) return;
    socket.close();
    this.lost(socket);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.beat);
    clearTimeout(this.deadline);
    if (this.closed) return;
    this.hear.connection(false);
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  hurry() {
    if (this.socket) return;
    this.wait = FIRST_WAIT;
    this.open();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.drop();
  }
}
