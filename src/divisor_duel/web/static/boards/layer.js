/** Thin lines between the numbers of a board, drawn again whenever it changes its size. */

import { s } from "../dom.js";

/**
 * @typedef {object} Line
 * @property {number} from @property {number} to @property {string} kind a CSS class
 * @property {boolean} [between] led between the rows and columns of a grid, past no other number; else from the top of
 *   one to the foot of the other in the row above
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

  /**
   * How far apart the columns and rows of the grid are.
   * @param {(number: number) => [number, number, number]|undefined} centre
   * @returns {[number, number]}
   */
  pitch(centre) {
    let [across, down] = [Infinity, Infinity];
    /** @type {[number, number, number]|undefined} */
    let before;
    for (const number of this.tiles.keys()) {
      const here = centre(number);
      if (here && before) {
        if (here[0] - before[0] > 1) across = Math.min(across, here[0] - before[0]);
        if (here[1] - before[1] > 1) down = Math.min(down, here[1] - before[1]);
      }
      before = here;
    }
    const usual = 2 * (before?.[2] ?? 20) + 8;
    return [Number.isFinite(across) ? across : usual, Number.isFinite(down) ? down : usual];
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
        found = [
          box.x + box.width / 2 - frame.x,
          box.y + box.height / 2 - frame.y,
          Math.min(box.width, box.height) / 2,
        ];
        centres.set(number, found);
      }
      return found;
    };
    const paths = [];
    for (const line of [...this.kept, ...this.passing]) {
      const begin = centre(line.from);
      const end = centre(line.to);
      if (!begin || !end) continue;
      const d = line.between
        ? led(begin, end, this.pitch(centre))
        : `M${begin[0]} ${begin[1] - begin[2]} L${end[0]} ${end[1] + end[2]}`;
      paths.push(s("path", { class: line.kind, d }));
    }
    this.svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.svg.replaceChildren(...paths);
  }
}

/**
 * A way through the gaps of a grid: out of the first tile, along a row's gap, a column's and a row's, into the other.
 * @param {[number, number, number]} begin @param {[number, number, number]} end @param {[number, number]} pitch
 */
function led([x, y, r], [u, v, q], [across, down]) {
  const [right, below] = [u > x + 1 ? 1 : u < x - 1 ? -1 : 0, v > y + 1 ? 1 : v < y - 1 ? -1 : 0];
  const rows = Math.round(Math.abs(v - y) / down);
  const columns = Math.round(Math.abs(u - x) / across);
  if (rows + columns === 1) return `M${x + right * r} ${y + below * r} L${u - right * q} ${v - below * q}`;
  const out = y + ((below || 1) * down) / 2;
  /** @type {[number, number][]} */
  const points = [
    [x, y + (below || 1) * r],
    [x, out],
  ];
  if (rows < 2) points.push([u, out], [u, rows ? v - below * q : v + q]);
  else {
    const lane = u - ((right || -1) * across) / 2;
    const into = v - (below * down) / 2;
    points.push([lane, out], [lane, into], [u, into], [u, v - below * q]);
  }
  return rounded(points);
}

const CORNER = 7;

/** A line with round corners. @param {[number, number][]} points */
function rounded(points) {
  const told = [`M${points[0].join(" ")}`];
  for (let index = 1; index < points.length - 1; index += 1) {
    const [x, y] = points[index];
    const [before, after] = [points[index - 1], points[index + 1]].map(([u, v]) => {
      const length = Math.hypot(u - x, v - y) || 1;
      const share = Math.min(CORNER, length / 2) / length;
      return `${(x + (u - x) * share).toFixed(1)} ${(y + (v - y) * share).toFixed(1)}`;
    });
    told.push(`L${before} Q${x.toFixed(1)} ${y.toFixed(1)} ${after}`);
  }
  return `${told.join(" ")} L${/** @type {[number, number]} */ (points.at(-1)).join(" ")}`;
}
