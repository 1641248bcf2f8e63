/** Thin lines between the numbers of a board, drawn again whenever it changes its size. */

import { s } from "../dom.js";

/**
 * @typedef {object} Line
 * @property {number} from @property {number} to @property {string} kind a CSS class
 * @property {boolean} [curved]
 */

export class Layer {
  /** @param {HTMLElement} board positioned, with tiles named by `data-move` */
  constructor(board) {
    this.board = board;
    this.svg = s("svg", { class: "lines", "aria-hidden": "true" });
    board.prepend(this.svg);
    /** @type {Map<number, HTMLElement>} */
    this.tiles = new Map();
    for (const each of board.querySelectorAll("[data-move]")) {
      const element = /** @type {HTMLElement} */ (each);
      this.tiles.set(Number(element.dataset.move), element);
    }
    /** @type {Line[]} */
    this.kept = [];
    /** @type {Line[]} */
    this.passing = [];
    new ResizeObserver(() => this.draw()).observe(board);
  }

  /** Lines that belong to the position. @param {Line[]} lines */
  keep(lines) {
    this.kept = lines;
    this.draw();
  }

  /** Lines of a preview. @param {Line[]} lines */
  pass(lines) {
    this.passing = lines;
    this.draw();
  }

  draw() {
    const frame = this.board.getBoundingClientRect();
    if (!frame.width) return;
    /** @type {Map<number, [number, number, number]>} */
    const centres = new Map();
    /** @param {number} number */
    const centre = (number) => {
      let found = centres.get(number);
      const element = this.tiles.get(number);
      if (!found && element) {
        const box = element.getBoundingClientRect();
        found = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y, Math.min(box.width, box.height) / 2];
        centres.set(number, found);
      }
      return found;
    };
    const paths = [];
    for (const line of [...this.kept, ...this.passing]) {
      const begin = centre(line.from);
      const end = centre(line.to);
      if (begin && end) paths.push(s("path", { class: line.kind, d: path(begin, end, line.curved) }));
    }
    this.svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.svg.replaceChildren(...paths);
  }
}

/**
 * @param {[number, number, number]} begin @param {[number, number, number]} end
 * @param {boolean|undefined} curved
 */
function path(begin, end, curved) {
  const [x, y, r] = begin;
  const [u, v, q] = end;
  const length = Math.hypot(u - x, v - y) || 1;
  const bend = curved ? Math.min(length * 0.32, 84) * (u >= x ? 1 : -1) : 0;
  const [across, down] = [(x + u) / 2 + ((v - y) / length) * bend, (y + v) / 2 - ((u - x) / length) * bend];
  return `M${edge(x, y, r, across, down)} Q${across.toFixed(1)} ${down.toFixed(1)} ${edge(u, v, q, across, down)}`;
}

/** Where the line from a centre towards a point leaves the tile. @param {number} x @param {number} y @param {number} r @param {number} u @param {number} v */
function edge(x, y, r, u, v) {
  const length = Math.hypot(u - x, v - y) || 1;
  return `${(x + ((u - x) / length) * r).toFixed(1)} ${(y + ((v - y) / length) * r).toFixed(1)}`;
}

/** The lines that join partners or the numbers of a group. @param {import("./tile.js").Model} model @returns {Line[]} */
export function partners(model) {
  return (model.proof?.pairs ?? []).map(([from, to]) => ({ from, to, kind: "pair" }));
}
