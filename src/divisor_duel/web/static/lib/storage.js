/** The browser's storage: seat tokens, a move not yet acknowledged, recent games, preferences. */

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(`duel:${key}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value null removes it */
function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(`duel:${key}`);
    else localStorage.setItem(`duel:${key}`, JSON.stringify(value));
  } catch {
    // A private window may refuse; the page still works until it is closed.
  }
}

/** @typedef {Record<string, string>} Tokens by seat */

/** @param {string} id @returns {Tokens} */
export const tokens = (id) => read(id) ?? {};

/** Add tokens. @param {string} id @param {Tokens} added */
export function saveTokens(id, added) {
  write(id, { ...tokens(id), ...added });
}

/** Replace all tokens. @param {string} id @param {Tokens} tokens */
export const setTokens = (id, tokens) => write(id, tokens);

/** The seat to invite a friend to. @param {string} id @returns {{seat: string, token: string}|null} */
export const invitation = (id) => read(`${id}:friend`);
/** @param {string} id @param {{seat: string, token: string}} friend */
export const saveInvitation = (id, friend) => write(`${id}:friend`, friend);

/** Whether the link for the friend was shown. @param {string} id */
export const invitationShown = (id) => read(`${id}:invited`) === true;
/** @param {string} id */
export const saveInvitationShown = (id) => write(`${id}:invited`, true);

/**
 * Return the token to accept an invitation with, the same on every attempt.
 * @param {string} id
 * @returns {string}
 */
export function joinToken(id) {
  const saved = read(`${id}:own`);
  if (saved) return saved;
  const token = newToken();
  write(`${id}:own`, token);
  return token;
}

/** @typedef {"teacher"|"pupil"} Place a place in a room for a class */

/** The token of this browser's place in a room. @param {string} code @param {Place} place @returns {string|null} */
export const roomToken = (code, place) => read(`room:${code}:${place}`);
/** @param {string} code @param {Place} place @param {string|null} token null forgets it */
export const saveRoomToken = (code, place, token) => write(`room:${code}:${place}`, token);

/** Return a random secret. @returns {string} */
export function newToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
}

/** Return whether a game was begun against a proof when the level "proof" did not exist yet. @param {string} id */
export const playsAgainstProof = (id) => read(`${id}:proof`) === true;

/** The variations tried before a game started, as `move-tree.js` writes them. @param {string} id @returns {string} */
export const savedVariations = (id) => read(`${id}:tried`) ?? "";
/** @param {string} id @param {string} line */
export const saveVariations = (id, line) => write(`${id}:tried`, line);

/** @typedef {{ply: number, move: number, seat: string, version?: number}} PendingMove */

/** @param {string} id @returns {PendingMove|null} */
export const pendingMove = (id) => read(`${id}:pending`);
/** @param {string} id @param {PendingMove|null} move */
export const savePending = (id, move) => write(`${id}:pending`, move);

/**
 * @typedef {object} RecentGame a game played in this browser
 * @property {string} id @property {string} title the short title @property {string} told the set-up in words
 * @property {string} [between] who plays it @property {string} [stands] whose turn it is, or how it ended
 * @property {boolean} [over] @property {number} [when] milliseconds
 * @property {boolean} [practised] whether its mistakes are among those to practise
 */
/** Most recent games stored. */
const RECENT = 40;

/** @returns {RecentGame[]} */
export const recentGames = () => read("recent") ?? [];
/** @param {RecentGame} game */
export function saveRecent(game) {
  write(
    "recent",
    [{ ...game, when: Date.now() }, ...recentGames().filter((other) => other.id !== game.id)].slice(0, RECENT),
  );
}

/** @param {string} id @param {Partial<RecentGame>} changes */
export function updateRecent(id, changes) {
  write(
    "recent",
    recentGames().map((game) => (game.id === id ? { ...game, ...changes } : game)),
  );
}

/**
 * @typedef {object} DailyResult of a day's puzzle
 * @property {string} tries 0 for a wrong one, 1 for the right one
 * @property {number} hints
 * @property {number[]} [wrong] the moves that were wrong
 */

/** Results by the number of the puzzle. @returns {Record<string, DailyResult>} */
export const dailyResults = () => read("daily") ?? {};
/** @param {number} number @param {DailyResult} result */
export const saveResult = (number, result) => write("daily", { ...dailyResults(), [number]: result });

/** Most set-ups remembered as played. */
const SETUPS = 60;

/** The set-ups played in this browser, each as the game and its set-up in words. @returns {string[]} */
export const setupsPlayed = () => read("setups") ?? [];
/** @param {string} setup */
export const saveSetupPlayed = (setup) =>
  write("setups", [setup, ...setupsPlayed().filter((other) => other !== setup)].slice(0, SETUPS));

/** @param {string} name @param {any} fallback */
export const preference = (name, fallback) => read(`preference:${name}`) ?? fallback;
/** @param {string} name @param {any} value */
export const savePreference = (name, value) => write(`preference:${name}`, value);

/** Save the theme, as plain text because theme.js reads it. @param {"light"|"dark"} theme */
export function saveTheme(theme) {
  try {
    localStorage.setItem("duel:theme", theme);
  } catch {
    // See write().
  }
}

/** @typedef {import("../api/types.js").ProgressMessage} ProgressMessage */

/** Most daily results sent to be written as a code. */
const RESULTS = 1000;
/** The keys of what `progressIn` reads, without the prefix. */
const PROGRESS_KEYS = ["daily", "preference:rating", "progress"];

/** Return the text stored under each of our keys. @returns {Record<string, string>} */
const stored = () => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("duel:")));

/** Return the progress in stored texts. @param {Record<string, string>} items @returns {ProgressMessage} */
export function progressIn(items) {
  const [daily, rating, more] = PROGRESS_KEYS.map((key) => JSON.parse(items[`duel:${key}`] ?? "null"));
  const latest = Object.entries(daily ?? {}).sort(([one], [two]) => Number(two) - Number(one));
  return { run: 0, ...more, daily: Object.fromEntries(latest.slice(0, RESULTS)), rating };
}

/** Return the progress stored in this browser: results, rating, exercises, mistakes to practise. */
export const ownProgress = () => progressIn(stored());

/** Store progress that was merged with that of this browser. @param {ProgressMessage} progress */
export function saveProgress({ daily, rating, ...more }) {
  const merged = Object.entries(daily).map(([number, { tries, ...result }]) => [
    number,
    { tries: [...tries].map(Number).join(""), ...result },
  ]);
  write("daily", { ...dailyResults(), ...Object.fromEntries(merged) });
  if (rating !== null) savePreference("rating", rating);
  write("progress", more);
}

/** Change what is stored beside the daily results and the rating. @param {Partial<ProgressMessage>} changed */
const changeProgress = (changed) => write("progress", { run: 0, ...read("progress"), ...changed });

/** How many exercises of each set are done, by the set's name for progress. @returns {Record<string, number>} */
export const exercisesDone = () => read("progress")?.exercises ?? {};
/** Store that an exercise was done. @param {string} set @param {number} number from 1 */
export const saveExercise = (set, number) =>
  changeProgress({ exercises: { ...exercisesDone(), [set]: Math.max(number, exercisesDone()[set] ?? 0) } });

/** The positions to practise. @returns {import("../api/types.js").Mistake[]} */
export const mistakes = () => read("progress")?.mistakes ?? [];
/** @param {import("../api/types.js").Mistake[]} mistakes */
export const saveMistakes = (mistakes) => changeProgress({ mistakes });

/** Return everything stored here but the progress, for a file. */
export const savedItems = () =>
  Object.fromEntries(Object.entries(stored()).filter(([key]) => !PROGRESS_KEYS.includes(key.slice("duel:".length))));

/** Add what a file holds besides progress; false if it cannot be ours. @param {Record<string, string>} items */
export function loadItems(items) {
  const entries = Object.entries(items);
  if (!entries.every(([key, text]) => key.startsWith("duel:") && typeof text === "string")) return false;
  const recent = recentGames();
  for (const [key, text] of entries)
    if (!PROGRESS_KEYS.includes(key.slice("duel:".length))) localStorage.setItem(key, text);
  const ids = new Set(recentGames().map(({ id }) => id));
  write("recent", [...recentGames(), ...recent.filter(({ id }) => !ids.has(id))].slice(0, RECENT));
  return true;
}
