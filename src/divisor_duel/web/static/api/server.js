/** A server: queries and changes by HTTP, moves and updates through `socket.js`. */

import { NoResponseError, RejectedError } from "./errors.js";
import { CHANGES, PICTURES, QUERIES, STREAMS, embeddedData } from "./requests.js";
import { RoomSocket } from "./room-socket.js";
import { GameSocket } from "./socket.js";

/** Request timeout, in milliseconds. */
const TIMEOUT = 20_000;
/** Timeout of requests that need the engine, in milliseconds: a whole class may share one queue. */
const ENGINE_TIMEOUT = 120_000;
/** Queries that need the engine. */
const ENGINE_QUERIES = new Set(
  ["analysis", "hint", "coach", "review", "puzzle", "daily", "lesson", "exercise", "practice", "solved", "why"], //
);
/** Statuses after which the same request may succeed later. */
const RETRY_STATUSES = [429, 500, 502, 503, 504];
/** Most attempts of a query. */
const ATTEMPTS = 6;

/**
 * Send a request; return the response's JSON or text.
 * @param {string} method @param {string} path @param {string|null} token @param {any} [body] @param {number} [timeout]
 * @returns {Promise<any>}
 */
async function request(method, path, token, body, timeout = TIMEOUT) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  let raw;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(timeout),
    });
    raw = await response.text();
  } catch {
    throw new NoResponseError("No connection to the server.");
  }
  const json = response.headers.get("Content-Type")?.startsWith("application/json");
  if (response.ok && !json) return raw;
  let content = null;
  try {
    content = JSON.parse(raw);
  } catch {
    if (response.ok) throw new NoResponseError("The connection was lost. Please try again.");
  }
  return response.ok ? content : throwError(response, raw);
}

/** Throw the error that a response describes. @param {Response} response @param {string} raw @returns {never} */
function throwError(response, raw) {
  let content = null;
  try {
    content = JSON.parse(raw);
  } catch {
    // An error page of a proxy: only its status is useful.
  }
  const sentence = content?.error ?? `The server sent error ${response.status}.`;
  if (RETRY_STATUSES.includes(response.status))
    throw new NoResponseError(sentence, Number(response.headers.get("Retry-After")) || 1);
  throw new RejectedError(sentence, { notFound: response.status === 404, state: content?.state ?? null });
}

/** Send a query. @param {string} home @param {string|[string, any]} query @param {string|null} token @param {number} timeout */
const sendQuery = (home, query, token, timeout) =>
  typeof query === "string"
    ? request("GET", home + query, token, undefined, timeout)
    : request("POST", home + query[0], token, query[1], timeout);

/** @param {number} seconds */
const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/**
 * Return the adapter of a server. @param {string} home its origin; empty for the server of this page
 * @returns {import("./client.js").Adapter}
 */
export const serverAt = (home) => ({
  online: true,
  storesGames: false,
  /** Send a query; retry while the server is busy. */
  async query(what, about, token) {
    if (what === "picture") return home + PICTURES[about.of](about.about);
    const data = embeddedData(what);
    if (data) return data;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await sendQuery(home, QUERIES[what](about), token, ENGINE_QUERIES.has(what) ? ENGINE_TIMEOUT : TIMEOUT);
      } catch (error) {
        if (!(error instanceof NoResponseError) || !navigator.onLine || attempt === ATTEMPTS) throw error;
        await sleep(Math.min(error.wait, 5));
      }
    }
  },
  change(what, about, token) {
    const [path, body] = CHANGES[what](about);
    return request("POST", home + path, token, body);
  },
  subscribe(what, about, listener) {
    if (what === "game")
      return new GameSocket(home, about.id, listener, (move, token) => postMove(home, about.id, move, token));
    if (what === "room") return new RoomSocket(home, about.code, listener);
    return new JsonLinesStream(home + STREAMS[what](about), listener);
  },
});

/** Post a move. @param {string} home @param {string} id @param {import("./client.js").Move} move @param {string} token */
const postMove = (home, id, move, token) => request("POST", `${home}/api/games/${id}/moves`, token, move);

/** A stream of better and better answers, until the last one or until `close`. */
class JsonLinesStream {
  /** @param {string} path @param {import("./client.js").AnalysisListener} listener */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.controller = new AbortController();
  }

  async open() {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.read();
        if (!this.controller.signal.aborted) this.listener.done(null);
        return;
      } catch (error) {
        if (this.controller.signal.aborted) return;
        const retry = error instanceof NoResponseError && navigator.onLine && attempt < ATTEMPTS;
        if (!retry) return this.listener.done(error);
        await sleep(Math.min(error.wait, 5));
      }
    }
  }

  close() {
    this.controller.abort();
  }

  async read() {
    const response = await fetch(this.path, { cache: "no-store", signal: this.controller.signal }).catch(() => {
      throw new NoResponseError("No connection to the server.");
    });
    if (!response.ok || !response.body) return throwError(response, await response.text());
    let text = "";
    for (const reader = response.body.pipeThrough(new TextDecoderStream()).getReader(); ; ) {
      const { done, value } = await reader.read().catch(() => {
        throw new NoResponseError("The connection was lost. Please try again.");
      });
      const lines = (text + (value ?? "")).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) this.receive(JSON.parse(line));
      if (done) return;
    }
  }

  /** @param {any} message */
  receive(message) {
    if (message.busy) throw new NoResponseError(message.error, 2);
    if (message.error) throw new RejectedError(message.error);
    this.listener.found(message);
  }
}
