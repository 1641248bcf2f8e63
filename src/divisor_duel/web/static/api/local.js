/** The back end of a site without a server: Python in a worker, games in the browser's storage. */

import { onGameChanged, saveGame, savedGame, versionOf } from "../lib/saved-games.js";
import { errorText, RejectedError } from "./errors.js";
import { svgAddress } from "./pictures.js";
import { preparedAnswer, preparedGame, preparedMove, preparedWarning } from "./prepared.js";
import { PythonStream, askPython, pythonIsReady } from "./python.js";
import { CHANGES, PICTURES, QUERIES, STREAMS, embeddedData } from "./requests.js";

/** Return a path with a query as a request. @param {string} path @returns {{path: string, params: Record<string, string>}} */
function requestOf(path) {
  const { pathname, searchParams } = new URL(path, "http://site");
  return { path: pathname, params: Object.fromEntries(searchParams) };
}

/** Return a game; throws if this browser has none of this id. @param {string} id */
function find(id) {
  const game = savedGame(id);
  if (!game) throw new RejectedError("This browser has not saved this game.", { notFound: true });
  return game;
}

/** Save what a reply has changed, unless another window was quicker. @param {import("./python.js").Reply} reply @param {Record<string, number>} [seats] */
function save({ saved = [] }, seats = {}) {
  for (const { table, state } of saved) {
    const known = savedGame(table.id);
    if (known && versionOf(known.table) >= versionOf(table)) continue;
    try {
      saveGame(table.id, { table, state, seats: { ...known?.seats, ...seats } });
    } catch {
      throw new RejectedError(
        "This browser could not save the game. Its storage may be full, or the window may be private.",
      );
    }
  }
}

/** Return the state of a game as the holder of a token sees it. @param {string} id @param {string|null} token */
async function stateFor(id, token) {
  const { table, state, seats } = find(id);
  // The tokens of a rematch follow from the old ones, which only Python can compute.
  if (state.rematch.next && token) return (await askPython({ path: `/api/games/${id}`, table, token })).answer;
  return { ...state, you: (token && seats[token]) ?? null };
}

/** Create a game, or store one that was sent. @param {string} path @param {any} body @param {string} [id] */
async function create(path, body, id) {
  const prepared = path === "/api/games" ? await preparedGame(body) : null;
  const table = id ? savedGame(id)?.table : undefined;
  const reply = prepared ?? (await askPython({ path, body, table }));
  const { seats } = reply.answer;
  save(reply, Object.fromEntries(Object.entries(seats).map(([seat, token]) => [token, Number(seat)])));
  return reply.answer;
}

/** Change a game. @param {{id: string, action: string, body: any}} change @param {string|null} token */
async function change({ id, action, body }, token) {
  const { table } = find(id);
  const prepared =
    action === "moves" && body.ply === (table.moves ?? []).length ? await preparedMove(table, body.move) : null;
  const reply = prepared ?? (await askPython({ path: `/api/games/${id}/${action}`, body, token, table }));
  const { you } = reply.answer;
  save(reply, token && you ? { [token]: you } : {});
  return stateFor(id, token);
}

/** Return the address of a picture. @param {{of: string, about: any}} wanted */
async function picture({ of, about }) {
  const request = requestOf(PICTURES[of](about));
  const table = of === "game" ? find(about.id).table : undefined;
  const { answer } = await askPython({ ...request, table, root: location.origin });
  return svgAddress(answer, of === "code" ? "svg" : "png");
}

/** Games whose computer player is thinking. @type {Set<string>} */
const thinking = new Set();

/** The games that this page shows, by id. @type {Map<string, LocalGame>} */
const shownGames = new Map();

/** A game in this browser: tells the listener of every change, and lets the computer move. */
class LocalGame {
  /** @param {string} id @param {import("./client.js").GameListener} listener */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    this.forget = () => {};
  }

  open() {
    this.forget = onGameChanged(this.id, () => this.show());
    shownGames.set(this.id, this);
    this.listener.connection(true);
    this.show();
  }

  close() {
    this.forget();
    this.forget = () => {};
    shownGames.delete(this.id);
  }

  /** Show the game as it is stored; if a computer is to move, let it. */
  async show() {
    const game = savedGame(this.id);
    if (!game) return;
    const [token = null] = this.listener.tokens();
    this.listener.state(await stateFor(this.id, token));
    if (game.state.thinking && !thinking.has(this.id)) this.think();
  }

  /** Make the computer's move. After a failure, try again only if the game has changed meanwhile, as by an undo. */
  async think() {
    thinking.add(this.id);
    const { table } = find(this.id);
    let failed = false;
    try {
      const prepared = pythonIsReady() ? null : await preparedMove(table, null);
      save(prepared ?? (await askPython({ path: `/api/games/${this.id}/computer`, table })));
    } catch (error) {
      failed = true;
      console.warn(errorText(error));
    }
    thinking.delete(this.id);
    const now = savedGame(this.id);
    if (!failed || (now && versionOf(now.table) !== versionOf(table))) await this.show();
  }

  /** @param {import("./client.js").Move} move @param {string} token */
  async move(move, token) {
    await change({ id: this.id, action: "moves", body: move }, token);
    await this.show();
  }
}

/** @type {import("./client.js").Adapter} */
export const local = {
  online: false,
  storesGames: true,
  async query(what, about, token) {
    if (what === "picture") return picture(/** @type {any} */ (about));
    if (what === "game" && about.ply === undefined) return stateFor(about.id, token);
    const data = embeddedData(what);
    if (data) return data;
    const query = QUERIES[what](about);
    if (typeof query !== "string") return (await askPython({ path: query[0], body: query[1] })).answer;
    const prepared = await preparedAnswer(query);
    if (prepared) return prepared;
    const table = about.id ? find(about.id).table : undefined;
    const warning = what === "coach" ? await preparedWarning(table, about.move) : null;
    if (warning) return warning;
    return (await askPython({ ...requestOf(query), token, table })).answer;
  },
  async change(what, about, token) {
    if (what === "change") {
      const state = await change(/** @type {any} */ (about), token);
      shownGames.get(about.id)?.show(); // the computer may be to move, as after swapping sides
      return state;
    }
    const [path, body] = CHANGES[what](about);
    return create(path, body, what === "receive" ? about.id : undefined);
  },
  subscribe: (what, about, listener) =>
    what === "game" ? new LocalGame(about.id, listener) : new PythonStream(requestOf(STREAMS[what](about)), listener),
};
