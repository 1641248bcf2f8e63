/** A WebSocket that comes back after a lost connection, and notices one that only looks open. */

/** First and longest delay before reconnecting, in milliseconds. */
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
/** Interval of pings, in milliseconds. */
const HEARTBEAT = 15_000;
/** How long to wait for the answer to a ping, in milliseconds. */
const PONG_TIMEOUT = 10_000;
/** Close code of a server that needs the connection for another client. */
const BUSY_CODE = 1013;

export class LiveSocket {
  /** @param {string} home the server's origin; empty for the server of this page @param {string} path */
  constructor(home, path) {
    this.address = `${(home || location.origin).replace(/^http/, "ws")}${path}`;
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

  /** Send the first messages. @param {WebSocket} _socket */
  onOpen(_socket) {}
  /** Handle a message. @param {any} _message */
  onMessage(_message) {}
  /** Handle a lost connection. @param {boolean} _closed whether this page closed it for good */
  onClose(_closed) {}

  open() {
    if (this.socket || this.closed) return;
    clearTimeout(this.reconnectTimer);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.openedAt = performance.now();
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => this.ping(), HEARTBEAT);
      this.onOpen(socket);
    });
    socket.addEventListener("message", (event) => {
      clearTimeout(this.pongTimer);
      this.onMessage(JSON.parse(event.data));
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
    this.onClose(this.closed);
    if (this.closed) return;
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
