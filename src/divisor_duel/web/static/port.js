/**
 * All that the page wants from whoever knows the rules: ask, act, listen.
 *
 * The server is the first to answer (server.js); another adapter with the same three
 * functions may stand in its place. Nothing else in the page knows how answers come.
 */

import { server } from "./server.js";

/**
 * @typedef {{per: string, seconds: number, increment: number, left: Record<string, number>, running: boolean}} Clock
 *
 * @typedef {object} State
 * @property {string} id @property {number} version @property {string} game @property {string} title
 * @property {Record<string, number|string>} options @property {string} [phrase] the set-up in words
 * @property {"here"|"link"} mode @property {number|string} first
 * @property {string} [start] what it began from, if set up
 * @property {Record<string, string>} players @property {Record<string, string>} names
 * @property {number} ply @property {number[]} played @property {number[]} [by] who made them, if not in turn
 * @property {number} redo @property {number} to_move
 * @property {number[]} legal
 * @property {Record<string, number[]>} [problems] why the other numbers are not, `{}` being the
 * number; none are named of the reason that all the rest share @property {boolean} over @property {number|null} winner @property {string|null} reason
 * @property {number[]} vacant
 * @property {string|null} trouble
 * @property {string|null} note what the computer says of its last move
 * @property {number|null} resigned @property {string|null} ended how, if somebody gave up: resigned, left, time
 * @property {Clock|null} clock @property {boolean} open whether anybody may join
 * @property {{by: number, ply: number}|null} takeback
 * @property {{offers: number[], next: any}} rematch @property {Record<string, number>} score
 * @property {Record<string, boolean>} gone away for so long that the other may claim the win
 * @property {Record<string, boolean>} away @property {boolean} values_allowed @property {boolean} thinking
 * @property {any} view @property {number|null} [you] the seat of the token shown
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
 * @property {Record<string, string>} symbols how moves of the line are written, if not as numbers
 *
 * @typedef {object} Adapter
 * @property {(what: string, about: Record<string, any>, token: string|null) => Promise<any>} ask
 * @property {(what: string, about: Record<string, any>, token: string|null) => Promise<any>} act
 * @property {(what: string, about: Record<string, any>, hear: any) => Following} listen
 *
 * @typedef {object} Hear
 * @property {() => string|null} token
 * @property {(state: State) => void} state
 * @property {(up: boolean) => void} connection
 *
 * @typedef {object} Looking
 * @property {(analysis: Analysis) => void} found something better is known
 * @property {(error: unknown) => void} done nothing better comes; null if all is known that can be
 *
 * @typedef {{open: () => void, close: () => void}} Following
 */

/** @type {Adapter} */
const back = server;

/**
 * A question; asking changes nothing.
 * @param {string} what
 * @param {Record<string, any>} [about]
 * @param {string|null} [token]
 */
const ask = (what, about = {}, token = null) => back.ask(what, about, token);
/** A wish. @param {string} what @param {Record<string, any>} [about] @param {string|null} [token] */
const act = (what, about = {}, token = null) => back.act(what, about, token);

/** Hear of every change of a game. @param {string} id @param {Hear} hear */
export const listen = (id, hear) => back.listen("game", { id }, hear);
/** Hear what every move of a position is worth as it is found. @param {Place} place @param {Looking} hear */
export const watchValues = (place, hear) => back.listen("values", place, hear);

export const catalog = () => ask("catalog");
/** @param {string} id @param {string|null} [token] @returns {Promise<State>} */
export const getState = (id, token) => ask("game", { id }, token);
/** @param {string} id @param {number} ply @returns {Promise<State>} */
export const getPast = (id, ply) => ask("game", { id, ply });
/** @param {string} id @param {number} ply @param {string|null} token @returns {Promise<Analysis>} */
export const getAnalysis = (id, ply, token) => ask("analysis", { id, ply }, token);
/** One of three steps of help. @param {string} id @param {number} step @param {string|null} token */
export const getHint = (id, step, token) => ask("hint", { id, step }, token);
/**
 * What the coach asks before a move.
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
 * What a puzzle will make of a rating; who has none yet is given the first.
 * @typedef {{rating: number, solved: number, missed: number}} Stakes
 */
/** @param {{puzzle: string, rating?: string}} wanted @returns {Promise<Stakes>} */
export const getRating = (wanted) => ask("rating", wanted);
/** @param {Record<string, string>} wanted */
export const getDaily = (wanted) => ask("daily", wanted);
/** A result to pass on. @param {Record<string, string>} wanted @returns {Promise<{text: string, streak: number}>} */
export const getResult = (wanted) => ask("result", wanted);
/**
 * The address of a picture: of a game, of a place, of the day's result, of a link as a code for cameras.
 * @param {"game"|"place"|"result"|"code"} of @param {Record<string, any>} about
 * @returns {Promise<string>}
 */
export const getPicture = (of, about) => ask("picture", { of, about });
/** @param {string} game */
export const getLesson = (game) => ask("lesson", { game });
/**
 * @typedef {{game: string, options: Record<string, any>, first: any, position?: string, moves: number[]}} Place any
 * position: a set-up, what it began from if that was set up by hand, and the moves to it
 *
 * @typedef {{name: string, label: string, allowed: string, value: string, symbols: Record<string, string>|null, chosen:
 * number[]}} Part one thing that a position is made of: a number, or a set of those in `symbols`
 */
/** @param {Place} place @returns {Promise<State>} */
export const getPosition = (place) => ask("position", place);
/**
 * Why one move of a position wins or loses, in words for whoever would make it.
 * @param {Place} place
 * @param {number} move
 * @returns {Promise<{why: string}>}
 */
export const getWhy = (place, move) => ask("why", { ...place, move });
/** What can be set up of a position. @param {Place} place @returns {Promise<{to_move: number, parts: Part[]}>} */
export const getSetting = (place) => ask("setting", place);
/**
 * All that was tried, as text to keep, and back.
 * @typedef {{game: string, options: Record<string, any>, first: number, position: string, line: string, moves?:
 * number[]}} Tree
 */
/** @param {Tree} tree @returns {Promise<string>} */
export const writeTree = (tree) => ask("written", tree);
/** @param {string} text @returns {Promise<Tree>} */
export const readTree = (text) => ask("tree", { text });
/** The games that anybody may join. @returns {Promise<{games: OpenGame[]}>} */
export const getLobby = () => ask("lobby");
/** Play with whoever else wants to. @param {{token: string, game?: string}} wish @returns {Promise<State>} */
export const pair = (wish) => act("pair", wish);
/** @param {any} setup */
export const createGame = (setup) => act("create", setup);
/** @param {string} text */
export const openRecord = (text) => act("open", { text });
/**
 * A change of a game.
 * @param {string} id
 * @param {string} action
 * @param {any} body
 * @param {string|null} token
 * @returns {Promise<State>}
 */
export const change = (id, action, body, token) => act("change", { id, action, body }, token);
