/** The server's HTTP interface; every failure is an `ApiError` or a `NetworkError`. */

/**
 * @typedef {object} State
 * @property {string} id @property {number} version @property {string} game @property {string} title
 * @property {Record<string, number|string>} options @property {"here"|"link"} mode @property {number|string} first
 * @property {Record<string, string>} players @property {Record<string, string>} names
 * @property {number} ply @property {number[]} played @property {number} redo @property {number} to_move
 * @property {number[]} legal @property {boolean} over @property {number|null} winner @property {string|null} reason
 * @property {number|null} resigned @property {{by: number, ply: number}|null} takeback
 * @property {{offers: number[], next: any}} rematch @property {Record<string, number>} score
 * @property {Record<string, boolean>} away @property {boolean} values_allowed @property {boolean} thinking
 * @property {any} view @property {number|null} [you] the seat of the token shown
 *
 * @typedef {object} Analysis
 * @property {number} ply @property {"win"|"loss"|"unknown"|null} value @property {number|null} remoteness
 * @property {number|null} grundy @property {{move: number, value: string, remoteness: number|null, grundy: number|null}[]} moves
 * @property {number[]} line @property {string} reason
 * @property {{pairs?: number[][], groups?: {numbers: number[], nim: number|null}[]}|null} proof
 */

/** The server answered, and the answer was no. */
export class ApiError extends Error {
  /** @param {number} status @param {string} message @param {any} body @param {number} wait seconds */
  constructor(status, message, body, wait) {
    super(message);
    this.status = status;
    this.body = body;
    this.wait = wait;
  }
}

/** The server did not answer. */
export class NetworkError extends Error {}

const PATIENCE = 20_000;

/**
 * @param {string} method @param {string} path
 * @param {{body?: any, token?: string|null, text?: boolean}} [more]
 * @returns {Promise<any>}
 */
export async function call(method, path, { body, token, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  let raw;
  try {
    answer = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
    });
    raw = await answer.text();
  } catch {
    throw new NetworkError("No connection to the server.");
  }
  if (answer.ok && text) return raw;
  let content = null;
  try {
    content = JSON.parse(raw);
  } catch {
    if (answer.ok) throw new NetworkError("The server's answer was cut short.");
  }
  if (answer.ok) return content;
  const wait = Number(answer.headers.get("Retry-After")) || 1;
  throw new ApiError(answer.status, content?.error ?? `The server answered ${answer.status}.`, content, wait);
}

/** @param {number} seconds */
export const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/**
 * Ask again while the server is busy.
 * @param {string} path @param {string|null} [token]
 */
export async function patiently(path, token = null) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call("GET", path, { token });
    } catch (error) {
      if (!(error instanceof ApiError) || ![429, 503].includes(error.status) || attempt === 5) throw error;
      await pause(Math.min(error.wait, 5));
    }
  }
}

export const catalog = () => patiently("/api/catalog");
/** @param {any} setup */
export const createGame = (setup) => call("POST", "/api/games", { body: setup });
/** @param {string} text */
export const openRecord = (text) => call("POST", "/api/records", { body: { text } });
/** @param {string} id @param {string|null} [token] @returns {Promise<State>} */
export const getState = (id, token) => call("GET", `/api/games/${id}`, { token });
/** @param {string} id @param {number} ply @returns {Promise<State>} */
export const getPast = (id, ply) => patiently(`/api/games/${id}?ply=${ply}`);
/** @param {string} id @param {string} action @param {any} body @param {string|null} token @returns {Promise<State>} */
export const act = (id, action, body, token) => call("POST", `/api/games/${id}/${action}`, { body, token });
/** @param {string} id @param {number} ply @param {string|null} token @returns {Promise<Analysis>} */
export const getAnalysis = (id, ply, token) => patiently(`/api/games/${id}/analysis?ply=${ply}`, token);
/** @param {string} id @param {string|null} token */
export const getHint = (id, token) => patiently(`/api/games/${id}/hint`, token);
/** @param {string} id @param {string|null} token */
export const getReview = (id, token) => patiently(`/api/games/${id}/review`, token);
/** @param {string} id */
export const getRecord = (id) => call("GET", `/api/games/${id}/record`, { text: true });
/** @param {Record<string, string>} wanted */
export const getPuzzle = (wanted) => patiently(`/api/puzzle?${new URLSearchParams(wanted)}`);
