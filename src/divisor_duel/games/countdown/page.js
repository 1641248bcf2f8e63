/** Countdown: the number, the hops it made along a line, its divisors and what each leaves. */

import { h, s } from "/static/dom.js";
import { bind, tile } from "/static/boards/tile.js";

const [WIDTH, HEIGHT, BASE, EDGE] = [720, 150, 118, 30];

/** @param {import("/static/boards/tile.js").Model} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const divisors = Object.keys(view.leaves)
    .map(Number)
    .sort((a, b) => a - b);
  const number = h(
    "p",
    { class: `hero${model.fresh ? " fresh" : ""}${view.number > 99999 ? " long" : ""}` },
    h("span", { class: "unseen" }, "The number is "),
    grouped(view.number),
  );
  const ghost = s("g");
  const tiles = h(
    "div",
    { class: view.number > 99999 ? "grid long" : "grid" },
    divisors.map((divisor) =>
      tile(model, {
        move: divisor,
        note: `leaves ${grouped(view.leaves[divisor])}`,
      }),
    ),
  );
  const board = h(
    "div",
    { class: "board countdown pills", role: "group", "aria-label": "Divisors" },
    journey(view.path, Number(state.first), model.fresh, ghost),
    number,
    divisors.length ? tiles : h("p", { class: "none" }, `${grouped(view.number)} has no divisor left to subtract.`),
  );
  bind(tiles, model, (move) => {
    const leaves = move === null ? undefined : view.leaves[move];
    ghost.replaceChildren(
      ...(leaves === undefined ? [] : [hop(view.path[0], view.number, leaves, state.to_move, "ghost")]),
    );
    model.caption(
      leaves === undefined ? "" : `${grouped(view.number)} \u2212 ${grouped(move ?? 0)} = ${grouped(leaves)}.`,
    );
  });
  return board;
}

/** Large numbers in threes, as in print. @param {number} number */
export function grouped(number) {
  return number < 10000 ? String(number) : String(number).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** Where a number stands on the line. @param {number} start @param {number} number */
const place = (start, number) => EDGE + (WIDTH - 2 * EDGE) * (1 - number / start);

/**
 * @param {number} start @param {number} from @param {number} to
 * @param {number} player @param {string} [kind]
 */
function hop(start, from, to, player, kind = "") {
  const [x, u] = [place(start, from), place(start, to)];
  const rise = Math.min(88, 14 + (u - x) * 0.34);
  const [left, right] = [x.toFixed(1), u.toFixed(1)];
  return s("path", {
    class: `hop player-${player} ${kind}`,
    pathLength: 1,
    d: `M${left} ${BASE} C${left} ${BASE - rise} ${right} ${BASE - rise} ${right} ${BASE}`,
  });
}

/**
 * The line from the start down to nothing with a hop for every move.
 * @param {number[]} path @param {number} first @param {boolean} fresh @param {SVGElement} ghost
 */
function journey(path, first, fresh, ghost) {
  const start = path[0];
  const hops = [];
  for (let turn = 1; turn < path.length; turn += 1) {
    const player = turn % 2 ? first : 3 - first;
    hops.push(hop(start, path[turn - 1], path[turn], player, fresh && turn === path.length - 1 ? "fresh" : ""));
  }
  const here = path[path.length - 1];
  const stops = path.map((number) =>
    s(
      "circle",
      number === here
        ? { class: "here", cx: place(start, number), cy: BASE, r: 5 }
        : { class: "stop", cx: place(start, number), cy: BASE, r: 3 },
    ),
  );
  return s(
    "svg",
    { class: "journey", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `From ${path.join(" to ")}` },
    s("line", { class: "axis", x1: EDGE - 12, y1: BASE, x2: WIDTH - EDGE + 6, y2: BASE }),
    hops,
    ghost,
    stops,
    labels(start, [here, start, ...path.slice(1, -1).reverse()]),
  );
}

/**
 * The numbers below the line, the first ones first, as long as there is room.
 * @param {number} start
 * @param {number[]} numbers
 */
function labels(start, numbers) {
  const letter = matchMedia("(max-width: 640px)").matches ? 9 : 6;
  /** @type {[number, number][]} */
  const taken = [];
  const texts = [];
  for (const number of numbers) {
    const half = 8 + letter * grouped(number).length;
    const x = Math.min(Math.max(place(start, number), half), WIDTH - half);
    if (taken.some(([other, room]) => Math.abs(other - x) < half + room)) continue;
    taken.push([x, half]);
    texts.push(s("text", { x, y: BASE + 26, "text-anchor": "middle" }, grouped(number)));
  }
  return texts;
}
