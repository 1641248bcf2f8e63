/** The lobby: the games that anyone may join, and a button to find an opponent. */

import { PAGES } from "../lib/addresses.js";
import { button, h, refill } from "../lib/dom.js";
import * as storage from "../lib/storage.js";
import { changeGame, getLobby, pair } from "../api/client.js";
import { RejectedError } from "../api/errors.js";
import { clockText } from "../state/clock-text.js";
import { CLOCKS } from "../state/new-game.js";
import { isDefaultName } from "../state/players.js";
import { sayError } from "./messages.js";

/** @typedef {import("../api/client.js").OpenGame} OpenGame */

/** How often the list is refreshed, in milliseconds. */
const REFRESH = 20_000;

/** Return whether this browser holds a seat of the game. @param {OpenGame} game */
const holdsSeat = (game) => Object.keys(storage.tokens(game.id)).length > 0;

/** Take the free seat of an open game. @param {string} id @param {string} [name] */
export async function joinGame(id, name = "") {
  const token = storage.joinToken(id);
  const { you } = await changeGame(id, "join", { token, ...(name && { name }) }, null);
  if (you) storage.saveTokens(id, { [you]: token });
  location.href = PAGES.game(id);
}

/** Return whether two clocks are set alike. @param {OpenGame["clock"]} given @param {any} wanted */
const sameClock = (given, wanted) =>
  given?.per === wanted.per && given?.seconds === wanted.seconds && given?.increment === wanted.increment;

/**
 * Join a waiting player. If there is none, return to the player's own waiting game, or open one.
 * @param {string} wanted a game, or empty for any
 * @param {any} clock the clock wanted, or nothing for any
 * @param {string} name
 */
async function findOpponent(wanted, clock, name) {
  const open = (await getLobby()).games.filter(
    (game) => (!wanted || game.game === wanted) && (!clock || sameClock(game.clock, clock)),
  );
  for (const game of open.filter((candidate) => !holdsSeat(candidate))) {
    try {
      return await joinGame(game.id, name);
    } catch (error) {
      if (!(error instanceof RejectedError)) throw error; // another player was quicker: try the next game
    }
  }
  const [waiting] = open;
  if (waiting && holdsSeat(waiting)) return location.assign(PAGES.game(waiting.id));
  const token = storage.newToken();
  const state = await pair({ token, ...(wanted && { game: wanted }), ...(clock && { clock }), ...(name && { name }) });
  if (state.you) storage.saveTokens(state.id, { [state.you]: token });
  location.href = PAGES.game(state.id);
}

/** Draw a field for a choice. @param {string} id @param {string} any the label of no choice @param {string[][]} choices */
const select = (id, any, choices) =>
  /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id },
      [["", any], ...choices].map(([value, label]) => h("option", { value }, label)),
    )
  );

/** Draw the field for the player's name, which is saved. */
function nameField() {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { id: "called", placeholder: "your name", maxlength: 40, autocomplete: "nickname" })
  );
  field.value = storage.preference("name", "");
  const read = () => {
    const name = field.value.trim();
    storage.savePreference("name", name);
    return name;
  };
  return { field, read };
}

/**
 * Draw the lobby on the start page; hidden if the server has no lobby.
 * @param {HTMLElement} host @param {import("../api/client.js").Game[]} games
 */
export function drawLobby(host, games) {
  const list = h("ul", { class: "recent" });
  const none = h("p", { class: "aside" }, "No one is waiting right now. We\u2019ll pair you with the next player.");
  const game = select(
    "wanted",
    "any game",
    games.map(({ id, short_title }) => [id, short_title]),
  );
  const time = select(
    "pace",
    "any time",
    CLOCKS.flatMap(([name, clock]) => (clock ? [[name, clockText(clock)]] : [])),
  );
  const name = nameField();
  const search = () => findOpponent(game.value, CLOCKS.find(([clock]) => clock === time.value)?.[1], name.read());
  host.hidden = !storage.preference("lobby", true);
  refill(
    host,
    h("h2", null, "Find someone to play"),
    h(
      "p",
      { class: "buttons" },
      h("label", { for: "wanted", class: "unseen" }, "Game"),
      game,
      h("label", { for: "pace", class: "unseen" }, "Time"),
      time,
      h("label", { for: "called", class: "unseen" }, "Your name"),
      name.field,
      button("Find an opponent", () => search().catch(sayError), { class: "act strong" }),
    ),
    none,
    list,
  );
  refreshRegularly(host, (open) => {
    none.hidden = open.length > 0;
    const title = (/** @type {string} */ id) => games.find((known) => known.id === id)?.short_title ?? id;
    const join = (/** @type {string} */ id) => joinGame(id, name.read()).catch(sayError);
    refill(
      list,
      open.map((waiting) => waitingGame(waiting, title(waiting.game), () => join(waiting.id))),
    );
  });
}

/**
 * Draw the waiting games now, and refresh them while the page is visible.
 * @param {HTMLElement} host @param {(open: OpenGame[]) => void} draw
 */
function refreshRegularly(host, draw) {
  const refresh = async () => {
    try {
      draw((await getLobby()).games);
      host.hidden = false;
    } catch (error) {
      if (error instanceof RejectedError) host.hidden = true;
    }
    storage.savePreference("lobby", !host.hidden);
  };
  refresh();
  setInterval(() => {
    if (!document.hidden && !host.hidden) refresh();
  }, REFRESH);
}

/** Draw a waiting game. @param {OpenGame} game @param {string} title @param {() => void} press */
function waitingGame(game, title, press) {
  const name = isDefaultName(game.name) ? "another player" : game.name;
  const terms = [game.phrase, game.clock && clockText(game.clock)].filter(Boolean).join(" \u00b7 ");
  return h(
    "li",
    null,
    holdsSeat(game)
      ? h("a", { href: PAGES.game(game.id) }, `${title}: your game is waiting`)
      : h(
          "button",
          { type: "button", class: "quiet inline", data: { key: game.id, join: game.id }, onclick: press },
          `${title} with ${name}`,
        ),
    h("span", { class: "aside" }, terms),
  );
}
