/** The start page: the games, the puzzles, and the games played in this browser. */

import { PAGES, pageQuery } from "../lib/addresses.js";
import { button, h, refill, showBusy, the } from "../lib/dom.js";
import * as storage from "../lib/storage.js";
import { plural } from "../lib/text.js";
import { loadCatalog } from "../api/catalog.js";
import { getState, online } from "../api/client.js";
import { playByLink, playNow } from "../state/new-game.js";
import { subjectFor, turnText } from "../state/players.js";
import { openDialog, showRules } from "../components/dialogs.js";
import { drawEmblem } from "../components/emblems.js";
import { drawHeader } from "../components/header.js";
import { drawLobby } from "../components/lobby.js";
import { say, sayError } from "../components/messages.js";
import { openNewGameDialog } from "../components/new-game-dialog.js";
import { progressSection } from "../components/progress.js";
import { pasteRecord } from "../components/sharing.js";

/** On a static site: where its documentation is, and a server for games by link. */
const { docs: DOCS, server: SERVER } = document.documentElement.dataset;

/** @param {any} catalog */
function drawContents({ games, made }) {
  refill(
    the("contents"),
    [...games, ...made].map((/** @type {any} */ game, /** @type {number} */ index) =>
      h(
        "article",
        { class: "game", data: { game: game.id } },
        drawEmblem(game.id),
        h(
          "div",
          { class: "words" },
          h(
            "h2",
            null,
            h("span", { class: "number", "aria-hidden": "true" }, index < games.length ? `\u00a7${index + 1}` : "+"),
            game.short_title,
          ),
          h("p", null, game.summary),
          h(
            "p",
            { class: "buttons" },
            button("Play", (event) => showBusy(event.currentTarget, playNow(game)).catch(sayError), {
              class: "act strong",
              "aria-label": `Play ${game.title}`,
              data: { key: `play-${game.id}`, play: game.id },
            }),
            button("Play with a friend", () => inviteFriend(game), {
              "aria-label": `Play ${game.title} with a friend`,
              data: { key: `friend-${game.id}`, friend: game.id },
            }),
            button("Set up", () => openNewGameDialog(game.id), {
              "aria-haspopup": "dialog",
              "aria-label": `Set up ${game.title}`,
              data: { key: `setup-${game.id}` },
            }),
            h("a", { class: "act", href: PAGES.lesson(game.id), "aria-label": `Learn ${game.title}` }, "Learn"),
            button("Rules", () => showRules(game.id), {
              class: "act plain",
              "aria-label": `Rules of ${game.title}`,
              data: { key: `rules-${game.id}` },
            }),
          ),
        ),
      ),
    ),
  );
}

/** Ask for the player's name once, and start a game by link. @param {import("../api/client.js").Game} game */
function inviteFriend(game) {
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "inviter", maxlength: 40, autocomplete: "nickname" }));
  name.value = storage.preference("name", "");
  const start = h("button", { type: "submit", class: "act strong main" }, "Make the link");
  openDialog(
    `${game.short_title} with a friend`,
    h(
      "form",
      {
        class: "asked",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          storage.savePreference("name", name.value.trim());
          showBusy(start, playByLink(game, name.value.trim())).catch(sayError);
        },
      },
      h("p", null, `You get a link to send. Set-up: ${game.recommended.phrase}.`),
      h("label", { for: "inviter" }, "Your name", name),
      h("p", { class: "buttons" }, start),
    ),
  );
  name.focus();
}

/** Return how long ago, in words. @param {number|undefined} when milliseconds */
function ago(when) {
  if (!when) return "";
  const minutes = Math.round((Date.now() - when) / 60_000);
  if (minutes < 2) return "just now";
  if (minutes < 90) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}

/** Draw a recent game as a list item. @param {storage.RecentGame} game */
function recentItem(game) {
  return h(
    "li",
    null,
    h("a", { href: PAGES.game(game.id) }, game.title, game.between ? `, ${game.between}` : ""),
    h("span", { class: "aside" }, [game.stands, game.told, ago(game.when)].filter(Boolean).join(" \u00b7 ")),
  );
}

/** Draw a list of links. @param {string} heading @param {[HTMLElement, string][]} links each with a description */
function linkSection(heading, links) {
  const items = links.map(([link, about]) => h("li", null, link, h("span", { class: "aside" }, about)));
  return h("section", null, h("h2", null, heading), h("ul", { class: "recent" }, items));
}

function drawShelf() {
  const recent = storage.recentGames();
  const open = recent.filter((game) => !game.over).slice(0, 6);
  const over = recent.filter((game) => game.over).slice(0, 8);
  const rating = storage.preference("rating", null);
  const done = Object.values(storage.exercisesDone()).reduce((sum, count) => sum + count, 0);
  refill(
    the("begun"),
    open.length > 0 &&
      h(
        "section",
        { class: "open" },
        h("h2", null, "Continue a game"),
        h("ul", { class: "recent" }, open.map(recentItem)),
      ),
  );
  refill(
    the("rest"),
    linkSection("Puzzles", [
      [h("a", { href: PAGES.daily() }, "Puzzle of the day"), "Find the winning move in three tries."],
      [
        h("a", { href: PAGES.puzzle() }, "Endless puzzles"),
        rating === null ? "Solve as many as you like." : `Your rating is ${rating}.`,
      ],
      [
        h("a", { href: PAGES.exercises() }, "Exercises"),
        done ? `${plural(done, "exercise")} done; what you missed comes back.` : "One idea at a time.",
      ],
    ]),
    linkSection("Explore", [
      [h("a", { href: PAGES.explore }, "Try any position"), "See who wins after each move, and why."],
      [
        h("button", { type: "button", class: "quiet inline", onclick: pasteRecord }, "Paste moves"),
        "Continue a game from its text.",
      ],
    ]),
    online &&
      linkSection("In class", [
        [
          h("a", { href: SERVER ? `${SERVER}/room` : PAGES.join() }, "Join your class"),
          "Type your teacher\u2019s code.",
        ],
        [
          h("a", { href: SERVER ? `${SERVER}/class` : PAGES.classroom() }, "Open a room"),
          "For teachers: thirty pupils, no accounts.",
        ],
      ]),
    over.length > 0 &&
      h(
        "section",
        { class: "over" },
        h("h2", null, "Finished games"),
        h("ul", { class: "recent" }, over.map(recentItem)),
      ),
    DOCS &&
      linkSection("Read", [
        [h("a", { href: `${PAGES.home}${DOCS}theory/README.html` }, "Theory"), "How to win each game, with proofs."],
      ]),
    progressSection(drawShelf),
  );
}

/** Refresh the unfinished games from the server: moves may have been made elsewhere. */
async function refresh() {
  for (const game of storage
    .recentGames()
    .filter(({ over }) => !over)
    .slice(0, 6)) {
    const tokens = storage.tokens(game.id);
    const [seat] = Object.keys(tokens);
    try {
      const state = await getState(game.id, tokens[seat]);
      const reader = Object.keys(tokens).length === 1 ? Number(seat) : null;
      const who = subjectFor(state, state.winner ?? state.to_move, reader);
      const stands = state.over ? `${who} won` : turnText(who);
      if (stands !== game.stands) storage.updateRecent(game.id, { stands, over: state.over });
    } catch {
      // Show the stored status instead.
    }
  }
  drawShelf();
}

async function main() {
  drawHeader();
  drawShelf();
  try {
    const catalog = await loadCatalog();
    drawContents(catalog);
    if (online) drawLobby(the("lobby"), [...catalog.games, ...catalog.made]);
    refresh();
    const wanted = pageQuery().game;
    if (wanted) await openNewGameDialog(wanted);
  } catch {
    say("The server is not responding. Trying again.", "waiting");
    setTimeout(() => location.reload(), 3000);
  }
}

main();
