/** Digits' board: the number on squared paper, the clock of remainders, the digits left. */

import { h, s } from "../../../lib/dom.js";
import { mover } from "../../../state/players.js";
import { bindTiles, tile } from "../../../boards/tile.js";

const [CENTRE, RADIUS, OUTSIDE] = [140, 106, 22];

/** @param {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").DigitsView>} model */
export function draw(model) {
  const { state } = model;
  const view = model.hidesLegalMoves ? { ...state.view, remainder: null } : state.view;
  const { written } = view;
  const symbols = [...written];
  const places = view.base - 1;
  const cells = Array.from({ length: places }, (_, index) => {
    const symbol = symbols[index];
    const turn = index - (symbols.length - state.played.length);
    const player = turn < 0 ? "none" : mover(state, turn);
    const fresh = model.fresh && index === symbols.length - 1 ? " fresh" : "";
    return h("span", { class: symbol ? `cell player-${player}${fresh}` : "cell empty" }, symbol ?? "");
  });
  const number = h(
    "p",
    { class: "written" },
    h("span", { class: "unseen" }, written ? `The number is ${written}` : "No digit yet"),
    h("span", { class: places > 10 ? "cells long" : "cells", "aria-hidden": "true" }, cells),
  );
  const figure = /** @type {Figure|null} */ (model.proof?.figure ?? null);
  const clock = new RemainderClock(view, figure);
  const sum = h("p", { class: "sum" }, equation(view));
  const tiles = h(
    "div",
    { class: places > 9 ? "grid large" : "grid" },
    Object.keys(view.symbols)
      .map(Number)
      .map((digit) => {
        const after = view.after?.[digit];
        return tile(model, {
          move: digit,
          label: view.symbols[digit],
          gone: !view.left.includes(digit),
          note: after?.note,
        });
      }),
  );
  const board = h(
    "div",
    { class: "board digits pills", role: "group", "aria-label": "Digits" },
    number,
    h("div", { class: "remainders" }, clock.svg, sum),
    tiles,
  );
  bindTiles(tiles, model, (move) => {
    const after = move === null ? undefined : view.after?.[move];
    const cell = cells[symbols.length];
    if (cell) cell.textContent = after ? view.symbols[move ?? 0] : "";
    cell?.classList.toggle("ghost", Boolean(after));
    clock.preview(after ? move : null, state.to_move);
    model.caption(!after ? "" : figure ? (figure.swings[move ?? 0]?.told ?? "") : after.told);
  });
  return board;
}

/** Return the base that a number is written in, unless it is ten; remainders and targets are always in base ten. @param {import("../../../api/types.js").DigitsView} view */
const baseText = (view) => (view.base === 10 ? "" : ` (base ${view.base})`);

/** @param {import("../../../api/types.js").DigitsView} view */
function equation(view) {
  if (view.remainder === null)
    return [
      `Make a number that ${view.target} divides${view.base === 10 ? "" : `. It is written in base ${view.base}`}.`,
    ];
  return [
    h("b", null, view.written),
    `${baseText(view)} \u00f7 ${view.target} leaves remainder `,
    h("b", { class: "rest" }, view.remainder),
    ".",
  ];
}

/**
 * @typedef {{hour: number, answers: number[], told: string}} Swing
 * @typedef {{hours: number[], threats: Record<string, number[]>, swings: Record<string, Swing>}} Figure
 */

/** The remainders in a circle, like the hours of a clock, with zero at the top as the goal. */
class RemainderClock {
  /** @param {import("../../../api/types.js").DigitsView} view @param {Figure|null} figure */
  constructor(view, figure) {
    this.view = view;
    this.figure = figure;
    this.hours = /** @type {number[]} */ (view.hours);
    this.chord = s("path", { class: "chord", d: "" });
    this.answer = s("path", { class: "chord", d: "" });
    this.threats = s("g");
    const { remainder, target } = view;
    this.svg = s(
      "svg",
      {
        class: "clock",
        viewBox: "0 0 280 280",
        role: "img",
        "aria-label": remainder === null ? "No remainder yet" : `Dividing by ${target} leaves remainder ${remainder}`,
      },
      s("circle", { class: "face", cx: CENTRE, cy: CENTRE, r: RADIUS }),
      s("text", { class: "modulus", x: 2, y: 18 }, `mod ${target}`),
      this.chord,
      this.answer,
      this.hours.map((hour) => this.hour(hour)),
      this.threats,
    );
    this.drawThreats(null);
  }

  /** @param {number} hour */
  hour(hour) {
    const [x, y] = this.pointOf(hour);
    const text = String(hour);
    const size = text.length > 4 ? "tiny" : this.hours.length > 16 ? "small" : "";
    const [r, letter, down] = size === "tiny" ? [9, 5.6, 4] : size ? [12, 7.2, 5] : [16, 9, 6];
    const half = Math.max(r, 4 + (letter * text.length) / 2);
    const kind = hour === this.view.remainder ? "hour now" : hour === 0 ? "hour goal" : "hour";
    return s(
      "g",
      { class: kind, data: { hour } },
      s("rect", { x: x - half, y: y - r, width: 2 * half, height: 2 * r, rx: r }),
      s("text", { x, y: y + down, "text-anchor": "middle", class: size }, text),
    );
  }

  /** @param {number} hour @param {number} [away] @returns {[number, number]} */
  pointOf(hour, away = 0) {
    const angle = (2 * Math.PI * this.hours.indexOf(hour)) / this.hours.length - Math.PI / 2;
    return [CENTRE + (RADIUS + away) * Math.cos(angle), CENTRE + (RADIUS + away) * Math.sin(angle)];
  }

  /** Draw outside each hour the digits that win from it. @param {number|null} used a digit about to be written */
  drawThreats(used) {
    this.threats.replaceChildren(
      ...Object.entries(this.figure?.threats ?? {}).flatMap(([hour, digits]) => {
        const left = digits.filter((digit) => digit !== used).map((digit) => this.view.symbols[digit]);
        const [x, y] = this.pointOf(Number(hour), OUTSIDE);
        const side = Math.abs(x - CENTRE) < 8 ? "middle" : x > CENTRE ? "start" : "end";
        return left.length ? [s("text", { class: "threat", x, y: y + 5, "text-anchor": side }, left.join(" "))] : [];
      }),
    );
  }

  /**
   * Show where a digit would lead, and the digit that would win from there.
   * @param {number|null} digit @param {number} player
   */
  preview(digit, player) {
    const after = digit === null ? undefined : this.view.after?.[digit];
    const { remainder } = this.view;
    const begin = remainder === null ? /** @type {[number, number]} */ ([CENTRE, CENTRE]) : this.pointOf(remainder);
    const answered = after && this.figure?.swings[digit ?? 0]?.answers.length;
    this.chord.setAttribute("class", `chord player-${player}`);
    this.chord.setAttribute("d", after ? bowedPath(begin, this.pointOf(after.remainder)) : "");
    this.answer.setAttribute("class", `chord answer player-${3 - player}`);
    this.answer.setAttribute("d", answered ? bowedPath(this.pointOf(after.remainder), this.pointOf(0)) : "");
    this.drawThreats(digit);
  }
}

/**
 * Return a path that bends towards the middle, clear of the hours between; from an hour to itself, a loop.
 * @param {[number, number]} begin @param {[number, number]} end
 */
function bowedPath([x, y], [u, v]) {
  if (Math.hypot(u - x, v - y) > 1) return `M${x} ${y} Q${CENTRE} ${CENTRE} ${u} ${v}`;
  const [dx, dy] = [(CENTRE - x) * 0.7, (CENTRE - y) * 0.7];
  return `M${x} ${y} C${x + dx - dy * 0.6} ${y + dy + dx * 0.6} ${x + dx + dy * 0.6} ${y + dy - dx * 0.6} ${x} ${y}`;
}
