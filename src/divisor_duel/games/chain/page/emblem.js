/** Chain's emblem in lists of games: a small drawing in the style of its board. */

import { dot, stroke } from "../../../lib/emblem-shapes.js";

export const draw = () => [
  stroke("M20 66Q30 20 52 34", "ink"),
  stroke("M52 34Q74 12 84 58", "ink"),
  stroke("M84 58Q104 84 112 32", "faint"),
  stroke("M84 58Q70 92 54 80", "faint"),
  dot(20, 68, 15, "player-1"),
  dot(52, 32, 5, "player-2"),
  dot(84, 60, 10, "player-1"),
  dot(112, 26, 20),
  dot(50, 80, 2),
];
