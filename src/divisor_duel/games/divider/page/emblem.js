/** Divider's emblem in lists of games: a small drawing in the style of its board. */

import { dot, stroke } from "../../../lib/emblem-shapes.js";

export const draw = () => [
  stroke("M40 72L28 44M40 72L66 44M66 44L54 18M28 44L54 18M86 72L66 44M86 72L104 44", "faint"),
  dot(40, 76, 2),
  dot(86, 76, 3),
  dot(28, 46, 4, "player-1"),
  dot(66, 46, 6),
  dot(104, 46, 9),
  dot(54, 17, 8, "gone"),
  stroke("M45 26L64 9", "player-1"),
];
