/** Python in a worker, as the page sees it: started once, asked by messages. */

import { HOME } from "../lib/addresses.js";
import { NoResponseError, RejectedError } from "./errors.js";

/**
 * @typedef {{answer: any, saved?: {table: any, state: any}[]}} Reply
 * @typedef {{found: (answer: string) => void, done: (error: Error|null) => void}} Receiver
 * @typedef {{path: string, params?: Record<string, string>, body?: any, token?: string|null, table?: any, root?: string}} Request
 */

/** Called with how Python's start goes on: bytes loaded so far, ready, or why it failed. @type {Set<(news: PythonNews) => void>} */
const listeners = new Set();
/** @typedef {{loaded?: number, ready?: boolean, failed?: string}} PythonNews */
/** @type {Worker|null} */
let worker = null;
/** @type {Map<number, Receiver>} */
const receivers = new Map();
let count = 0;
/** @type {PythonNews} */
let news = { loaded: 0 };

/** Follow the start of Python; called with the latest news at once. @param {(news: PythonNews) => void} listener */
export function onPythonNews(listener) {
  listeners.add(listener);
  listener(news);
}

/** Return whether Python answers at once. */
export const pythonIsReady = () => news.ready === true;

/** Start Python, unless it was started before. */
export function startPython() {
  if (worker) return worker;
  const { runtime = "", app = "", library = "" } = document.documentElement.dataset;
  worker = new Worker(new URL("../worker/python.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => receive(data));
  worker.addEventListener("error", () => fail("Python could not be started."));
  const address = (/** @type {string} */ path) => new URL(`${HOME}${path}`, location.href).href;
  worker.postMessage({ files: { runtime: address(runtime), app: address(app), library } });
  return worker;
}

/** @param {any} data */
function receive({ number, answer, done, failed, ...started }) {
  if (number === undefined) {
    if (failed) return fail(failed);
    news = started;
    for (const listener of listeners) listener(news);
    return;
  }
  const receiver = receivers.get(number);
  if (!receiver) return;
  if (done || failed) receivers.delete(number);
  if (answer !== undefined) receiver.found(answer);
  if (failed) receiver.done(new RejectedError(failed));
  else if (done) receiver.done(null);
}

/** Tell everyone who waits that Python did not start; the next request tries again. @param {string} why */
function fail(why) {
  worker?.terminate();
  worker = null;
  news = { failed: why };
  for (const listener of listeners) listener(news);
  const waiting = [...receivers.values()];
  receivers.clear();
  for (const receiver of waiting) receiver.done(new NoResponseError("The game engine could not be loaded."));
}

/** Send a request; return its number. @param {Request} request @param {Receiver} receiver @param {boolean} stream */
function post(request, receiver, stream) {
  count += 1;
  receivers.set(count, receiver);
  startPython().postMessage({ number: count, request: JSON.stringify(request), stream });
  return count;
}

/** Return Python's reply to a request; throws a RejectedError with its reason. @param {Request} request @returns {Promise<Reply>} */
export function askPython(request) {
  return new Promise((resolve, reject) => {
    let text = "";
    const done = (/** @type {Error|null} */ error) => {
      if (error) return reject(error);
      const reply = JSON.parse(text);
      if (reply.error) reject(new RejectedError(reply.error, { state: reply.state ?? null }));
      else resolve(reply);
    };
    post(request, { found: (answer) => (text = answer), done }, false);
  });
}

/** Read better and better analyses of a position. */
export class PythonStream {
  /** @param {Request} request @param {import("./client.js").AnalysisListener} listener */
  constructor(request, listener) {
    this.request = request;
    this.listener = listener;
    this.number = 0;
  }

  open() {
    const { found, done } = this.listener;
    this.number = post(this.request, { found: (answer) => found(JSON.parse(answer)), done }, true);
  }

  close() {
    if (receivers.delete(this.number)) worker?.postMessage({ close: this.number });
  }
}
