/** Countdown's emblem in lists of games: a small drawing in the style of its board. */

import { s } from "../../../lib/dom.js";
import { stroke } from "../../../lib/emblem-shapes.js";

export const draw = () => [
  stroke("M8 62H124", "faint"),
  stroke("M14 62C14 26 62 26 62 62", "player-1"),
  stroke("M62 62C62 36 92 36 92 62", "player-2"),
  stroke("M92 62C92 48 106 48 106 62", "player-1"),
  s("text", { x: 14, y: 82, "text-anchor": "middle" }, 60),
  s("text", { x: 62, y: 82, "text-anchor": "middle" }, 45),
  s("text", { x: 92, y: 82, "text-anchor": "middle" }, 30),
];
