/** Puzzles: one move wins; find it. */

import { getPuzzle } from "./port.js";
import { drawBoard } from "./boards/index.js";
import { games, showRules } from "./dialogs.js";
import { button, h, mark, refill, the } from "./dom.js";
import { drawHeader, say } from "./header.js";
import { listen } from "./keys.js";
import { drawEntry } from "./parts/entry.js";
import { line } from "./parts/insight.js";
import { written } from "./parts/moves.js";
import { drawTitle, phrase } from "./parts/players.js";
import { told } from "./trouble.js";

/** @type {any} */
let puzzle = null;
let solved = false;
let given = false;
/** @type {Set<number>} */
const tried = new Set();

function draw() {
  if (!puzzle) return;
  const { state } = puzzle;
  drawTitle(state, `; ${puzzle.grade}`);
  the("turn").replaceChildren(mark(state.to_move), h("span", null, "One move wins: find it."));
  const shown = solved || given;
  const values = new Map([...tried].map((move) => [move, { value: "loss", remoteness: null }]));
  if (shown) values.set(puzzle.solution, { value: "win", remoteness: null });
  refill(the("board"), drawBoard({
    state, playable: !shown, pending: null, fresh: false, hinted: shown ? puzzle.solution : null, values, proof: null,
    pick, caption: (text) => { the("caption").textContent = text; },
  }));
  refill(the("insight"), shown
    ? h("div", { class: "why" }, h("h2", null, solved ? "Solved" : "Solution"), h("p", null, puzzle.reason), puzzle.line?.length > 0 && h("p", { class: "line" }, "Best play: ", line(state, puzzle.line, puzzle.line.length)))
    : h("div", { class: "why" }, h("h2", null, "Puzzle"), h("p", { class: "aside" }, setting(state))));
}

/** @param {any} state */
function setting(state) {
  const moves = state.played.map((/** @type {number} */ move) => written(state, move)).join(", ");
  return `${phrase(state)}${moves ? `; after ${moves}` : ""}.`;
}

/** @param {number} move */
function pick(move) {
  if (!puzzle || solved || given) return;
  const { state } = puzzle;
  const name = written(state, move);
  if (!state.legal.includes(move)) return say(`${name} is not a move here.`, "refusal");
  if (move === puzzle.solution) {
    solved = true;
    say(`${name} wins. ${tried.size ? "" : "At the first try."}`, "good");
  } else {
    tried.add(move);
    const answer = puzzle.refutations?.[move];
    say(answer === undefined || answer === null ? `${name} loses. Try another.` : `${name} loses: the answer is ${written(state, answer)}. Try another.`, "refusal");
  }
  draw();
}

/** @param {Record<string, string>} wanted */
async function load(wanted) {
  try {
    puzzle = await getPuzzle(wanted);
  } catch (error) {
    return say(told(error), "refusal");
  }
  solved = given = false;
  tried.clear();
  say("");
  const address = new URLSearchParams(wanted.daily ? wanted : { ...wanted, seed: String(puzzle.seed) });
  history.replaceState(null, "", `/puzzle?${address}`);
  the("status").textContent = `${puzzle.state.title}. One move wins: find it.`;
  draw();
}

async function main() {
  const rules = () => { if (puzzle) showRules(puzzle.state.game); };
  drawHeader({ rules });
  const entry = drawEntry(the("entry"), pick, say, () => puzzle?.state.view.symbols ?? {});
  const { games: all } = await games();
  const wanted = Object.fromEntries(new URLSearchParams(location.search));
  const which = /** @type {HTMLSelectElement} */ (h("select", { id: "which" }, h("option", { value: "" }, "any game"),
    all.map((/** @type {any} */ game) => h("option", { value: game.id, selected: game.id === wanted.game }, game.title))));
  /** @returns {Record<string, string>} */
  const game = () => (which.value ? { game: which.value } : {});
  const another = () => load({ ...game(), seed: String(Math.floor(Math.random() * 1e6)) });
  which.addEventListener("change", another);
  the("actions").replaceChildren(h("div", { class: "buttons" }, h("label", { for: "which", class: "inline" }, h("span", null, "from"), which),
    button("Another", another, { class: "act strong" }), button("Puzzle of the day", () => load({ daily: "1" })),
    button("Show the solution", () => { given = true; draw(); })));
  listen(entry, { "?": rules, n: another }, () => Object.values(puzzle?.state.view.symbols ?? {}).join(""));
  await (wanted.seed || wanted.daily ? load(wanted) : another());
}

main().catch((error) => say(error.message, "refusal"));
