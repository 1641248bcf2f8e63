/** Divider: a number stands above its divisors, and shows what it would sweep away. */

import { h } from "/static/lib/dom.js";
import { groupLetter } from "/static/lib/text.js";
import { owners } from "/static/state/players.js";
import { LineLayer } from "/static/boards/line-layer.js";
import { alignTens, bindTiles, nimHeap, pressedByTouch, proofAnswer, tile } from "/static/boards/tile.js";

/** The longest row of a drawing; with more numbers than fit, the board is a square of rows of ten. */
const longestRow = () => (matchMedia("(max-width: 640px)").matches ? 8 : 10);

/** A row for every count of prime factors. @param {any} view @param {number[]} numbers */
function rows(view, numbers) {
  /** @type {number[][]} */
  const found = [];
  for (const number of numbers) (found[view.ranks[number - view.numbers[0]]] ??= []).push(number);
  return found.filter(Boolean).reverse();
}

/** @param {import("/static/boards/tile.js").BoardModel} model */
export function draw(model) {
  const { state } = model;
  const view = state.view;
  const left = new Set(view.left);
  const taken = owners(state);
  const last = state.played.at(-1);
  const ranked = rows(view, view.numbers);
  const longest = Math.max(...ranked.map((each) => each.length));
  const many = longest > longestRow();
  const board = h("div", {
    class: `board divider ${many ? "many hundred" : longest > 5 ? "some" : "few"}`,
    role: "group",
    "aria-label": "Numbers",
  });
  board.style.setProperty("--longest", String(longest));
  const row = (/** @type {number[]} */ numbers, kind = "row") =>
    h(
      "div",
      { class: kind },
      numbers.map((number) =>
        tile(model, {
          move: number,
          gone: !left.has(number),
          owner: taken.get(number) ?? null,
          last: number === last,
          fresh: model.fresh && !left.has(number) && view.swept.includes(number),
          spoken: view.sweeps[number] ? `takes away ${view.sweeps[number].join(", ")}` : undefined,
        }),
      ),
    );
  const groups = model.proof?.groups ?? [];
  if (model.groupsApart && groups.length > 1) {
    const inside = new Set(groups.flatMap((group) => group.numbers));
    const rest = view.numbers.filter((/** @type {number} */ number) => !inside.has(number));
    board.classList.add("apart");
    board.classList.remove("hundred");
    board.append(
      ...groups.map((group, index) =>
        h(
          "div",
          { class: `cluster tint-${index % 4}` },
          nimHeap(group.nim),
          rows(view, group.numbers).map((each) => row(each)),
        ),
      ),
      ...(rest.length
        ? [
            h(
              "div",
              { class: "cluster rest" },
              rows(view, rest).map((each) => row(each)),
            ),
          ]
        : []),
    );
  } else if (many) {
    board.append(row(view.numbers, "grid"));
    alignTens(/** @type {HTMLElement} */ (board.firstElementChild), view.numbers[0]);
  } else {
    board.append(...ranked.map((each) => row(each)));
  }
  showGroups(board, model);
  const layer = new LineLayer(board);
  const home = new Map(
    model.groupsApart ? groups.flatMap((group, index) => group.numbers.map((number) => [number, index])) : [],
  );
  const lines = (many || model.hidesLegalMoves ? [] : view.covers)
    .filter((/** @type {number[]} */ [from, to]) => home.get(from) === home.get(to))
    .map((/** @type {number[]} */ [from, to]) => ({ from, to, kind: "cover" }));
  layer.setLines(lines);
  bindTiles(
    board,
    model,
    (move) => {
      const swept = move === null ? null : view.sweeps[move];
      const { answer, sentence } = proofAnswer(model, move);
      for (const [number, element] of layer.tiles) {
        element.classList.toggle("doomed", Boolean(swept?.includes(number)));
        element.classList.toggle("answer", number === answer);
      }
      board.classList.toggle("previewing", Boolean(swept));
      layer.setPreview(
        lines
          .filter(
            (/** @type {{from: number, to: number}} */ { from, to }) => swept?.includes(from) && swept.includes(to),
          )
          .map((/** @type {any} */ line) => ({ ...line, kind: `sweep player-${state.to_move}` })),
      );
      model.caption(
        [
          swept && `${move} takes away ${swept.join(", ")}.`,
          swept && model.playable && pressedByTouch() && "Tap again to take it.",
          sentence,
        ]
          .filter(Boolean)
          .join(" "),
      );
    },
    { twice: true },
  );
  return board;
}

/** @param {HTMLElement} board @param {import("/static/boards/tile.js").BoardModel} model */
function showGroups(board, model) {
  (model.proof?.groups ?? []).forEach((group, index) => {
    for (const number of group.numbers) {
      const element = board.querySelector(`[data-move="${number}"]`);
      element?.classList.add("grouped", `tint-${index % 4}`);
      element?.append(h("span", { class: "letter", "aria-hidden": "true" }, groupLetter(index)));
    }
  });
}
