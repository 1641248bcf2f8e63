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

/**
 * Draw the lobby on the start page; hidden if the server has no lobby.
 * @param {HTMLElement} host @param {any[]} games
 */
export function drawLobby(host, games) {
  const title = (/** @type {string} */ id) => games.find((game) => game.id === id)?.short_title ?? id;
  const list = h("ul", { class: "recent" });
  const none = h("p", { class: "aside" }, "Nobody is waiting right now; you will wait for the next to come.");
  const choice = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: "wanted" },
      h("option", { value: "" }, "any game"),
      games.map((game) => h("option", { value: game.id }, title(game.id))),
    )
  );
  const pace = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: "pace" },
      h("option", { value: "" }, "any time"),
      CLOCKS.flatMap(([name, clock]) => (clock ? [h("option", { value: name }, clockText(clock))] : [])),
    )
  );
  const nameField = /** @type {HTMLInputElement} */ (
    h("input", { id: "called", placeholder: "your name", maxlength: 40, autocomplete: "nickname" })
  );
  nameField.value = storage.preference("name", "");
  const myName = () => {
    const name = nameField.value.trim();
    storage.savePreference("name", name);
    return name;
  };
  const search = () => findOpponent(choice.value, CLOCKS.find(([name]) => name === pace.value)?.[1], myName());
  const attempt = (/** @type {Promise<any>} */ joining) => joining.catch(sayError);
  const refresh = async () => {
    try {
      const open = (await getLobby()).games;
      none.hidden = open.length > 0;
      refill(
        list,
        open.map((game) => waitingGame(game, title(game.game), () => attempt(joinGame(game.id, myName())))),
      );
      host.hidden = false;
    } catch (error) {
      if (error instanceof RejectedError) host.hidden = true;
    }
    storage.savePreference("lobby", !host.hidden);
  };
  host.hidden = !storage.preference("lobby", true);
  refill(
    host,
    h("h2", null, "Play with somebody"),
    h(
      "p",
      { class: "buttons" },
      h("label", { for: "wanted", class: "unseen" }, "Game to find an opponent for"),
      choice,
      h("label", { for: "pace", class: "unseen" }, "Time"),
      pace,
      h("label", { for: "called", class: "unseen" }, "Your name"),
      nameField,
      button("Find an opponent", () => attempt(search()), { class: "act strong" }),
    ),
    none,
    list,
  );
  refresh();
  setInterval(() => {
    if (!document.hidden && !host.hidden) refresh();
  }, REFRESH);
}

/** Draw a waiting game. @param {OpenGame} game @param {string} title @param {() => void} press */
function waitingGame(game, title, press) {
  const name = isDefaultName(game.name) ? "somebody" : game.name;
  const terms = [game.phrase, game.clock && clockText(game.clock)].filter(Boolean).join(" \u00b7 ");
  return h(
    "li",
    null,
    holdsSeat(game)
      ? h("a", { href: PAGES.game(game.id) }, `${title}: you are waiting`)
      : h(
          "button",
          { type: "button", class: "quiet inline", data: { key: game.id, join: game.id }, onclick: press },
          `${title} with ${name}`,
        ),
    h("span", { class: "aside" }, terms),
  );
}
