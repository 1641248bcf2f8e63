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

/** The kind of file that `allSaved` makes, and its version. */
const KIND = "divisor-duel";
const VERSION = 1;

/** Return everything stored here, for a file. */
export const allSaved = () => ({
  kind: KIND,
  version: VERSION,
  items: Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("duel:"))),
});

/** Add what a file holds; throws if `allSaved` did not make it. @param {any} file */
export function loadSaved({ kind, version, items }) {
  const entries = Object.entries(items ?? {});
  const sound = entries.every(([key, text]) => key.startsWith("duel:") && typeof text === "string");
  if (kind !== KIND || version !== VERSION || !sound) throw new Error("not such a file");
  const recent = recentGames();
  const daily = dailyResults();
  for (const [key, text] of entries) localStorage.setItem(key, String(text));
  const ids = new Set(recentGames().map(({ id }) => id));
  write("recent", [...recentGames(), ...recent.filter(({ id }) => !ids.has(id))].slice(0, RECENT));
  write("daily", { ...dailyResults(), ...daily });
}
