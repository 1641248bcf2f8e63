/** The start page: a table of contents with five games, and what was begun here. */

import { games, showRules } from "./dialogs.js";
import { button, h, refill, the } from "./dom.js";
import { drawHeader, say } from "./header.js";
import * as keep from "./keep.js";
import { openSetup, quickly } from "./setup.js";
import { sketch } from "./emblems.js";
import { pasteRecord } from "./parts/share.js";
import { told } from "./trouble.js";

/** @param {any} catalog */
function drawContents(catalog) {
  refill(the("contents"), catalog.games.map((/** @type {any} */ game, /** @type {number} */ index) => h("article", { class: "game", data: { game: game.id } },
    sketch(game.id),
    h("div", { class: "words" },
      h("h2", null, h("span", { class: "number", "aria-hidden": "true" }, `\u00a7${index + 1}`), game.title.replace(/^Divisor Duel: /, "")),
      h("p", null, game.summary),
      h("p", { class: "buttons" },
        button("Play", () => quickly(game).catch((error) => say(told(error), "refusal")),
          { class: "act strong", "aria-label": `Play ${game.title}`, data: { key: `play-${game.id}`, play: game.id } }),
        button("Set up", () => openSetup(game.id), { "aria-haspopup": "dialog", "aria-label": `Set up ${game.title}`, data: { key: `setup-${game.id}` } }),
        button("Rules", () => showRules(game.id), { class: "act plain", "aria-label": `Rules of ${game.title}`, data: { key: `rules-${game.id}` } }))))));
}

function drawShelf() {
  const kept = keep.recent();
  refill(the("shelf"), kept.length > 0 && h("section", null, h("h2", null, "Go on with"), h("ul", { class: "recent" },
    kept.map((game) => h("li", null, h("a", { href: `/g/${game.id}` }, game.title), h("span", { class: "aside" }, ` ${game.told}`))))),
  h("section", null, h("h2", null, "Also here"), h("ul", { class: "recent" },
    h("li", null, h("a", { href: "/puzzle?daily=1" }, "Puzzle of the day"), h("span", { class: "aside" }, " one move wins")),
    h("li", null, h("button", { type: "button", class: "quiet inline", onclick: pasteRecord }, "Paste a record"), h("span", { class: "aside" }, " and go on from it")))));
}

async function main() {
  drawHeader();
  drawShelf();
  try {
    drawContents(await games());
    const wanted = new URLSearchParams(location.search).get("game");
    if (wanted) await openSetup(wanted);
  } catch {
    say("The server does not answer. Trying again.", "waiting");
    setTimeout(() => location.reload(), 3000);
  }
}

main();
