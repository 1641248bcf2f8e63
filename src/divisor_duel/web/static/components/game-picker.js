/** The choice of what to explore: every game, its named set-ups and variants, or any other set-up. */

import { PAGES, exploreAddress, withinFrame } from "../lib/addresses.js";
import { button, h, refill, the } from "../lib/dom.js";
import { capitalize } from "../lib/text.js";
import { getPosition } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { defaultChoice, presets } from "../state/new-game.js";
import { openDialog } from "./dialogs.js";
import { drawEmblem } from "./emblems.js";
import { optionFields } from "./option-fields.js";
import { exploreLink } from "./study-board.js";

/** @typedef {import("../api/client.js").Game} Game */

/** How the variants are called that are not named as their option is written. @type {Record<string, string>} */
const VARIANTS = { misere: "Mis\u00e8re" };

/** Return the start of a game, to explore. @param {Game} game @param {Record<string, any>} options */
const startOf = (game, options) => ({ game: game.id, options, first: 1, moves: [] });

/** Return the options of each variant of the recommended set-up, by name. @param {Game} game @returns {[string, Record<string, any>][]} */
const variants = (game) =>
  game.options
    .filter((option) => option.house)
    .flatMap((option) =>
      option.choices
        .filter((choice) => choice !== option.default)
        .map(
          (choice) =>
            /** @type {[string, Record<string, any>]} */ ([
              VARIANTS[choice] ?? capitalize(String(choice)),
              { ...game.recommended.options, [option.name]: choice },
            ]),
        ),
    );

/** Offer all games. @param {import("../api/types.js").Catalog} catalog */
export function offerGames({ games, made }) {
  refill(the("title"), "Explore");
  refill(the("turn"), h("span", null, "Which game?"));
  refill(
    the("board"),
    h(
      "ul",
      { class: "offered" },
      [...games, ...made].map((game) =>
        h(
          "li",
          null,
          drawEmblem(game.id),
          h(
            "div",
            null,
            exploreLink(startOf(game, game.recommended.options), game.short_title),
            h("p", { class: "aside" }, game.summary),
            h("p", { class: "buttons" }, otherSetUps(game, games)),
          ),
        ),
      ),
    ),
  );
}

/** Draw the other named set-ups, the variants, and any set-up. @param {Game} game @param {Game[]} games */
function otherSetUps(game, games) {
  const named = presets(game)
    .slice(1)
    .map(({ label, options }) => /** @type {[string, Record<string, any>]} */ ([label, options]));
  return [
    ...[...named, ...variants(game)].map(([label, options]) =>
      h(
        "a",
        {
          class: "act plain",
          href: exploreAddress(startOf(game, options)),
          "aria-label": `${game.short_title}: ${label}`,
        },
        label,
      ),
    ),
    button("Set up", () => openSetUp(game, games), {
      class: "act plain",
      "aria-haspopup": "dialog",
      "aria-label": `Set up ${game.title}`,
    }),
  ];
}

/** Open the dialog that sets up a game to explore. @param {Game} game @param {Game[]} games those that a sum may consist of */
function openSetUp(game, games) {
  const choice = defaultChoice(game);
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const explore = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const start = startOf(game, choice.options);
    try {
      await getPosition(start);
      location.href = withinFrame(exploreAddress(start));
    } catch (error) {
      trouble.textContent = errorText(error);
    }
  };
  openDialog(
    `Explore ${game.short_title}`,
    h(
      "form",
      { novalidate: true, onsubmit: explore },
      optionFields(game, choice, games),
      trouble,
      h("p", { class: "buttons" }, h("button", { type: "submit", class: "act strong main" }, "Explore")),
    ),
  ).classList.add("setup");
}

/** Draw the link to the choice of games. */
export const otherGames = () => h("a", { class: "act plain", href: PAGES.explore }, "Other games");
