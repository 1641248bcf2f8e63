/** Ladder's emblem in lists of games: a small drawing in the style of its board. */

import { s } from "../../../lib/dom.js";
import { stroke } from "../../../lib/emblem-shapes.js";

export const draw = () => [
  stroke("M22 92V6M62 92V6M22 66H62M22 38H62M22 12H62", "player-1"),
  stroke("M78 92V34M118 92V34M78 66H118M78 40H118", "player-2"),
  ...[
    [42, 86, 5],
    [42, 58, 10],
    [42, 31, 40],
    [98, 86, 7],
    [98, 59, 14],
  ].map(([x, y, number]) => s("text", { x, y, "text-anchor": "middle" }, number)),
];
