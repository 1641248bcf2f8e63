/** A small drawing for every game, in the hand of the boards. */

import { s } from "./dom.js";

/** @param {number} x @param {number} y @param {string|number} text @param {string} [kind] @param {number} [r] */
function dot(x, y, text, kind = "", r = 13) {
  const shape = kind.includes("player-2")
    ? s("rect", { x: x - r + 1, y: y - r + 1, width: 2 * r - 2, height: 2 * r - 2 }) : s("circle", { cx: x, cy: y, r });
  return s("g", { class: `dot ${kind}` }, shape, s("text", { x, y: y + 5, "text-anchor": "middle" }, text));
}

/** @param {string} d @param {string} [kind] */
const stroke = (d, kind = "") => s("path", { d, class: `stroke ${kind}` });

/** @type {Record<string, () => SVGElement[]>} */
const DRAWINGS = {
  divider: () => [
    stroke("M40 72L28 44M40 72L66 44M66 44L54 18M28 44L54 18M86 72L66 44M86 72L104 44", "faint"),
    dot(40, 76, 2), dot(86, 76, 3), dot(28, 46, 4, "player-1"), dot(66, 46, 6), dot(104, 46, 9), dot(54, 17, 8, "gone"),
    stroke("M45 26L64 9", "player-1"),
  ],
  ladder: () => [
    stroke("M22 92V6M62 92V6M22 66H62M22 38H62M22 12H62", "player-1"), stroke("M78 92V34M118 92V34M78 66H118M78 40H118", "player-2"),
    ...[[42, 86, 5], [42, 58, 10], [42, 31, 40], [98, 86, 7], [98, 59, 14]].map(([x, y, number]) => s("text", { x, y, "text-anchor": "middle" }, number)),
  ],
  countdown: () => [
    stroke("M8 62H124", "faint"), stroke("M14 62C14 26 62 26 62 62", "player-1"), stroke("M62 62C62 36 92 36 92 62", "player-2"),
    stroke("M92 62C92 48 106 48 106 62", "player-1"),
    s("text", { x: 14, y: 82, "text-anchor": "middle" }, 60), s("text", { x: 62, y: 82, "text-anchor": "middle" }, 45), s("text", { x: 92, y: 82, "text-anchor": "middle" }, 30),
  ],
  chain: () => [
    stroke("M20 66Q30 20 52 34", "ink"), stroke("M52 34Q74 12 84 58", "ink"), stroke("M84 58Q104 84 112 32", "faint"), stroke("M84 58Q70 92 54 80", "faint"),
    dot(20, 68, 15, "player-1"), dot(52, 32, 5, "player-2"), dot(84, 60, 10, "player-1"), dot(112, 26, 20), dot(50, 80, 2),
  ],
  digits: () => [
    ...[0, 1, 2, 3].map((place) => s("rect", { class: "cell", x: 8 + place * 29, y: 24, width: 29, height: 36 })),
    s("text", { class: "big player-1", x: 22.5, y: 51, "text-anchor": "middle" }, 5), s("text", { class: "big player-2", x: 51.5, y: 51, "text-anchor": "middle" }, 2),
    s("text", { class: "big player-1", x: 80.5, y: 51, "text-anchor": "middle" }, 1),
    s("text", { x: 66, y: 82, "text-anchor": "middle" }, "521 = 7\u00b774 + 3"),
  ],
};

/** @param {string} game */
export function sketch(game) {
  return s("svg", { class: "sketch", viewBox: "0 0 132 96", "aria-hidden": "true" }, DRAWINGS[game]?.() ?? []);
}
