/** Live updates: the whole state on connect and on every change, connected again after any loss. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const HEARTBEAT = 15_000;
const SILENCE = 10_000;

export class Live {
  /**
   * @param {string} id
   * @param {{token: () => string|null, state: (state: any) => void, connection: (up: boolean) => void}} hear
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
    socket.addEventListener("close", () => this.lost(socket));
  }

  /** A socket can be dead without knowing it, after a sleep for one: ask, and expect an answer. */
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
