/**
 * Everything the page asks of its back end: queries, changes and subscriptions.
 *
 * Two adapters answer them. server.js sends them over the network. local.js, on the static site,
 * sends them to Python in a worker. Nothing else in the page knows which of them it is.
 */

import { adapter } from "./adapter.js";

/**
 * The state of a game, whose view is of the game's own type. Within a sum, `by` names the player of each move.
 * @template [View=any]
 * @typedef {Omit<import("./types.js").State, "view"> & {view: View, by?: number[]}} State
 */
/**
 * A message with a state, as the page reads it.
 * @template Message
 * @typedef {Omit<Message, "state"> & {state: State}} WithState
 */
/**
 * @typedef {import("./types.js").ClockMessage} Clock
 * @typedef {import("./types.js").OpenGame} OpenGame
 * @typedef {import("./types.js").GameMessage} Game a game in the catalog
 * @typedef {Omit<import("./types.js").ProofDrawing, "figure"> & {figure?: any}} Proof its figure is the game's own
 * @typedef {Omit<import("./types.js").AnalysisMessage, "proof"> & {proof: Proof|null}} Analysis
 * @typedef {import("./types.js").PartMessage} PositionPart one part of a position: a number, or a set of those in `symbols`
 * @typedef {import("./types.js").Tree} Tree a game with all variations
 * @typedef {import("./types.js").RatingMessage} RatingChange
 * @typedef {WithState<import("./types.js").PuzzleMessage>} Puzzle
 * @typedef {Omit<import("./types.js").DailyMessage, "puzzle"> & {puzzle: Puzzle}} Daily
 * @typedef {WithState<import("./types.js").StepMessage>} LessonStep
 * @typedef {Omit<import("./types.js").LessonMessage, "steps"> & {steps: LessonStep[]}} Lesson
 * @typedef {WithState<import("./types.js").ExerciseMessage> & Partial<import("./types.js").SetExerciseMessage>} Exercise of a
 *   set, or a mistake that comes back
 * @typedef {Omit<import("./types.js").PracticeMessage, "exercise"> & {exercise: Exercise|null}} Practice
 * @typedef {WithState<import("./types.js").Created>} Created
 *
 * @typedef {object} Adapter
 * @property {boolean} online whether there is a server, which other players can reach as well
 * @property {boolean} storesGames whether games are stored in this browser
 * @property {(what: string, about: Record<string, any>, token: string|null) => Promise<any>} query
 * @property {(what: string, about: Record<string, any>, token: string|null) => Promise<any>} change
 * @property {(what: string, about: Record<string, any>, listener: any) => any} subscribe
 *
 * @typedef {object} GameListener
 * @property {() => string[]} tokens the tokens of the seats at this screen
 * @property {(state: State) => void} state
 * @property {(up: boolean) => void} connection
 *
 * @typedef {import("./types.js").RoomView} Room a room for a class
 * @typedef {{type: string} & Record<string, any>} RoomChange a `ChangeRoom` without what has a default
 * @typedef {object} RoomListener
 * @property {string} token the token of the reader's place
 * @property {(room: Room) => void} room
 * @property {(reason: string) => void} gone called once the room has ended, or the pupil was removed
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

/** Whether players at other screens can be reached: they need a server. */
export const online = adapter.online;
/** Whether games are in this browser, as on a static site. */
export const { storesGames } = adapter;

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

/** Subscribe to a room for a class. @param {string} code @param {RoomListener} listener @returns {Subscription} */
export const followRoom = (code, listener) => adapter.subscribe("room", { code }, listener);
/** Fetch a room as the holder of a token sees it. @param {string} code @param {string} token @returns {Promise<Room>} */
export const getRoom = (code, token) => ask("room", { code }, token);
/**
 * Try a move in a puzzle of the room; without a move, only fetch the puzzle.
 * @param {string} code @param {{puzzle: number, move?: number}} body @param {string} token
 * @returns {Promise<WithState<import("./types.js").PuzzleTask>>}
 */
export const tryPuzzle = (code, body, token) => act("tryPuzzle", { code, body }, token);
/** Vote for the next move of the class. @param {string} code @param {import("./types.js").CastVote} body @param {string} token @returns {Promise<Room>} */
export const castVote = (code, body, token) => act("vote", { code, body }, token);
/** Fetch how the class did. @param {string} code @param {string} token @returns {Promise<import("./types.js").RoomResults>} */
export const getResults = (code, token) => ask("results", { code }, token);
/** Fetch the standings as CSV. @param {string} code @param {string} token @returns {Promise<string>} */
export const getTable = (code, token) => ask("table", { code }, token);
/** Open a room. @param {Partial<import("./types.js").NewRoom>} room @returns {Promise<Room>} */
export const openRoom = (room) => act("openRoom", room);
/** Join a room. @param {string} code @param {{token: string, name: string}} body @returns {Promise<Room>} */
export const joinRoom = (code, body) => act("joinRoom", { code, body });
/** Change a room, as its teacher. @param {string} code @param {RoomChange} what @param {string} token @returns {Promise<Room>} */
export const changeRoom = (code, what, token) => act("changeRoom", { code, what }, token);

/** @returns {Promise<import("./types.js").Catalog>} */
export const getCatalog = () => ask("catalog");
/** @param {string} id @param {string|null} [token] @returns {Promise<State>} */
export const getState = (id, token) => ask("game", { id }, token);
/** @param {string} id @param {number} ply @returns {Promise<State>} */
export const getStateAt = (id, ply) => ask("game", { id, ply });
/** @param {string} id @param {number} ply @param {string|null} token @returns {Promise<Analysis>} */
export const getAnalysis = (id, ply, token) => ask("analysis", { id, ply }, token);
/**
 * Fetch one of three hints.
 * @param {string} id @param {number} step @param {string|null} token
 * @returns {Promise<import("./types.js").HintMessage>}
 */
export const getHint = (id, step, token) => ask("hint", { id, step }, token);
/**
 * Fetch the coach's warning about a move, if it has one.
 * @param {string} id
 * @param {number} move
 * @param {string|null} token
 * @returns {Promise<import("./types.js").CoachMessage>}
 */
export const getWarning = (id, move, token) => ask("coach", { id, move }, token);
/** @param {string} id @param {string|null} token @returns {Promise<import("./types.js").ReviewMessage>} */
export const getReview = (id, token) => ask("review", { id }, token);
/** @param {string} id @returns {Promise<string>} */
export const getRecord = (id) => ask("record", { id });
/** @param {Record<string, string>} wanted @returns {Promise<Puzzle>} */
export const getPuzzle = (wanted) => ask("puzzle", wanted);
/**
 * Fetch the player's rating now, and after solving or missing a puzzle; new players get the initial rating.
 * @param {{puzzle: string, rating?: string}} wanted @returns {Promise<RatingChange>}
 */
export const getRating = (wanted) => ask("rating", wanted);
/** @param {Record<string, string>} wanted @returns {Promise<Daily>} */
export const getDaily = (wanted) => ask("daily", wanted);
/** Fetch the text of a result to share. @param {Record<string, string>} wanted @returns {Promise<import("./types.js").ResultMessage>} */
export const getResult = (wanted) => ask("result", wanted);
/**
 * Return the address of a picture: of a game, a position, the day's result, or a link as a QR code.
 * @param {"game"|"position"|"result"|"code"} of @param {Record<string, any>} about
 * @returns {Promise<string>}
 */
export const getPicture = (of, about) => ask("picture", { of, about });
/** @param {string} game @returns {Promise<Lesson>} */
export const getLesson = (game) => ask("lesson", { game });
/** Fetch an exercise of a game's set. @param {Record<string, string>} wanted @returns {Promise<Exercise>} */
export const getExercise = (wanted) => ask("exercise", wanted);
/**
 * Note what was missed or practised; the answer has the mistakes to store, and the next one of today.
 * @param {import("./types.js").PracticeRequest} request @returns {Promise<Practice>}
 */
export const postPractice = (request) => ask("practice", request);
/**
 * Add what a code holds to progress; an empty code adds nothing.
 * @param {import("./types.js").ProgressMessage} progress @param {string} code @returns {Promise<import("./types.js").MergedMessage>}
 */
export const mergeProgress = (progress, code) => ask("progress", { progress, code });
/**
 * @typedef {{game: string, options: Record<string, any>, first: any, position?: string, moves: number[]}} PositionRef any
 * position: the game and its options, the starting position if set up by hand, and the moves since
 */
/** @param {PositionRef} position @returns {Promise<State>} */
export const getPosition = (position) => ask("position", position);
/**
 * Fetch why a move wins or loses, addressed to the player who would make it.
 * @param {PositionRef} position
 * @param {number} move
 * @returns {Promise<import("./types.js").WhyMessage>}
 */
export const getWhy = (position, move) => ask("why", { ...position, move });
/**
 * Fetch the analysis of a position; it keeps to the strategy found after `since` moves.
 * @param {PositionRef} position @param {number} since @returns {Promise<Analysis>}
 */
export const getPositionAnalysis = (position, since) => ask("solved", { ...position, since });
/** Fetch the parts of a position that can be set up. @param {PositionRef} position @returns {Promise<import("./types.js").SettingMessage>} */
export const getPositionParts = (position) => ask("setting", position);
/** Write a game with all variations as text. @param {Omit<Tree, "moves"|"first"> & {first: number}} tree @returns {Promise<string>} */
export const writeTree = (tree) => ask("written", tree);
/** @param {string} text @returns {Promise<Tree>} */
export const readTree = (text) => ask("tree", { text });
/** Fetch the games that anyone may join. @returns {Promise<import("./types.js").Lobby>} */
export const getLobby = () => ask("lobby");
/** Be paired with the next player. @param {{token: string, game?: string}} request @returns {Promise<State>} */
export const pair = (request) => act("pair", request);
/** @param {Partial<import("./types.js").NewGame>} setup @returns {Promise<Created>} */
export const createGame = (setup) => act("create", setup);
/** @param {string} text @returns {Promise<Created>} */
export const openRecord = (text) => act("open", { text });
/**
 * Store a game that another player sent as a link; only a site without a server does that.
 * @param {{id: string, text: string, seat: number}} sent @returns {Promise<Created>}
 */
export const receiveGame = (sent) => act("receive", sent);
/**
 * Change a game.
 * @param {string} id
 * @param {string} action
 * @param {any} body
 * @param {string|null} token
 * @returns {Promise<State>}
 */
export const changeGame = (id, action, body, token) => act("change", { id, action, body }, token);
