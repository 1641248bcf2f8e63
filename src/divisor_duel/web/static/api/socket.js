/** A WebSocket that receives the whole state of a game on connecting and on every change. */

/** First and longest delay before reconnecting, in milliseconds. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** Interval of pings, in milliseconds. */
const HEARTBEAT = 15_000;
/** How long to wait for the answer to a ping, in milliseconds. */
const PONG_TIMEOUT = 10_000;
/** Close code of a server that needs the connection for another client. */
const BUSY_CODE = 1013;

export class GameSocket {
  /**
   * @param {string} id
   * @param {import("./client.js").GameListener} listener
   */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
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
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/live`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      const token = this.listener.token();
      if (token) socket.send(JSON.stringify({ type: "hello", token }));
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => this.ping(), HEARTBEAT);
      this.listener.connection(true);
    });
    socket.addEventListener("message", (event) => {
      clearTimeout(this.pongTimer);
      const message = JSON.parse(event.data);
      if (message.type === "state") this.listener.state(message.state);
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === BUSY_CODE) this.wait = LONGEST_WAIT;
      this.onLost(socket);
    });
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
