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
  h("h1", null, "Nothing is left here"),
  h("p", { class: "lead" }, about),
  h("p", null, "The address may be cut short, or what was here has been taken. The five games are where they were."),
  h(
    "p",
    { class: "buttons" },
    h("a", { class: "act strong", href: PAGES.home }, "To the games"),
    h("a", { class: "act", href: PAGES.puzzle() }, "A puzzle instead"),
  ),
);
