/** The page that opens a room for a class: a game, its set-up, and one button. */

import { PAGES, pageQuery } from "../lib/addresses.js";
import { h, refill, showBusy, the } from "../lib/dom.js";
import { newToken, saveRoomToken } from "../lib/storage.js";
import { findGame, loadCatalog } from "../api/catalog.js";
import { openRoom } from "../api/client.js";
import { defaultChoice } from "../state/new-game.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { optionFields } from "../components/option-fields.js";
import { radioChoice } from "../components/radio-choice.js";
import { BEGIN, HELP, PAIRS } from "../components/room-settings.js";

/** Offer worksheets to print. @param {import("../api/client.js").Game} game @param {boolean} offered */
function drawWorksheets(game, offered) {
  const papers = { a4: "A4", letter: "Letter" };
  refill(
    the("more"),
    offered && h("h2", null, `${game.short_title} on paper`),
    offered &&
      h("p", null, "Rules, boards to play on, eight puzzles with space to write, and the answers with reasons."),
    offered &&
      h(
        "p",
        { class: "buttons" },
        Object.entries(papers).map(([paper, name]) =>
          h("a", { class: "act", href: PAGES.worksheet(game.id, { paper }), download: "" }, `Worksheet (${name})`),
        ),
        h("a", { class: "act plain", href: PAGES.worksheet(game.id, { format: "svg" }), download: "" }, "As a picture"),
      ),
  );
}

/** @param {import("../api/types.js").Catalog} catalog @param {string} [wanted] */
function drawForm(catalog, wanted) {
  const all = [...catalog.games, ...catalog.made];
  let game = (wanted && findGame(catalog, wanted)) || all[0];
  let choice = defaultChoice(game);
  let level = "easy";
  /** @type {{pairs: any, help: any, begin: any}} */
  const settings = { pairs: "winners", help: "locked", begin: "games" };
  const begin = radioChoice("Pupils begin with", "begin", BEGIN, settings.begin, (value) => {
    settings.begin = value;
  });
  const options = h("div", { class: "rest" });
  const rule = h("p", { class: "lead" });
  const drawOptions = () => {
    const taught = catalog.games.includes(game);
    drawWorksheets(game, taught);
    begin.hidden = !taught;
    rule.textContent = game.summary;
    refill(options, optionFields(game, choice, catalog.games));
  };
  drawOptions();
  const open = h("button", { type: "submit", class: "act strong main" }, "Open the room");
  const start = async () => {
    const token = newToken();
    const first = begin.hidden ? { begin: /** @type {const} */ ("games") } : {};
    const room = await openRoom({ token, game: game.id, options: choice.options, level, ...settings, ...first });
    saveRoomToken(room.code, "teacher", token);
    location.href = PAGES.classroom(room.code);
  };
  refill(
    the("form"),
    h(
      "form",
      {
        class: "setup-room",
        novalidate: true,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          say("");
          showBusy(open, start()).catch(sayError);
        },
      },
      radioChoice(
        "Game",
        "game",
        all.map(({ id, short_title }) => [id, short_title]),
        game.id,
        (id) => {
          game = findGame(catalog, id) ?? game;
          choice = defaultChoice(game);
          drawOptions();
        },
      ),
      rule,
      begin,
      h("p", { class: "buttons" }, open, h("a", { class: "act plain", href: PAGES.join() }, "I have a code")),
      h("details", null, h("summary", null, "Change the set-up"), options),
      h(
        "details",
        null,
        h("summary", null, "Pairs, hints and the computer"),
        radioChoice("Pairs", "pairs", PAIRS, settings.pairs, (value) => {
          settings.pairs = value;
        }),
        radioChoice("Hints, values and the coach", "help", HELP, settings.help, (value) => {
          settings.help = value;
        }),
        h(
          "label",
          { for: "level", class: "inline" },
          h("span", null, "A pupil without a partner plays the computer. Level:"),
          h(
            "select",
            {
              id: "level",
              onchange: (/** @type {any} */ event) => {
                level = event.target.value;
              },
            },
            catalog.levels.map((name) => h("option", { value: name, selected: name === level }, name)),
          ),
        ),
      ),
    ),
  );
}

async function main() {
  drawHeader();
  try {
    drawForm(await loadCatalog(), pageQuery().game);
  } catch (error) {
    sayError(error);
  }
}

main();
