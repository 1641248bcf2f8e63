/** The start page: a table of contents with five games, and a set-up for the one chosen. */

import { createGame } from "./api.js";
import { games, showRules } from "./dialogs.js";
import { button, h, refill, the } from "./dom.js";
import { drawHeader, say } from "./header.js";
import * as keep from "./keep.js";
import { drawSetup, setupFor } from "./setup.js";
import { sketch } from "./sketches.js";
import { pasteRecord } from "./parts/share.js";

/** @param {any} setup what `POST /api/games` takes, and the seat to keep by link */
export async function begin({ seat, ...setup }) {
  try {
    const made = await createGame(setup);
    if (setup.mode === "link") {
      const other = seat === "1" ? "2" : "1";
      keep.keepTokens(made.id, { [seat]: made.seats[seat] });
      keep.keepInvitation(made.id, { seat: other, token: made.seats[other] });
    } else {
      keep.keepTokens(made.id, made.seats);
    }
    location.href = `/g/${made.id}`;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), "refusal");
    for (const place of document.querySelectorAll(".setup-trouble")) place.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {any} catalog @param {string|null} chosen */
function drawContents(catalog, chosen) {
  /** @type {HTMLElement[]} */
  const parts = [];
  catalog.games.forEach((/** @type {any} */ game, /** @type {number} */ index) => {
    const open = game.id === chosen;
    parts.push(h("article", { class: open ? "game chosen" : "game", data: { game: game.id } },
      sketch(game.id),
      h("div", { class: "words" },
        h("h2", null, h("span", { class: "number", "aria-hidden": "true" }, `\u00a7${index + 1}`), game.title.replace(/^Divisor Duel: /, "")),
        h("p", null, game.summary),
        h("p", { class: "buttons" },
          button("Play", () => begin(setupFor(game)), { class: "act strong", "aria-label": `Play ${game.title}`, data: { key: `play-${game.id}` } }),
          button("Set up", () => drawContents(catalog, open ? null : game.id), { "aria-expanded": String(open), "aria-label": `Set up ${game.title}`, data: { key: `setup-${game.id}` } }),
          button("Rules", () => showRules(game.id), { "aria-label": `Rules of ${game.title}`, data: { key: `rules-${game.id}` } })))));
    if (open) parts.push(h("section", { class: "setup", "aria-label": `Set-up of ${game.title}` }, drawSetup(game, catalog.levels, begin)));
  });
  refill(the("contents"), ...parts);
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
  drawHeader({ start: true });
  refill(the("cover"), h("h1", null, "Divisor Duel"), h("p", { class: "lead" },
    "Five games of whole numbers for two: the rules fit in a line, and who wins can be proved."), h("div", { id: "notice" }));
  drawShelf();
  try {
    drawContents(await games(), new URLSearchParams(location.search).get("game"));
  } catch {
    say("The server does not answer. Trying again.", "waiting");
    setTimeout(() => location.reload(), 3000);
  }
}

main();
