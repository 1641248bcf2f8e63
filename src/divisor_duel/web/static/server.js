/** The server behind the port: questions and wishes by HTTP, news by WebSocket, connected again after any loss. */

import { placeQuery } from "./place.js";
import { Refused, Unanswered } from "./trouble.js";

const PATIENCE = 20_000;
/** How long to wait for work that queues: in a class all answers come from one queue. */
const QUEUE_PATIENCE = 120_000;
const QUEUED = new Set(["analysis", "hint", "coach", "review", "puzzle", "daily", "lesson", "why"]);
const BUSY = [429, 500, 502, 503, 504];
const ATTEMPTS = 6;

/** Where a question is asked; a long one has a body. @type {Record<string, (about: any) => string|[string, any]>} */
const QUESTIONS = {
  catalog: () => "/api/catalog",
  game: ({ id, ply }) => `/api/games/${id}${ply === undefined ? "" : `?ply=${ply}`}`,
  analysis: ({ id, ply }) => `/api/games/${id}/analysis?ply=${ply}`,
  hint: ({ id, step }) => `/api/games/${id}/hint?step=${step}`,
  coach: ({ id, move }) => `/api/games/${id}/coach?move=${move}`,
  review: ({ id }) => `/api/games/${id}/review`,
  record: ({ id }) => `/api/games/${id}/record`,
  puzzle: (wanted) => `/api/puzzle?${new URLSearchParams(wanted)}`,
  rating: (wanted) => `/api/puzzle/rating?${new URLSearchParams(wanted)}`,
  daily: (wanted) => `/api/daily?${new URLSearchParams(wanted)}`,
  result: (wanted) => `/api/daily/result?${new URLSearchParams(wanted)}`,
  lesson: ({ game }) => `/api/lessons/${game}`,
  lobby: () => "/api/lobby",
  tree: (record) => ["/api/records/tree", record],
  written: (tree) => ["/api/position/record", tree],
  position: (where) => `/api/position?${placeQuery(where)}`,
  why: ({ move, ...where }) => `/api/position/why?${placeQuery(where)}&move=${move}`,
  setting: (where) => `/api/position/setting?${placeQuery(where)}`,
};

/** Where a picture is: the server draws it when it is looked at. @type {Record<string, (about: any) => string>} */
const PICTURES = {
  game: ({ id }) => `/g/${id}/picture.png`,
  place: (where) => `/picture.png?${placeQuery(where)}`,
  result: (asked) => `/daily/result.png?${new URLSearchParams(asked)}`,
  code: ({ path }) => `/qr.svg?${new URLSearchParams({ path })}`,
};

/** Where a wish is sent, and with what. @type {Record<string, (about: any) => [string, any]>} */
const WISHES = {
  create: (setup) => ["/api/games", setup],
  pair: (wish) => ["/api/lobby", wish],
  open: (record) => ["/api/records", record],
  change: ({ id, action, body }) => [`/api/games/${id}/${action}`, body],
};

/**
 * @param {string} method @param {string} path @param {string|null} token @param {any} [body] @param {number} [patience]
 * @returns {Promise<any>}
 */
async function call(method, path, token, body, patience = PATIENCE) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  let raw;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
    });
    raw = await answer.text();
  } catch {
    throw new Unanswered("No connection to the server.");
  }
  const json = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (answer.ok && !json) return raw;
  let content = null;
  try {
    content = JSON.parse(raw);
  } catch {
    if (answer.ok) throw new Unanswered("The server's answer was cut short.");
  }
  return answer.ok ? content : refuse(answer, raw);
}

/** What was wrong, as an error. @param {Response} answer @param {string} raw @returns {never} */
function refuse(answer, raw) {
  let content = null;
  try {
    content = JSON.parse(raw);
  } catch {
    // A proxy's own page: its status must do.
  }
  const sentence = content?.error ?? `The server answered ${answer.status}.`;
  if (BUSY.includes(answer.status)) throw new Unanswered(sentence, Number(answer.headers.get("Retry-After")) || 1);
  throw new Refused(sentence, { unknown: answer.status === 404, state: content?.state ?? null });
}

/** @param {string|[string, any]} question @param {string|null} token @param {number} patience */
const asked = (question, token, patience) =>
  typeof question === "string"
    ? call("GET", question, token, undefined, patience)
    : call("POST", question[0], token, question[1], patience);

/** @param {number} seconds */
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** What the page brought along needs no asking. @param {string} what */
function brought(what) {
  const found = document.querySelector(`script[type="application/json"]#${what}`);
  return found ? JSON.parse(found.textContent ?? "null") : null;
}

/** @type {import("./port.js").Adapter} */
export const server = {
  /** Ask again while the server is busy. */
  async ask(what, about, token) {
    if (what === "picture") return PICTURES[about.of](about.about);
    const known = brought(what);
    if (known) return known;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await asked(QUESTIONS[what](about), token, QUEUED.has(what) ? QUEUE_PATIENCE : PATIENCE);
      } catch (error) {
        if (!(error instanceof Unanswered) || !navigator.onLine || attempt === ATTEMPTS) throw error;
        await pause(Math.min(error.wait, 5));
      }
    }
  },
  act(what, about, token) {
    const [path, body] = WISHES[what](about);
    return call("POST", path, token, body);
  },
  listen: (what, about, hear) => (what === "game" ? new Live(about.id, hear) : new Lines(STREAMS[what](about), hear)),
};

/** Where answers come line after line. @type {Record<string, (about: any) => string>} */
const STREAMS = { values: (where) => `/api/position/values?${placeQuery(where)}` };

/** Better and better answers, until the last or until nobody wants to hear them. */
class Lines {
  /** @param {string} path @param {import("./port.js").Looking} hear */
  constructor(path, hear) {
    this.path = path;
    this.hear = hear;
    this.leaving = new AbortController();
  }

  async open() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.follow();
        if (!this.leaving.signal.aborted) this.hear.done(null);
        return;
      } catch (error) {
        if (this.leaving.signal.aborted) return;
        const again = error instanceof Unanswered && navigator.onLine && attempt < ATTEMPTS;
        if (!again) return this.hear.done(error);
        await pause(Math.min(error.wait, 5));
      }
    }
  }

  close() {
    this.leaving.abort();
  }

  async follow() {
    const answer = await fetch(this.path, { cache: "no-store", signal: this.leaving.signal }).catch(() => {
      throw new Unanswered("No connection to the server.");
    });
    if (!answer.ok || !answer.body) return refuse(answer, await answer.text());
    let text = "";
    for (const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
      const { done, value } = await reader.read().catch(() => {
        throw new Unanswered("The server's answer was cut short.");
      });
      const lines = (text + (value ?? "")).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) this.take(JSON.parse(line));
      if (done) return;
    }
  }

  /** @param {any} message */
  take(message) {
    if (message.busy) throw new Unanswered(message.error, 2);
    if (message.error) throw new Refused(message.error);
    this.hear.found(message);
  }
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const HEARTBEAT = 15_000;
const SILENCE = 10_000;
/** The server closes with this code when another connection needs the place. */
const TRY_AGAIN = 1013;

/** The whole state on connect and on every change. */
class Live {
  /**
   * @param {string} id
   * @param {import("./port.js").Hear} hear
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
