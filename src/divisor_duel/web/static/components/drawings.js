/** How to win, drawn: arcs, copies, heaps, tracks, zigzags, clocks. The server has put every mark in its place. */

import { getPositionAnalysis } from "../api/client.js";
import { h, s } from "../lib/dom.js";

/** Draw what the words of an analysis refer to. @param {import("../api/client.js").Analysis} analysis */
export function drawings({ strategy, proof }) {
  if (!strategy?.diagrams?.length || proof?.figure?.on_board) return null;
  return h("div", { class: "drawings" }, strategy.diagrams.map(drawing));
}

/** Draw one diagram with its caption. @param {import("../api/types.js").DiagramMessage} diagram */
export function drawing({ width, height, caption, description, marks }) {
  return h(
    "figure",
    { class: "drawing" },
    s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": description },
      marks.map(({ tag, role, at, text, about }) =>
        s(tag, { class: role, ...at, data: about && { about: about.join(" ") } }, text),
      ),
    ),
    h("figcaption", { class: "aside" }, caption),
  );
}

/**
 * Return a place for the drawing of a position, which is fetched at once; the words stand without it.
 * @param {import("../api/client.js").PositionRef} ref
 * @param {(analysis: import("../api/client.js").Analysis) => (HTMLElement|null)[]} [more] what else to draw
 */
export function fetchedDrawings(ref, more = () => []) {
  const place = h("div", { class: "drawn" });
  getPositionAnalysis(ref, ref.moves.length).then(
    (analysis) =>
      place.append(...[drawings({ ...analysis, proof: null }), ...more(analysis)].filter((part) => part !== null)),
    () => {}, // without a connection the words are there
  );
  return place;
}

/** Point out numbers in every drawing. @param {(number|null)[]} numbers */
export function pointOut(numbers) {
  for (const mark of document.querySelectorAll(".drawing [data-about]")) {
    const about = /** @type {SVGElement} */ (mark).dataset.about?.split(" ").map(Number) ?? [];
    mark.classList.toggle("lit", about.length < 3 && about.some((number) => numbers.includes(number)));
  }
}
