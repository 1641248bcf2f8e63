/** Shapes for the games' emblems. */

import { s } from "./dom.js";

/** Draw a number in a disc or square. @param {number} x @param {number} y @param {string|number} text @param {string} [kind] @param {number} [r] */
export function dot(x, y, text, kind = "", r = 13) {
  const shape = kind.includes("player-2")
    ? s("rect", { x: x - r + 1, y: y - r + 1, width: 2 * r - 2, height: 2 * r - 2 })
    : s("circle", { cx: x, cy: y, r });
  return s("g", { class: `dot ${kind}` }, shape, s("text", { x, y: y + 5, "text-anchor": "middle" }, text));
}

/** Draw a line. @param {string} d an SVG path @param {string} [kind] CSS classes */
export const stroke = (d, kind = "") => s("path", { d, class: `stroke ${kind}` });
