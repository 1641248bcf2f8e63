/**
 * Everything the page asks of the server: queries, changes and subscriptions.
 *
 * server.js sends them over the network; another adapter with the same three
 * functions could replace it. Nothing else in the page knows how the data arrives.
 */

import { server } from "./server.js";

/**
 * @typedef {{per: string, seconds: number, increment: number, left: Record<string, number>, running: boolean}} Clock
 *
 * @typedef {object} State
 * @property {string} id @property {number} version @property {string} game @property {string} title @property {string} short_title
 * @property {Record<string, number|string>} options @property {string} [phrase] the set-up in words
 * @property {"here"|"link"} mode @property {number|string} first
 * @property {string} [start] the starting position, if set up by hand
 * @property {Record<string, string>} players @property {Record<string, string>} names
 * @property {number} ply @property {number[]} played @property {number[]} [by] the player of each move, if they did not alternate
 * @property {number} redo @property {number} to_move
 * @property {number[]} legal
 * @property {Record<string, number[]>} [problems] numbers that are illegal, by reason, where `{}` stands for the
 * number; the reason with an empty list applies to all others @property {boolean} over @property {number|null} winner @property {string|null} reason
 * @property {number[]} vacant
 * @property {string|null} trouble
 * @property {string|null} note the computer's comment on its last move
 * @property {number|null} resigned @property {string|null} ended how a player gave up: resigned, left or time
 * @property {Clock|null} clock @property {boolean} open whether anyone may join
 * @property {{by: number, ply: number}|null} takeback
 * @property {{offers: number[], next: any}} rematch @property {Record<string, number>} score
 * @property {Record<string, boolean>} gone away so long that the opponent may claim the win
 * @property {Record<string, boolean>} away @property {boolean} values_allowed @property {boolean} thinking
 * @property {any} view @property {number|null} [you] the seat that the request's token belongs to
 *
 * @typedef {{id: string, game: string, phrase: string, name: string, clock: Clock|null}} OpenGame
 *
 * @typedef {object} Analysis
 * @property {number} ply @property {"win"|"loss"|"unknown"|null} value @property {number|null} remoteness
 * @property {number|null} grundy
 * @property {{move: number, value: string, remoteness: number|null, grundy: number|null}[]} moves
 * @property {number[]} line @property {string} reason
 * @property {{answers?: Record<string, number>, pairs?: number[][],
 * groups?: {numbers: number[], nim: number|null}[], after?: number|null, figure?: any}|null} proof
 * @property {Record<string, string>} symbols how to write the moves of the line, if not as numbers
 *
 * @typedef {object} Adapter
 * @property {(what: string, about: Record<string, any>, token: string|null) => Promise<any>} query
 * @property {(what: string, about: Record<string, any>, token: string|null) => Promise<any>} change
 * @property {(what: string, about: Record<string, any>, listener: any) => any} subscribe
 *
 * @typedef {object} GameListener
 * @property {() => string[]} tokens the tokens of the seats at this screen
 * @property {(state: State) => void} state
 * @property {(up: boolean) => void} connection
 *
 * @typedef {object} AnalysisListener
 * @property {(analysis: Analysis) => void} found called with each better analysis
 * @property {(error: unknown) => void} done called at the end: with an error, or null if the search finished
 *
 * @typedef {{open: () => void, close: () => void}} Subscription
 * @typedef {{ply: number, move: number, version?: number}} Move a move, with the ply and the version that it is for
 * @typedef {Subscription & {move: (move: Move, token: string) => Promise<void>}} GameSubscription
 */

/** @type {Adapter} */
const adapter = server;

/**
 * Send a query, which changes nothing.
 * @param {string} what
 * @param {Record<string, any>} [about]
 * @param {string|null} [token]
 */
const ask = (what, about = {}, token = null) => adapter.query(what, about, token);
/** Send a change. @param {string} what @param {Record<string, any>} [about] @param {string|null} [token] */
const act = (what, about = {}, token = null) => adapter.change(what, about, token);

/** Subscribe to the changes of a game, and make moves in it. @param {string} id @param {GameListener} listener @returns {GameSubscription} */
export const followGame = (id, listener) => adapter.subscribe("game", { id }, listener);
/** Subscribe to the analysis of a position as it improves. @param {PositionRef} position @param {AnalysisListener} listener @returns {Subscription} */
export const streamAnalysis = (position, listener) => adapter.subscribe("values", position, listener);

export const getCatalog = () => ask("catalog");
/** @param {string} id @param {string|null} [token] @returns {Promise<State>} */
export const getState = (id, token) => ask("game", { id }, token);
/** @param {string} id @param {number} ply @returns {Promise<State>} */
export const getStateAt = (id, ply) => ask("game", { id, ply });
/** @param {string} id @param {number} ply @param {string|null} token @returns {Promise<Analysis>} */
export const getAnalysis = (id, ply, token) => ask("analysis", { id, ply }, token);
/** Fetch one of three hints. @param {string} id @param {number} step @param {string|null} token */
export const getHint = (id, step, token) => ask("hint", { id, step }, token);
/**
 * Fetch the coach's warning about a move, if it has one.
 * @param {string} id
 * @param {number} move
 * @param {string|null} token
 * @returns {Promise<{warning: string|null}>}
 */
export const getWarning = (id, move, token) => ask("coach", { id, move }, token);
/** @param {string} id @param {string|null} token */
export const getReview = (id, token) => ask("review", { id }, token);
/** @param {string} id @returns {Promise<string>} */
export const getRecord = (id) => ask("record", { id });
/** @param {Record<string, string>} wanted */
export const getPuzzle = (wanted) => ask("puzzle", wanted);
/**
 * The player's rating now, and after solving or missing a puzzle; new players get the initial rating.
 * @typedef {{rating: number, solved: number, missed: number}} RatingChange
 */
/** @param {{puzzle: string, rating?: string}} wanted @returns {Promise<RatingChange>} */
export const getRating = (wanted) => ask("rating", wanted);
/** @param {Record<string, string>} wanted */
export const getDaily = (wanted) => ask("daily", wanted);
/** Fetch the text of a result to share. @param {Record<string, string>} wanted @returns {Promise<{text: string, streak: number}>} */
export const getResult = (wanted) => ask("result", wanted);
/**
 * Return the address of a picture: of a game, a position, the day's result, or a link as a QR code.
 * @param {"game"|"position"|"result"|"code"} of @param {Record<string, any>} about
 * @returns {Promise<string>}
 */
export const getPicture = (of, about) => ask("picture", { of, about });
/** @param {string} game */
export const getLesson = (game) => ask("lesson", { game });
/**
 * @typedef {{game: string, options: Record<string, any>, first: any, position?: string, moves: number[]}} PositionRef any
 * position: the game and its options, the starting position if set up by hand, and the moves since
 *
 * @typedef {{name: string, label: string, allowed: string, value: string, symbols: Record<string, string>|null, chosen:
 * number[]}} PositionPart one part of a position: a number, or a set of those in `symbols`
 */
/** @param {PositionRef} position @returns {Promise<State>} */
export const getPosition = (position) => ask("position", position);
/**
 * Fetch why a move wins or loses, addressed to the player who would make it.
 * @param {PositionRef} position
 * @param {number} move
 * @returns {Promise<{why: string}>}
 */
export const getWhy = (position, move) => ask("why", { ...position, move });
/** Fetch the parts of a position that can be set up. @param {PositionRef} position @returns {Promise<{to_move: number, parts: PositionPart[]}>} */
export const getPositionParts = (position) => ask("setting", position);
/**
 * A game with all variations, to write as text and to read back.
 * @typedef {{game: string, options: Record<string, any>, first: number, position: string, line: string, moves?:
 * number[]}} Tree
 */
/** @param {Tree} tree @returns {Promise<string>} */
export const writeTree = (tree) => ask("written", tree);
/** @param {string} text @returns {Promise<Tree>} */
export const readTree = (text) => ask("tree", { text });
/** Fetch the games that anyone may join. @returns {Promise<{games: OpenGame[]}>} */
export const getLobby = () => ask("lobby");
/** Be paired with the next player. @param {{token: string, game?: string}} request @returns {Promise<State>} */
export const pair = (request) => act("pair", request);
/** @param {any} setup */
export const createGame = (setup) => act("create", setup);
/** @param {string} text */
export const openRecord = (text) => act("open", { text });
/**
 * Change a game.
 * @param {string} id
 * @param {string} action
 * @param {any} body
 * @param {string|null} token
 * @returns {Promise<State>}
 */
export const changeGame = (id, action, body, token) => act("change", { id, action, body }, token);
