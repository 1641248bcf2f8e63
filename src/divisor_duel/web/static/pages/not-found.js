/** The page for an unknown address or an error. */

import { PAGES } from "../lib/addresses.js";
import { h, the } from "../lib/dom.js";
import { drawEmblem } from "../components/emblems.js";
import { EMBLEMS } from "../components/game-emblems.js";
import { drawHeader } from "../components/header.js";

drawHeader();
const about = document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "";
the("lost").replaceChildren(
  drawEmblem(Object.keys(EMBLEMS)[0]),
  h("h1", null, "We can\u2019t show this page"),
  h("p", { class: "lead" }, about),
  h("p", null, "The link may be incomplete, or the page is gone. You can still play all the games."),
  h(
    "p",
    { class: "buttons" },
    h("a", { class: "act strong", href: PAGES.home }, "See all games"),
    h("a", { class: "act", href: PAGES.puzzle() }, "Solve a puzzle"),
  ),
);
