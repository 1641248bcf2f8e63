/** Divider's board: each number is drawn above its divisors and shows what it would remove. */

import { h } from "../../../lib/dom.js";
import { groupLetter } from "../../../lib/text.js";
import { owners } from "../../../state/players.js";
import { LineLayer } from "../../../boards/line-layer.js";
import { alignTens, bindTiles, nimHeap, partners, pressedByTouch, proofAnswer, tile } from "../../../boards/tile.js";

/** Length limit of a row; if more numbers are needed in one, the board is a square with rows of ten. */
const longestRow = () => (matchMedia("(max-width: 640px)").matches ? 8 : 10);

/** Return a row of numbers for each count of prime factors, highest first. @param {import("../../../api/types.js").DividerView} view @param {number[]} numbers */
function rows(view, numbers) {
  /** @type {number[][]} */
  const byRank = [];
  for (const number of numbers) (byRank[view.ranks[number - view.numbers[0]]] ??= []).push(number);
  return byRank.filter(Boolean).reverse();
}

/**
 * @typedef {import("../../../boards/tile.js").BoardModel<import("../../../api/types.js").DividerView>} BoardModel
 * @typedef {import("../../../boards/line-layer.js").Line} Line
 * @typedef {(numbers: number[], kind?: string) => HTMLElement} DrawRow
 */

/** @param {BoardModel} model */
export function draw(model) {
  const { view } = model.state;
  const ranked = rows(view, view.numbers);
  const longest = Math.max(...ranked.map((row) => row.length));
  const many = longest > longestRow();
  const board = h("div", {
    class: `board divider ${many ? "many hundred" : longest > 5 ? "some" : "few"}`,
    role: "group",
    "aria-label": "Numbers",
  });
  board.style.setProperty("--longest", String(longest));
  const drawRow = rowOf(model);
  if (model.groupsApart && (model.proof?.groups?.length ?? 0) > 1) {
    board.classList.add("apart");
    board.classList.remove("hundred");
    board.append(...clusters(model, drawRow));
  } else if (many) {
    board.append(drawRow(view.numbers, "grid"));
    alignTens(/** @type {HTMLElement} */ (board.firstElementChild), view.numbers[0]);
  } else {
    board.append(...ranked.map((row) => drawRow(row)));
  }
  showGroups(board, model);
  bindPreview(board, model, many || model.hidesLegalMoves ? [] : covers(model));
  return board;
}

/** Return what draws a row of numbers. @param {BoardModel} model @returns {DrawRow} */
function rowOf(model) {
  const { played, view } = model.state;
  const left = new Set(view.left);
  const taken = owners(model.state);
  const drawNumber = (/** @type {number} */ number) =>
    tile(model, {
      move: number,
      gone: !left.has(number),
      owner: taken.get(number) ?? null,
      last: number === played.at(-1),
      fresh: model.fresh && !left.has(number) && view.swept.includes(number),
      spoken: view.sweeps[number] ? `removes ${view.sweeps[number].join(", ")}` : undefined,
    });
  return (numbers, kind = "row") => h("div", { class: kind }, numbers.map(drawNumber));
}

/** Draw the groups of a proof with their heaps, and what is in none of them. @param {BoardModel} model @param {DrawRow} drawRow */
function clusters(model, drawRow) {
  const { view } = model.state;
  const groups = model.proof?.groups ?? [];
  const inside = new Set(groups.flatMap((group) => group.numbers));
  const others = view.numbers.filter((/** @type {number} */ number) => !inside.has(number));
  const drawRows = (/** @type {number[]} */ numbers) => rows(view, numbers).map((row) => drawRow(row));
  const drawn = groups.map((group, index) =>
    h("div", { class: `cluster tint-${index % 4}` }, nimHeap(group.nim), drawRows(group.numbers)),
  );
  return others.length ? [...drawn, h("div", { class: "cluster rest" }, drawRows(others))] : drawn;
}

/** Return the lines from numbers to their nearest multiples; of groups set apart, those within a group. @param {BoardModel} model @returns {Line[]} */
function covers(model) {
  const groups = model.groupsApart ? (model.proof?.groups ?? []) : [];
  const groupOf = new Map(groups.flatMap((group, index) => group.numbers.map((number) => [number, index])));
  return model.state.view.covers
    .filter((/** @type {number[]} */ [from, to]) => groupOf.get(from) === groupOf.get(to))
    .map((/** @type {number[]} */ [from, to]) => ({ from, to, kind: "cover" }));
}

/** Show what a number would take away, and the answer to it. @param {HTMLElement} board @param {BoardModel} model @param {Line[]} lines */
function bindPreview(board, model, lines) {
  const { to_move: player, view } = model.state;
  const layer = new LineLayer(board);
  const arcs = lines.length ? partners(model) : [];
  layer.setLines([...lines, ...arcs.map(([from, to]) => ({ from, to, kind: "partner", arc: true }))]);
  const preview = (/** @type {number|null} */ move) => {
    const swept = /** @type {number[]|undefined} */ (move === null ? undefined : view.sweeps[move]);
    const { answer, sentence } = proofAnswer(model, move);
    for (const [number, element] of layer.tiles) {
      element.classList.toggle("doomed", Boolean(swept?.includes(number)));
      element.classList.toggle("answer", number === answer);
    }
    board.classList.toggle("previewing", Boolean(swept));
    const sweeping = lines.filter(({ from, to }) => swept?.includes(from) && swept.includes(to));
    layer.setPreview(sweeping.map((line) => ({ ...line, kind: `sweep player-${player}` })));
    const tapAgain = swept && model.playable && pressedByTouch();
    const means = sentence || (swept && `${move} removes ${swept.join(", ")}.`);
    model.caption([means, tapAgain && "Tap again to take it."].filter(Boolean).join(" "));
  };
  bindTiles(board, model, preview, { twice: true });
}

/** Tint and letter the numbers of each group. @param {HTMLElement} board @param {BoardModel} model */
function showGroups(board, model) {
  (model.proof?.groups ?? []).forEach((group, index) => {
    for (const number of group.numbers) {
      const element = board.querySelector(`[data-move="${number}"]`);
      element?.classList.add("grouped", `tint-${index % 4}`);
      element?.append(h("span", { class: "letter", "aria-hidden": "true" }, groupLetter(index)));
    }
  });
}
