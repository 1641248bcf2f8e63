/** Digits: the growing number on squared paper, the clock of remainders, the digits left. */

import { h, s } from "/static/dom.js";
import { bind, tile } from "/static/boards/tile.js";

const HOURS = 24;
const [CENTRE, RADIUS] = [120, 88];

/** @param {import("/static/boards/tile.js").Model} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const written = /** @type {string} */ (view.written ?? "");
  const first = Number(state.first);
  const symbols = [...written];
  const places = Number(view.base) - 1;
  const cells = Array.from({ length: places }, (_, index) => {
    const symbol = symbols[index];
    const turn = index - (symbols.length - state.played.length);
    const player = turn < 0 ? "none" : turn % 2 ? 3 - first : first;
    const fresh = model.fresh && index === symbols.length - 1 ? " fresh" : "";
    return h("span", { class: symbol ? `cell player-${player}${fresh}` : "cell empty" }, symbol ?? "");
  });
  const number = h(
    "p",
    { class: "written" },
    h("span", { class: "unseen" }, written ? `The number is ${written}` : "No digit yet"),
    h("span", { class: places > 10 ? "cells long" : "cells", "aria-hidden": "true" }, cells),
  );
  const clock = view.target <= HOURS ? new Clock(view.target, view.remainder) : null;
  const sum = h("p", { class: "sum" }, equation(view));
  const tiles = h(
    "div",
    { class: "grid" },
    Object.keys(view.symbols)
      .map(Number)
      .map((digit) => {
        const after = view.after?.[digit];
        return tile(model, {
          move: digit,
          label: view.symbols[digit],
          gone: !view.left.includes(digit),
          note: after ? (after.remainder === 0 ? "divides" : `rest ${after.remainder}`) : undefined,
        });
      }),
  );
  const board = h(
    "div",
    { class: "board digits pills", role: "group", "aria-label": "Digits" },
    number,
    h("div", { class: "remainders" }, clock?.svg, sum),
    tiles,
  );
  bind(tiles, model, (move) => {
    const after = move === null ? undefined : view.after?.[move];
    const cell = cells[symbols.length];
    if (cell) cell.textContent = after ? view.symbols[move ?? 0] : "";
    cell?.classList.toggle("ghost", Boolean(after));
    clock?.toward(after ? after.remainder : null, state.to_move);
    model.caption(
      !after
        ? ""
        : after.remainder === 0
          ? `${after.written}${based(view)} is divisible by ${view.target}: that wins.`
          : `${after.written}${based(view)} leaves ${after.remainder} when divided by ${view.target}.`,
    );
  });
  return board;
}

/** Which base a number is written in, where that is not ten; remainders and targets always are. @param {any} view */
const based = (view) => (view.base === 10 ? "" : ` (base ${view.base})`);

/** @param {any} view */
function equation(view) {
  if (!view.written)
    return [
      `Make ${view.target} divide the number${view.base === 10 ? "" : `, which is written in base ${view.base}`}.`,
    ];
  return [
    h("b", null, view.written),
    `${based(view)} leaves `,
    h("b", { class: "rest" }, view.remainder),
    ` when divided by ${view.target}.`,
  ];
}

/** All remainders in a circle; zero, at the top, is the goal. */
class Clock {
  /** @param {number} target @param {number|null} remainder */
  constructor(target, remainder) {
    this.target = target;
    this.remainder = remainder;
    const small = target > 16;
    const hours = Array.from({ length: target }, (_, hour) => {
      const [x, y] = this.at(hour);
      const kind = hour === remainder ? "hour now" : hour === 0 ? "hour goal" : "hour";
      return s(
        "g",
        { class: kind },
        s("circle", { cx: x, cy: y, r: small ? 10 : 15 }),
        s("text", { x, y: y + (small ? 4 : 6), "text-anchor": "middle", class: small ? "small" : "" }, hour),
      );
    });
    this.chord = s("path", { class: "chord", d: "" });
    this.svg = s(
      "svg",
      {
        class: "clock",
        viewBox: "0 0 240 240",
        role: "img",
        "aria-label": remainder === null ? "No remainder yet" : `The remainder is ${remainder} of ${target}`,
      },
      s("circle", { class: "face", cx: CENTRE, cy: CENTRE, r: RADIUS }),
      this.chord,
      hours,
      s("text", { class: "modulus", x: CENTRE, y: CENTRE + 7, "text-anchor": "middle" }, `mod ${target}`),
    );
  }

  /** @param {number} hour @returns {[number, number]} */
  at(hour) {
    const angle = (2 * Math.PI * hour) / this.target - Math.PI / 2;
    return [CENTRE + RADIUS * Math.cos(angle), CENTRE + RADIUS * Math.sin(angle)];
  }

  /** Show where a digit would lead. @param {number|null} next @param {number} player */
  toward(next, player) {
    const begin = this.remainder === null ? [CENTRE, CENTRE] : this.at(this.remainder);
    const end = next === null ? null : this.at(next);
    this.chord.setAttribute("class", `chord player-${player}`);
    this.chord.setAttribute("d", end ? `M${begin.join(" ")} Q${CENTRE} ${CENTRE} ${end.join(" ")}` : "");
  }
}
