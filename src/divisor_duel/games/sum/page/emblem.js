/** The emblem of sums in lists of games: a small drawing in the style of its boards. */

import { dot, stroke } from "../../../lib/emblem-shapes.js";

export const draw = () => [
  stroke("M28 70V30", "faint"),
  dot(28, 72, 2),
  dot(28, 28, 4, "player-1"),
  stroke("M58 50H74M66 42V58"),
  stroke("M88 62H126", "faint"),
  stroke("M92 62C92 34 112 34 112 62", "player-2"),
  stroke("M112 62C112 48 122 48 122 62", "player-1"),
];
