/** The rules of one game on a page of their own. */

import { games, ruleText } from "./dialogs.js";
import { h, the } from "./dom.js";
import { drawHeader } from "./header.js";
import { sketch } from "./emblems.js";

async function main() {
  drawHeader();
  const { games: all } = await games();
  const id = location.pathname.split("/")[2];
  const game = all.find((/** @type {any} */ each) => each.id === id);
  the("rules").replaceChildren(
    h("h1", null, game ? game.title : "Rules"), ...(game ? [sketch(game.id), ...ruleText(game)].filter(Boolean) : []),
    h("nav", { class: "buttons", "aria-label": "Rules of the games" }, all.map((/** @type {any} */ each) => h("a", { class: "act", href: `/rules/${each.id}` }, each.title))));
}

main();
