/** Thin lines between the numbers of a board, redrawn whenever the board is resized. */

import { s } from "../lib/dom.js";

/**
 * @typedef {object} Line
 * @property {number} from @property {number} to @property {string} kind a CSS class
 * @property {boolean} [arc] whether it is an arc around the other tiles; if there is no room for one, it is not drawn
 * @property {boolean} [between] whether the line runs through the gaps of a grid, crossing no other number; if not, it
 *   runs straight from the top of `from` to the bottom of `to` in a row above
 */

/** The layer of each drawing, for as long as it is on the page. @type {WeakMap<Element, LineLayer>} */
const layers = new WeakMap();

// Paper has another width: by the time of this event, the page is laid out for it.
matchMedia("print").addEventListener("change", () => {
  for (const svg of document.querySelectorAll("svg.lines")) layers.get(svg)?.draw();
});

export class LineLayer {
  /** @param {HTMLElement} board positioned, with tiles named by `data-move` */
  constructor(board) {
    this.board = board;
    this.svg = s("svg", { class: "lines", "aria-hidden": "true" });
    board.prepend(this.svg);
    layers.set(this.svg, this);
    /** @type {Map<number, HTMLElement>} */
    this.tiles = new Map();
    for (const element of board.querySelectorAll("[data-move]")) {
      const tile = /** @type {HTMLElement} */ (element);
      this.tiles.set(Number(tile.dataset.move), tile);
    }
    /** @type {Line[]} */
    this.lines = [];
    /** @type {Line[]} */
    this.previewLines = [];
    new ResizeObserver(() => this.draw()).observe(board);
  }

  /** Set the lines that belong to the position. @param {Line[]} lines */
  setLines(lines) {
    this.lines = lines;
    this.draw();
  }

  /** Set the lines of a preview. @param {Line[]} lines */
  setPreview(lines) {
    this.previewLines = lines;
    this.draw();
  }

  /**
   * Measure how far apart the columns and rows of the grid are.
   * @param {(number: number) => [number, number, number]|undefined} centre
   * @returns {[number, number]}
   */
  pitch(centre) {
    let [across, down] = [Infinity, Infinity];
    /** @type {[number, number, number]|undefined} */
    let before;
    for (const number of this.tiles.keys()) {
      const current = centre(number);
      if (current && before) {
        if (current[0] - before[0] > 1) across = Math.min(across, current[0] - before[0]);
        if (current[1] - before[1] > 1) down = Math.min(down, current[1] - before[1]);
      }
      before = current;
    }
    const usual = 2 * (before?.[2] ?? 20) + 8;
    return [Number.isFinite(across) ? across : usual, Number.isFinite(down) ? down : usual];
  }

  draw() {
    const frame = this.board.getBoundingClientRect();
    if (!frame.width) return;
    /** @type {Map<number, Circle>} */
    const centres = new Map();
    /** @param {number} number */
    const centre = (number) => {
      let circle = centres.get(number);
      const element = this.tiles.get(number);
      if (!circle && element) {
        const box = element.getBoundingClientRect();
        circle = [
          box.x + box.width / 2 - frame.x,
          box.y + box.height / 2 - frame.y,
          Math.min(box.width, box.height) / 2,
        ];
        centres.set(number, circle);
      }
      return circle;
    };
    const paths = [];
    for (const line of [...this.lines, ...this.previewLines]) {
      const begin = centre(line.from);
      const end = centre(line.to);
      if (!begin || !end) continue;
      const others = () => [...this.tiles.keys()].filter((tile) => tile !== line.from && tile !== line.to).map(centre);
      const d = line.arc
        ? arcAround(begin, end, /** @type {Circle[]} */ (others().filter(Boolean)))
        : line.between
          ? pathThroughGaps(begin, end, this.pitch(centre))
          : `M${begin[0]} ${begin[1] - begin[2]} L${end[0]} ${end[1] + end[2]}`;
      if (d) paths.push(s("path", { class: line.kind, d, data: { between: `${line.from} ${line.to}` } }));
    }
    this.svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.svg.replaceChildren(...paths);
  }
}

/** @typedef {[number, number, number]} Circle a tile's centre and radius */

/** Bends of an arc that are tried, as shares of its length, and points checked on each. */
const BENDS = [0.9, -0.9, 0.65, -0.65, 0.45, -0.45, 0.3, -0.3, 0.2, -0.2, 0.1, -0.1, 1.2, -1.2];
const CHECKED = 24;

/** Least distance of an arc from a tile that it does not belong to, in pixels. */
const CLEARANCE = 4;

/**
 * Return the flattest arc between two tiles that touches no other, or null.
 * @param {Circle} begin @param {Circle} end @param {Circle[]} others
 */
function arcAround([x, y, r], [u, v, q], others) {
  for (const bend of BENDS) {
    const [p, w] = [(x + u) / 2 + bend * (v - y), (y + v) / 2 - bend * (u - x)];
    /** @param {number} t */
    const at = (t) => [
      (1 - t) ** 2 * x + 2 * t * (1 - t) * p + t ** 2 * u,
      (1 - t) ** 2 * y + 2 * t * (1 - t) * w + t ** 2 * v,
    ];
    const points = Array.from({ length: CHECKED + 1 }, (_, index) => at(index / CHECKED));
    if (points.some(([a, b]) => others.some(([c, d, s]) => Math.hypot(a - c, b - d) < s + CLEARANCE))) continue;
    const [[a, b], [c, d]] = [
      [r, x, y],
      [q, u, v],
    ].map(([radius, cx, cy]) => {
      const away = Math.hypot(p - cx, w - cy) || 1;
      return [cx + ((p - cx) / away) * radius, cy + ((w - cy) / away) * radius];
    });
    return `M${a.toFixed(1)} ${b.toFixed(1)} Q${p.toFixed(1)} ${w.toFixed(1)} ${c.toFixed(1)} ${d.toFixed(1)}`;
  }
  return null;
}

/**
 * Return a path through the gaps of a grid: out of the first tile, along gaps between rows, columns and rows again, into
 * the second tile.
 * @param {[number, number, number]} begin @param {[number, number, number]} end @param {[number, number]} pitch
 */
function pathThroughGaps([x, y, r], [u, v, q], [across, down]) {
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

/** Radius of the corners. */
const CORNER = 7;

/** Return a path with rounded corners. @param {[number, number][]} points */
function rounded(points) {
  const commands = [`M${points[0].join(" ")}`];
  for (let index = 1; index < points.length - 1; index += 1) {
    const [x, y] = points[index];
    const [before, after] = [points[index - 1], points[index + 1]].map(([u, v]) => {
      const length = Math.hypot(u - x, v - y) || 1;
      const share = Math.min(CORNER, length / 2) / length;
      return `${(x + (u - x) * share).toFixed(1)} ${(y + (v - y) * share).toFixed(1)}`;
    });
    commands.push(`L${before} Q${x.toFixed(1)} ${y.toFixed(1)} ${after}`);
  }
  return `${commands.join(" ")} L${/** @type {[number, number]} */ (points.at(-1)).join(" ")}`;
}
