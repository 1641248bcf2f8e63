/** Divider: a number stands above its divisors, and shows what it would sweep away. */

import { h } from "/static/dom.js";
import { Layer } from "/static/boards/layer.js";
import { bind, owners, tile, touched } from "/static/boards/tile.js";

const DRAWN = 60;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** How many primes multiply to the number. @param {number} number */
function rank(number) {
  let rest = number;
  let count = 0;
  for (let prime = 2; prime * prime <= rest; prime += 1) {
    while (rest % prime === 0) [rest, count] = [rest / prime, count + 1];
  }
  return rest > 1 ? count + 1 : count;
}

/** @param {number[]} numbers */
function rows(numbers) {
  /** @type {number[][]} */
  const found = [];
  for (const number of numbers) (found[numbers.length > DRAWN ? 0 : rank(number)] ??= []).push(number);
  return found.filter(Boolean).reverse();
}

/** Multiples by one prime, the lines of the drawing. @param {number[]} left */
function covers(left) {
  const lines = [];
  for (const number of left) {
    for (const multiple of left) {
      if (multiple > number && multiple % number === 0 && rank(multiple) === rank(number) + 1) {
        lines.push({ from: number, to: multiple, kind: "cover" });
      }
    }
  }
  return lines;
}

/** @param {import("/static/boards/tile.js").Model} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const left = new Set(view.left);
  const taken = owners(state);
  const last = state.played.at(-1);
  const board = h("div", {
    class: `board divider ${view.numbers.length > DRAWN ? "many" : view.numbers.length > 14 ? "some" : "few"}`,
    role: "group",
    "aria-label": "Numbers",
  });
  const row = (/** @type {number[]} */ numbers) =>
    h(
      "div",
      { class: "row" },
      numbers.map((number) =>
        tile(model, {
          move: number,
          gone: !left.has(number),
          owner: taken.get(number) ?? null,
          last: number === last,
          fresh: model.fresh && !left.has(number) && last !== undefined && number % last === 0,
          told: view.sweeps[number] ? `takes away ${view.sweeps[number].join(", ")}` : undefined,
        }),
      ),
    );
  const groups = model.proof?.groups ?? [];
  if (model.apart && groups.length > 1) {
    const inside = new Set(groups.flatMap((group) => group.numbers));
    const rest = view.numbers.filter((/** @type {number} */ number) => !inside.has(number));
    board.classList.add("apart");
    board.append(
      ...groups.map((group, index) =>
        h("div", { class: `cluster tint-${index % 4}` }, heap(group.nim), rows(group.numbers).map(row)),
      ),
      ...(rest.length ? [h("div", { class: "cluster rest" }, rows(rest).map(row))] : []),
    );
  } else {
    board.append(...rows(view.numbers).map(row));
  }
  showGroups(board, model);
  const layer = new Layer(board);
  const home = new Map(
    model.apart ? groups.flatMap((group, index) => group.numbers.map((number) => [number, index])) : [],
  );
  layer.keep(
    view.numbers.length > DRAWN ? [] : covers(view.left).filter(({ from, to }) => home.get(from) === home.get(to)),
  );
  bind(
    board,
    model,
    (move) => {
      const swept = move === null ? null : view.sweeps[move];
      for (const [number, element] of layer.tiles) element.classList.toggle("doomed", Boolean(swept?.includes(number)));
      board.classList.toggle("previewing", Boolean(swept));
      layer.pass(
        (swept ?? [])
          .filter((/** @type {number} */ number) => number !== move)
          .map((/** @type {number} */ number) => ({
            from: move ?? 0,
            to: number,
            kind: `sweep player-${state.to_move}`,
            curved: true,
          })),
      );
      model.caption(
        swept
          ? `${move} takes away ${swept.join(", ")}.${model.playable && touched() ? " Tap again to take it." : ""}`
          : "",
      );
    },
    { twice: true },
  );
  return board;
}

/** A nim-value as a heap of counters: equal heaps cancel. @param {number|null} nim */
function heap(nim) {
  return h(
    "p",
    { class: "heap" },
    h("span", { class: "counters", "aria-hidden": "true" }, "\u25cf".repeat(Math.min(nim ?? 0, 16))),
    nim === null ? "heap not known" : `heap of ${nim}`,
  );
}

/** @param {HTMLElement} board @param {import("/static/boards/tile.js").Model} model */
function showGroups(board, model) {
  (model.proof?.groups ?? []).forEach((group, index) => {
    for (const number of group.numbers) {
      const element = board.querySelector(`[data-move="${number}"]`);
      element?.classList.add("grouped", `tint-${index % 4}`);
      element?.append(h("span", { class: "letter", "aria-hidden": "true" }, LETTERS[index % 26]));
    }
  });
}
