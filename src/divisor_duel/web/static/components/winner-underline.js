/** The pen stroke under the winner's name. */

import { s } from "../lib/dom.js";

/** @param {number|null} player */
export function winnerUnderline(player) {
  return s(
    "svg",
    {
      class: `flourish player-${player ?? 0}`,
      viewBox: "0 0 240 26",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    s("path", {
      pathLength: 1,
      d: "M4 12C52 4 118 3 176 7C210 9 232 10 236 12C238 15 196 15 150 16C116 17 84 19 92 22C98 24 150 20 184 21",
    }),
  );
}
