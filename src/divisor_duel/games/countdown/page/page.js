/** Countdown's board: a line with a hop per move, the number, its divisors and what each leaves. */

import { h, s } from "../../../lib/dom.js";
import { mover } from "../../../state/players.js";
import { bindTiles, tile } from "../../../boards/tile.js";

/**
 * @typedef {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").CountdownView>} BoardModel
 * @typedef {typeof WIDE} Layout
 */

const WIDE = {
  width: 720,
  height: 150,
  base: 118,
  edge: 30,
  letter: 10,
  size: 30,
  pitch: 74,
  left: 78,
  rails: [42, 116],
};
const SLIM = { width: 360, height: 98, base: 68, edge: 24, letter: 9, size: 24, pitch: 56, left: 46, rails: [26, 72] };

/** The layout of the drawing: slim on a phone or beside another board, so that its text stays large. */
const layoutFor = (/** @type {BoardModel} */ { codes }) =>
  codes || matchMedia("(max-width: 640px)").matches ? SLIM : WIDE;

/** @param {BoardModel} model */
export function draw(model) {
  const layout = layoutFor(model);
  const { state } = model;
  const view = state.view;
  const divisors = Object.keys(view.leaves)
    .map(Number)
    .sort((a, b) => a - b);
  const number = h(
    "p",
    { class: `hero${model.fresh ? " fresh" : ""}${view.number > 99999 ? " long" : ""}` },
    h("span", { class: "unseen" }, "The number is "),
    groupedDigits(view.number),
  );
  const ghost = s("g");
  const figure = model.proof?.figure ?? null;
  const rails = figure && new ParityLadder(figure, state, layout);
  const tiles = h(
    "div",
    { class: view.number > 99999 ? "grid long" : "grid" },
    divisors.map((divisor) =>
      tile(model, {
        move: divisor,
        note: `leaves ${groupedDigits(view.leaves[divisor])}`,
      }),
    ),
  );
  const board = h(
    "div",
    { class: "board countdown pills", role: "group", "aria-label": "Divisors" },
    rails?.svg ?? numberLine(state, model.fresh, ghost, layout),
    number,
    message(model) ?? tiles,
  );
  bindTiles(tiles, model, (move) => {
    const leaves = move === null ? undefined : view.leaves[move];
    const step = move === null ? null : (figure?.steps[move] ?? null);
    rails?.show(step);
    ghost.replaceChildren(
      ...(leaves === undefined ? [] : [hop(layout, view.path[0], view.number, leaves, state.to_move, "ghost")]),
    );
    model.caption(
      step?.told ??
        (leaves === undefined
          ? ""
          : `${groupedDigits(view.number)} \u2212 ${groupedDigits(move ?? 0)} = ${groupedDigits(leaves)}.`),
    );
  });
  return board;
}

/** Return the sentence shown instead of the divisors, if any. @param {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").CountdownView>} model */
function message({ state, hidesLegalMoves, playable }) {
  const number = groupedDigits(state.view.number);
  if (!state.legal.length) return h("p", { class: "none" }, `${number} has no divisor left to subtract.`);
  if (!hidesLegalMoves) return null;
  return h("p", { class: "none" }, playable ? `Type a number that divides ${number}.` : "");
}

/** Return a number with its digits in groups of three, if it is large. @param {number} number */
function groupedDigits(number) {
  return number < 10000 ? String(number) : String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Return the x coordinate of a number on the line. @param {Layout} layout @param {number} start @param {number} number */
function xOnLine({ width, edge }, start, number) {
  return edge + (width - 2 * edge) * (1 - number / start);
}

/**
 * @param {Layout} layout @param {number} start @param {number} from @param {number} to
 * @param {number} player @param {string} [kind]
 */
function hop(layout, start, from, to, player, kind = "") {
  const { base } = layout;
  const [x, u] = [xOnLine(layout, start, from), xOnLine(layout, start, to)];
  const rise = Math.min(base - 30, 14 + (u - x) * 0.34);
  const [left, right] = [x.toFixed(1), u.toFixed(1)];
  return s("path", {
    class: `hop player-${player} ${kind}`,
    pathLength: 1,
    d: `M${left} ${base} C${left} ${base - rise} ${right} ${base - rise} ${right} ${base}`,
  });
}

/**
 * Draw the line from the start down to zero, with a hop for every move.
 * @param {import("../../../api/client.js").State} state @param {boolean} fresh @param {SVGElement} ghost
 * @param {Layout} layout
 */
function numberLine(state, fresh, ghost, layout) {
  const path = /** @type {number[]} */ (state.view.path);
  const { width, height, base, edge } = layout;
  const start = path[0];
  const hops = [];
  for (let turn = 1; turn < path.length; turn += 1) {
    hops.push(
      hop(
        layout,
        start,
        path[turn - 1],
        path[turn],
        mover(state, turn - 1),
        fresh && turn === path.length - 1 ? "fresh" : "",
      ),
    );
  }
  const current = path[path.length - 1];
  const stops = path.map((number) =>
    s(
      "circle",
      number === current
        ? { class: "here", cx: xOnLine(layout, start, number), cy: base, r: 5 }
        : { class: "stop", cx: xOnLine(layout, start, number), cy: base, r: 3 },
    ),
  );
  return s(
    "svg",
    { class: "journey", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `From ${path.join(" to ")}` },
    s("line", { class: "axis", x1: edge - 12, y1: base, x2: width - edge + 6, y2: base }),
    hops,
    ghost,
    stops,
    labels(layout, start, [current, start, ...path.slice(1, -1).reverse()]),
  );
}

/**
 * Draw numbers below the line; of two that overlap, only the earlier in the list.
 * @param {Layout} layout @param {number} start @param {number[]} numbers
 */
function labels(layout, start, numbers) {
  const { width, base, letter } = layout;
  /** @type {[number, number][]} */
  const taken = [];
  const texts = [];
  for (const number of numbers) {
    const half = 6 + (letter / 2) * groupedDigits(number).length;
    const x = Math.min(Math.max(xOnLine(layout, start, number), half), width - half);
    if (taken.some(([other, space]) => Math.abs(other - x) < half + space)) continue;
    taken.push([x, half]);
    texts.push(s("text", { x, y: base + 24, "text-anchor": "middle" }, groupedDigits(number)));
  }
  return texts;
}

/**
 * @typedef {{number: number, lost: boolean, note: string, less: number}} Stop
 * @typedef {{stop: Stop, answer: number|null, then: Stop|null, told: string}} Step
 * @typedef {{path: Stop[], ahead: Stop[], steps: Record<string, Step>}} Figure
 */

/** The parity ladder: numbers on which the player to move wins above, those on which that player loses below. */
class ParityLadder {
  /** @param {Figure} figure @param {import("../../../api/client.js").State} state @param {Layout} layout */
  constructor(figure, state, layout) {
    this.layout = layout;
    this.figure = figure;
    this.state = state;
    const near = [figure.path.at(-1), ...figure.ahead, ...Object.values(figure.steps).map(({ stop }) => stop)];
    // 2, 8 and 32 lose although they are even: with one of them around, the rails are not named after parity.
    const byParity = [...near, ...figure.path].every((stop) => !stop || stop.lost === (stop.number % 2 === 1));
    const longest = Math.max(...near.map((stop) => shortened(stop?.number ?? 0).length));
    this.pitch = Math.max(this.layout.pitch, 28 + this.layout.letter * longest);
    this.columns = Math.max(3, Math.floor((this.layout.width - this.layout.left) / this.pitch));
    this.moving = s("g");
    const { width, height } = this.layout;
    this.svg = s(
      "svg",
      {
        class: "journey rails",
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": "Numbers on the upper line win. Numbers on the lower line lose.",
      },
      this.rail(0, "wins", byParity ? "even" : ""),
      this.rail(1, "loses", byParity ? "odd" : ""),
      this.moving,
    );
    this.show(null);
  }

  /** @param {number} row @param {string} value @param {string} parity */
  rail(row, value, parity) {
    const y = this.layout.rails[row];
    return s(
      "g",
      { class: "rail" },
      s("line", { x1: this.layout.left - 4, y1: y, x2: this.layout.width, y2: y }),
      s("text", { x: 0, y: y - 2, class: "parity" }, parity),
      s("text", { x: 0, y: y + 13, class: "value" }, value),
    );
  }

  /** Show the best line, or what a divisor does and the answer to it. @param {Step|null} step */
  show(step) {
    const { path, ahead } = this.figure;
    const next = step ? /** @type {Stop[]} */ ([step.stop, step.then].filter(Boolean)) : ahead;
    const past = Math.min(path.length - 1, Math.max(1, this.columns - 1 - next.length));
    const shown = path.slice(path.length - 1 - past).concat(next.slice(0, this.columns - 1 - past));
    const drawn = shown.map((stop, index) => this.stop(stop, index, index - past, step ? "ghost" : ""));
    const steps = shown
      .slice(1)
      .map((stop, index) => this.step(shown[index], stop, index, index - past, step ? "ghost" : ""));
    const more = next.length > shown.length - past - 1;
    const x = this.x(shown.length - 1) + this.pitch / 2;
    this.moving.replaceChildren(
      ...steps,
      ...drawn,
      ...(more ? [s("text", { class: "more", x, y: this.y(shown[shown.length - 1]) - 4 }, "\u2026")] : []),
    );
  }

  /** @param {number} column */
  x(column) {
    return this.layout.left + this.pitch * (column + 0.5);
  }

  /** @param {Stop} stop */
  y(stop) {
    return this.layout.rails[Number(stop.lost)];
  }

  /** Return whose turn it is this many moves from the current position. @param {number} turns */
  player(turns) {
    return Math.abs(turns) % 2 ? 3 - this.state.to_move : this.state.to_move;
  }

  /** @param {Stop} stop @param {number} column @param {number} turns from the current position @param {string} kind */
  stop(stop, column, turns, kind) {
    const { letter, size } = this.layout;
    const text = shortened(stop.number);
    const [x, y, half] = [this.x(column), this.y(stop), 9 + (letter * text.length) / 2];
    const player = this.player(turns);
    const when = turns < 0 ? "past" : turns ? `next ${kind}` : "now";
    return s(
      "g",
      { class: `node player-${player} ${when}` },
      s("rect", { x: x - half, y: y - size / 2, width: 2 * half, height: size, rx: player === 1 ? size / 2 : 2 }),
      s("text", { x, y: y + 6, "text-anchor": "middle" }, text),
      stop.note &&
        s(
          "text",
          { class: "reason", x, y: stop.lost ? y + size / 2 + 13 : y - size / 2 - 5, "text-anchor": "middle" },
          stop.note,
        ),
    );
  }

  /** @param {Stop} from @param {Stop} to @param {number} column @param {number} turns @param {string} kind */
  step(from, to, column, turns, kind) {
    const [x, u, y, v] = [this.x(column), this.x(column + 1), this.y(from), this.y(to)];
    const half = this.layout.size / 2;
    const player = this.player(turns);
    const down = Math.sign(v - y);
    const flat = `M${x} ${y + half} Q${(x + u) / 2} ${y + half + 26} ${u} ${y + half}`;
    const label = down
      ? { x: (x + u) / 2 + 7, y: (y + v) / 2 + (down > 0 ? -3 : 12) }
      : { x: (x + u) / 2, y: y + half + 30, "text-anchor": "middle" };
    return s(
      "g",
      { class: `climb player-${player} ${turns < 0 ? "past" : kind}` },
      s("path", { d: down ? `M${x} ${y + down * half} L${u} ${v - down * half}` : flat }),
      s("text", label, `\u2212${shortened(to.less)}`),
    );
  }
}

/** Return a number as text; of a long one, only both ends. @param {number} number */
function shortened(number) {
  const text = String(number);
  return text.length > 8 ? `${text.slice(0, 3)}\u2026${text.slice(-4)}` : groupedDigits(number);
}
