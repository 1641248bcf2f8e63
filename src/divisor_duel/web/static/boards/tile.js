/** A number on a board: free, legal, taken by a player, or gone; with its value if that is shown. */

import { h, s } from "../lib/dom.js";
import { VALUE_SIGNS } from "../state/move-values.js";
import { fromSideOf, inSentence } from "../state/players.js";

/**
 * @typedef {import("../state/move-values.js").MoveValue} MoveValue
 *
 * @typedef {object} TileLook
 * @property {number} move @property {string|number} [label] @property {string} [note] @property {string} [spoken]
 * @property {boolean} [gone] @property {number|null} [owner] @property {boolean} [last] @property {boolean} [fresh]
 */

/**
 * What a board is drawn from; the state's view is of the game's own type.
 * @template [View=any]
 * @typedef {object} BoardModel
 * @property {import("../api/client.js").State<View>} state the position shown
 * @property {boolean} playable whether a person at this screen may move
 * @property {Map<number, MoveValue>|null} values by move, as seen by the reader
 * @property {import("../api/client.js").Analysis["proof"]} proof
 * @property {import("../api/client.js").Analysis["strategy"]} [strategy]
 * @property {(seat: number|string) => string} name a player's name for the reader
 * @property {boolean} [readerWins] whether the proof is of the reader's win
 * @property {boolean} [groupsApart] whether to separate the groups of a proof
 * @property {boolean} [hidesLegalMoves] whether legal moves are not marked, so that the player finds them
 * @property {Record<string, number>} [codes] the move for each number on the board, where these differ
 * @property {number|null} pending a move sent but not yet acknowledged
 * @property {number|null} hinted
 * @property {boolean} fresh whether to animate the last move
 * @property {(move: number) => void} pick
 * @property {(text: string) => void} caption
 */

/** Most legal moves in a short list. */
const SHORT_LIST = 12;
/** A longer list is shown only if at most one number in three is legal. */
const SCARCE = 3;

/**
 * Draw the legal moves in a separate row, for boards whose numbers are small or far apart. Where more than a third
 * of all numbers are legal, some are always in view.
 * @param {BoardModel} model
 */
export function legalMoveChips(model) {
  const { legal, view } = model.state;
  const many = legal.length > SHORT_LIST && legal.length * SCARCE > view.numbers.length;
  if (!legal.length || many || !model.playable || model.hidesLegalMoves) return null;
  return h(
    "p",
    { class: legal.length > SHORT_LIST ? "listed long" : "listed" },
    legal.map((move) =>
      h(
        "button",
        {
          type: "button",
          class: `chip value-${model.values?.get(move)?.value ?? "hidden"}`,
          "aria-label": [`Play ${move}`, model.values?.get(move)?.words].filter(Boolean).join(", "),
          data: { key: `chip-${move}` },
          onclick: () => model.pick(move),
        },
        move,
      ),
    ),
  );
}

let lastWasTouch = false;

/** Return whether the last press was by touch. */
export const pressedByTouch = () => lastWasTouch;

/** Align the tens in one column, as in a hundred square, and let the tiles share the height. @param {HTMLElement} grid @param {number} low */
export function alignTens(grid, low) {
  const tiles = /** @type {NodeListOf<HTMLElement>} */ (grid.querySelectorAll(".tile"));
  const column = (low - 1) % 10;
  grid.style.setProperty("--rows", String(Math.ceil((column + tiles.length) / 10)));
  tiles[0]?.classList.add("first");
  tiles[0]?.style.setProperty("--column", String(column + 1));
}

/** Most counters drawn for one heap. */
const MOST_COUNTERS = 16;

/** Draw a nim-value as a heap of counters: equal heaps cancel. @param {number|null} nim */
export function nimHeap(nim) {
  return h(
    "p",
    { class: "heap" },
    h("span", { class: "counters", "aria-hidden": "true" }, "\u25cf".repeat(Math.min(nim ?? 0, MOST_COUNTERS))),
    nim === null ? "heap size unknown" : `heap of ${nim}`,
  );
}

/**
 * Return the winner's answer to a number, and the sentence for it.
 * @param {BoardModel} model @param {number|null} move
 * @returns {{answer: number|null, sentence: string}}
 */
export function proofAnswer({ proof, strategy, readerWins, name }, move) {
  const known = strategy?.answers.find(({ reply }) => reply === move);
  const answer = known?.answer ?? ((move !== null && proof?.answers?.[move]) || null);
  if (!known?.to_winner || !strategy) return { answer, sentence: "" };
  if (!strategy.move) return { answer, sentence: readerWins === false ? known.to_loser : known.to_winner };
  const side = readerWins === false ? fromSideOf(name(strategy.winner)) : "";
  return { answer, sentence: `${side}${strategy.steps[0]} ${known.to_winner}` };
}

/** Most pairs that are drawn on a board; more would hide the numbers. */
const MOST_PAIRS = 8;

/**
 * Return the pairs of moves of which each is the winner's answer to the other, if they are few.
 * @param {BoardModel} model
 * @returns {[number, number][]}
 */
export function partners({ strategy, values }) {
  if (!values || !strategy?.by_rules) return [];
  const answers = new Map(strategy.answers.map(({ reply, answer }) => [reply, answer]));
  /** @type {[number, number][]} */
  const pairs = [];
  for (const [reply, answer] of answers)
    if (answer !== null && reply < answer && answers.get(answer) === reply) pairs.push([reply, answer]);
  return pairs.length > MOST_PAIRS ? [] : pairs;
}

/** @param {MoveValue|undefined} value */
function valueBadge(value) {
  if (!value) return null;
  return h(
    "span",
    { class: `badge value-${value.value}`, "aria-hidden": "true" },
    VALUE_SIGNS[value.value],
    value.remoteness === null ? null : h("small", null, value.remoteness),
  );
}

/** Return a tile's label for screen readers. @param {BoardModel} model @param {TileLook} look */
function tileLabel(model, look) {
  const value = model.values?.get(look.move);
  const valueText = value && `${value.words}${value.remoteness === null ? "" : `, ${value.remoteness} more`}`;
  const owner = look.owner ? `taken by ${inSentence(model.name(look.owner))}` : look.gone && "gone";
  const means = !model.hidesLegalMoves && (look.spoken ?? look.note);
  return [look.label ?? look.move, means, owner, valueText].filter(Boolean).join(", ");
}

/** Draw a tile. @param {BoardModel} model @param {TileLook} look */
export function tile(model, look) {
  const { move } = look;
  const legal = !look.gone && (model.hidesLegalMoves || model.state.legal.includes(move));
  const code = model.codes?.[move] ?? move;
  const classes = ["tile"];
  if (look.owner) classes.push("taken", `player-${look.owner}`);
  else if (look.gone) classes.push("gone");
  else classes.push(legal ? "legal" : "still");
  if (look.last) classes.push("last");
  if (look.fresh) classes.push("fresh");
  if (move === model.pending) classes.push("pending");
  if (move === model.hinted) classes.push("hinted");
  const value = legal ? model.values?.get(move) : undefined;
  if (value) classes.push(`value-${value.value}`);
  return h(
    "button",
    {
      type: "button",
      class: classes.join(" "),
      tabindex: -1,
      data: { move, code, key: `tile-${code}` },
      "aria-label": tileLabel(model, look),
      "aria-disabled": legal && model.playable ? null : "true",
    },
    h("span", { class: String(look.label ?? move).length > 2 ? "figure wide" : "figure" }, look.label ?? move),
    look.note && !model.hidesLegalMoves && h("span", { class: "note" }, look.note),
    look.gone && !look.owner
      ? s(
          "svg",
          { class: "strike", viewBox: "0 0 40 40", "aria-hidden": "true" },
          s("path", { d: "M6 31 Q 18 22 34 9", pathLength: 1 }),
        )
      : null,
    valueBadge(value),
  );
}

/**
 * Make tiles respond to clicks, arrow keys and pointing, which previews what a tile would do.
 * @param {HTMLElement} board @param {BoardModel} model
 * @param {(move: number|null) => void} preview
 * @param {{twice?: boolean}} [more] `twice`: by touch, the first tap shows and the second plays
 */
export function bindTiles(board, model, preview, { twice = false } = {}) {
  if (model.hidesLegalMoves) [preview, twice] = [() => {}, false];
  const tiles = /** @type {HTMLElement[]} */ ([...board.querySelectorAll("button.tile")]);
  const reachable = tiles.filter((tile) => !tile.matches(".gone, .taken"));
  const start = reachable.find((tile) => tile.matches(".legal")) ?? reachable[0] ?? tiles[0];
  if (start) start.tabIndex = 0;
  let chosen = -1;
  /** @param {Event} event */
  const at = (event) => /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("button.tile"));
  /** @param {Event} event */
  const show = (event) => {
    const target = at(event);
    if (target) preview(Number(target.dataset.move));
  };
  board.addEventListener("pointerdown", (event) => {
    lastWasTouch = event.pointerType === "touch";
  });
  board.addEventListener("pointerover", show);
  board.addEventListener("focusin", (event) => {
    const target = at(event);
    for (const tile of tiles) tile.tabIndex = tile === target ? 0 : -1;
    show(event);
  });
  board.addEventListener("pointerout", () => {
    if (!lastWasTouch) preview(null);
  });
  board.addEventListener("focusout", () => preview(null));
  board.addEventListener("click", (event) => {
    const target = at(event);
    if (!target) return;
    const move = Number(target.dataset.move);
    if (twice && lastWasTouch && model.playable && chosen !== move && target.matches(".legal")) {
      chosen = move;
      preview(move);
      return;
    }
    model.pick(move);
  });
  board.addEventListener("keydown", (event) => {
    const target = at(event);
    const next = target && tileInDirection(target, reachable.length ? reachable : tiles, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * Return the nearest tile in an arrow's direction; at the edge of a row, the next one in reading order.
 * @param {HTMLElement} from @param {HTMLElement[]} tiles @param {string} key
 */
export function tileInDirection(from, tiles, key) {
  if (key === "Home") return tiles[0];
  if (key === "End") return tiles.at(-1);
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const [right, down] = arrow;
  const here = from.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const tile of tiles) {
    if (tile === from) continue;
    const there = tile.getBoundingClientRect();
    const x = there.x + there.width / 2 - here.x - here.width / 2;
    const y = there.y + there.height / 2 - here.y - here.height / 2;
    const along = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (along < 4 || (right && aside > here.height / 2)) continue;
    if (along + 2 * aside < least) [best, least] = [tile, along + 2 * aside];
  }
  return best ?? tiles[tiles.indexOf(from) + right] ?? from;
}
