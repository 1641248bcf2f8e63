/** Digits' emblem in lists of games: a small drawing in the style of its board. */

import { s } from "../../../lib/dom.js";

export const draw = () => [
  ...[0, 1, 2, 3].map((place) => s("rect", { class: "cell", x: 8 + place * 29, y: 24, width: 29, height: 36 })),
  s("text", { class: "big player-1", x: 22.5, y: 51, "text-anchor": "middle" }, 5),
  s("text", { class: "big player-2", x: 51.5, y: 51, "text-anchor": "middle" }, 2),
  s("text", { class: "big player-1", x: 80.5, y: 51, "text-anchor": "middle" }, 1),
  s("text", { x: 66, y: 82, "text-anchor": "middle" }, "521 = 7\u00b774 + 3"),
];
