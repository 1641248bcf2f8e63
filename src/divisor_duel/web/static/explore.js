/** The exploration board: any position of any game, with every move that was tried kept in the address. */

import { copy, games, showRules } from "./dialogs.js";
import { button, h, mark, refill, the } from "./dom.js";
import { drawHeader, say } from "./header.js";
import { keepPreference, preference } from "./keep.js";
import { listen } from "./keys.js";
import { drawBar } from "./parts/bar.js";
import { drawEntry } from "./parts/entry.js";
import { explained } from "./parts/insight.js";
import { problem, written } from "./parts/moves.js";
import { drawTitle } from "./parts/players.js";
import { pasteRecord, sharePlace } from "./parts/share.js";
import { placeQuery } from "./place.js";
import { getPosition, watchValues, writeTree } from "./port.js";
import { openSetting } from "./setting.js";
import { begin } from "./setup.js";
import { exploreLink, showBoard } from "./study.js";
import { Node } from "./tree.js";
import { told } from "./trouble.js";
import { ours, worths } from "./worth.js";

/** @typedef {import("./port.js").State} State */

class Exploration {
  constructor() {
    const asked = Object.fromEntries(new URLSearchParams(location.search));
    const { game = "", first = "1", moves = "", position = "", ...options } = asked;
    this.setup = { game, first, position, options };
    this.root = new Node();
    this.here = this.root.along(moves.split(".").filter(Boolean).map(Number));
    /** @type {Map<string, State>} */
    this.states = new Map();
    /** @type {Map<string, import("./port.js").Analysis>} */
    this.known = new Map();
    /** @type {Set<string>} where nothing better will be found */
    this.settled = new Set();
    /** @type {import("./port.js").Following|null} */
    this.looking = null;
    this.values = preference("explore-values", true);
    this.reader = Number(preference("reader", 1));
    this.hash = "";
    this.trouble = "";
    this.levels = /** @type {string[]} */ ([]);
  }

  /** Take the tree from the address. */
  read() {
    const parts = new URLSearchParams(location.hash.slice(1));
    this.hash = location.hash;
    if (!parts.has("line")) return;
    this.root = new Node().read(parts.get("line") ?? "");
    this.here = this.root.along((parts.get("at") ?? "").split(".").filter(Boolean).map(Number));
  }

  get key() {
    return this.here.path.join(".");
  }
  get state() {
    return this.states.get(this.key) ?? null;
  }
  get analysis() {
    return this.known.get(this.key) ?? null;
  }
  /** @returns {import("./port.js").Place} */
  get place() {
    return { ...this.setup, moves: this.here.path };
  }

  /** Where this is, with the moves also where a server that draws previews can see them. */
  get address() {
    return `${location.pathname}?${placeQuery(this.place)}${this.hash}`;
  }

  /** @param {Node} node @param {boolean} [fresh] */
  async go(node, fresh = false) {
    const before = this.here;
    this.here = node;
    try {
      if (!this.state) this.states.set(this.key, await getPosition(this.place));
    } catch (error) {
      node.above?.below.splice(node.above.below.indexOf(node), node.below.length ? 0 : 1);
      this.here = before === node ? this.root : before;
      return say(told(error), "refusal");
    }
    if (this.here !== node) return;
    say("");
    this.hash = `#line=${this.root.write()}&at=${this.key}`;
    if (node !== this.root || location.hash)
      history.replaceState(null, "", `${location.pathname}${location.search}${this.hash}`);
    the("status").textContent = `After ${node.path.length} moves: ${this.turn()}`;
    this.draw(fresh);
    this.analyse();
  }

  /** Follow what is found about the position; what was looked for before is let go. */
  analyse() {
    const key = this.key;
    this.looking?.close();
    this.looking = null;
    if (!this.values || this.settled.has(key)) return;
    this.trouble = "";
    this.looking = watchValues(this.place, {
      found: (analysis) => {
        this.known.set(key, analysis);
        this.draw();
      },
      done: (error) => {
        this.looking = null;
        if (error) this.trouble = told(error);
        else this.settled.add(key);
        this.draw();
      },
    });
    this.looking.open();
    this.draw();
  }

  /** @param {number} seat */
  name(seat) {
    return seat === this.reader ? "You" : "The other";
  }

  turn() {
    const state = /** @type {State} */ (this.state);
    if (state.over)
      return state.winner === this.reader ? `You have won: ${state.reason}.` : `The other has won: ${state.reason}.`;
    return state.to_move === this.reader ? "Your move." : "The other's move.";
  }

  /** @param {boolean} [fresh] */
  draw(fresh = false) {
    const state = this.state;
    if (!state) return;
    const analysis = this.values ? this.analysis : null;
    drawTitle(state);
    refill(
      the("run"),
      h(
        "fieldset",
        { class: "sides" },
        h("legend", { class: "unseen" }, "You are"),
        [1, 2].map((seat) =>
          h(
            "label",
            { class: "radio" },
            h("input", {
              type: "radio",
              name: "reader",
              value: seat,
              checked: seat === this.reader,
              data: { key: `reader-${seat}` },
              onchange: () => {
                this.reader = seat;
                keepPreference("reader", seat);
                this.draw();
              },
            }),
            mark(seat),
            h("span", null, seat === this.reader ? "you" : `be Player ${seat}`),
          ),
        ),
      ),
    );
    refill(the("turn"), mark(state.over ? (state.winner ?? 1) : state.to_move), h("span", null, this.turn()));
    the("bar").hidden = !this.values;
    drawBar(the("bar"), state, analysis, (seat) => this.name(seat));
    showBoard(state, {
      playable: !state.over,
      fresh,
      proof: analysis?.proof ?? null,
      pick: (move) => this.pick(move),
      values: analysis && this.worths(analysis, state),
      ours: analysis ? ours(analysis, state, this.reader) : undefined,
    });
    refill(
      the("insight"),
      !this.values
        ? null
        : analysis
          ? explained(
              state,
              analysis,
              (seat) => this.name(seat),
              this.reader,
              (moves) => this.go(this.here.along(moves), true),
              () => this.draw(),
              this.looking !== null,
            )
          : h(
              "div",
              { class: "why" },
              h("h2", null, "Why"),
              h("p", { class: "aside looking" }, this.trouble || "Looking\u2026"),
            ),
    );
    this.drawActions(state);
    this.drawTree(state);
  }

  /** What moves are worth; while it is looked for, what is not known is not said to be unknown. @param {import("./port.js").Analysis} analysis @param {State} state */
  worths(analysis, state) {
    const found = [...worths(analysis, state, this.reader)];
    return new Map(this.looking ? found.filter(([, { value }]) => value !== "unknown") : found);
  }

  /** @param {number} move */
  pick(move) {
    const state = this.state;
    if (!state) return;
    if (!state.legal.includes(move))
      return say(problem(state, move) ?? `${written(state, move)} is not a move here.`, "refusal");
    this.go(this.here.to(move), true);
  }

  back() {
    if (this.here.above) this.go(this.here.above);
  }
  forward() {
    if (this.here.below[0]) this.go(this.here.below[0], true);
  }

  toggle() {
    this.values = !this.values;
    keepPreference("explore-values", this.values);
    this.draw();
    this.analyse();
  }

  /** @param {State} state */
  drawActions(state) {
    const level = h(
      "select",
      { id: "level", "aria-label": "Level of the computer", data: { key: "level" } },
      this.levels.map((each) => h("option", { value: each, selected: each === preference("level", "easy") }, each)),
    );
    refill(
      the("actions"),
      h(
        "div",
        { class: "buttons", role: "group", "aria-label": "Actions" },
        button("|\u2039", () => this.go(this.root), {
          "aria-label": "To the start",
          disabled: this.here.above ? null : true,
        }),
        button("\u2039", () => this.back(), {
          "aria-label": "One move back",
          "aria-keyshortcuts": ",",
          disabled: this.here.above ? null : true,
        }),
        button("\u203a", () => this.forward(), {
          "aria-label": "One move forward",
          "aria-keyshortcuts": ".",
          disabled: this.here.below.length ? null : true,
        }),
        button("Values", () => this.toggle(), { "aria-pressed": String(this.values), "aria-keyshortcuts": "v" }),
        button("Set up", () => this.arrange(), { "aria-keyshortcuts": "s" }),
      ),
    );
    refill(
      the("share"),
      h("h2", null, "Go on from here"),
      !state.over &&
        h(
          "p",
          { class: "buttons" },
          button("Play from here", () => this.play(state.to_move, /** @type {HTMLSelectElement} */ (level).value), {
            class: "act strong",
          }),
          h("span", null, "against"),
          level,
        ),
      !state.over &&
        this.loser &&
        h(
          "p",
          { class: "buttons" },
          button("Play against the proof", () => this.play(/** @type {number} */ (this.loser), "perfect", true)),
          h("span", { class: "aside" }, "You take the losing side; every answer names its rule."),
        ),
      h(
        "p",
        { class: "buttons" },
        button("Share", () => sharePlace(this.place, this.address, "Share this position")),
        button("Copy record", () => this.copyRecord(state)),
        button("Paste a record", () => pasteRecord(), { class: "act plain" }),
      ),
    );
  }

  /** All that was tried, to be kept as text. @param {State} state */
  async copyRecord({ game, options, first, start = "" }) {
    try {
      const tree = { game, options, first: Number(first), position: start, line: this.root.write() };
      await copy(await writeTree(tree), say, "Record");
    } catch (error) {
      say(told(error), "refusal");
    }
  }

  /** Change the position by hand. */
  async arrange() {
    if (document.querySelector("dialog[open]")) return;
    try {
      await openSetting(this.place, this.state?.title.replace(/^Divisor Duel: /, "") ?? "");
    } catch (error) {
      say(told(error), "refusal");
    }
  }

  /** Who loses here with best play, if that is known. */
  get loser() {
    const [state, value] = [this.state, this.analysis?.value];
    if (!state || !this.values || (value !== "win" && value !== "loss")) return null;
    return value === "loss" ? state.to_move : 3 - state.to_move;
  }

  /** @param {number} seat one's own @param {string} level @param {boolean} [proof] */
  async play(seat, level, proof = false) {
    const state = /** @type {State} */ (this.state);
    const players = { [seat]: "human", [3 - seat]: level };
    try {
      await begin(
        {
          game: state.game,
          options: state.options,
          first: String(state.first),
          players,
          mode: "here",
          moves: state.played,
          position: state.start,
        },
        proof,
      );
    } catch (error) {
      say(told(error), "refusal");
    }
  }

  /** @param {State} state */
  drawTree(state) {
    refill(
      the("moves"),
      h("h2", null, "Moves tried"),
      this.root.below.length
        ? h("div", { class: "tree" }, this.line(state, this.root))
        : h("p", { class: "aside" }, "Press a number: nothing is lost, everything stays in the address."),
    );
  }

  /** A line with its variations after each move. @param {State} state @param {Node} node @returns {(HTMLElement)[]} */
  line(state, node) {
    const [main, ...others] = node.below;
    if (!main) return [];
    return [
      this.step(state, main),
      ...others.map((each) => h("span", { class: "variation" }, this.step(state, each), this.line(state, each))),
      ...this.line(state, main),
    ];
  }

  /** @param {State} state @param {Node} node */
  step(state, node) {
    const count = node.path.length;
    const first = Number(this.setup.first);
    return h(
      "button",
      {
        type: "button",
        class: "step",
        "aria-current": node === this.here ? "step" : null,
        data: { key: node.path.join(".") },
        "aria-label": `Move ${count}: ${written(state, node.move ?? 0)}`,
        onclick: () => this.go(node),
      },
      mark(count % 2 ? first : 3 - first),
      h("span", { class: "figure" }, written(state, node.move ?? 0)),
    );
  }
}

/** Where no game is named, all of them. @param {any[]} all */
function offer(all) {
  refill(the("title"), "Explore");
  refill(the("turn"), h("span", null, "Which game?"));
  refill(
    the("board"),
    h(
      "ul",
      { class: "offered" },
      all.map(({ id, title, summary, recommended }) =>
        h(
          "li",
          null,
          exploreLink({ game: id, options: recommended.options, first: 1, moves: [] }, title),
          h("p", { class: "aside" }, summary),
        ),
      ),
    ),
  );
}

async function main() {
  const board = new Exploration();
  const catalog = await games();
  if (!board.setup.game) {
    drawHeader();
    return offer(catalog.games);
  }
  const rules = () => showRules(board.setup.game);
  drawHeader({ rules });
  board.levels = catalog.levels;
  const entry = drawEntry(
    the("entry"),
    (move) => board.pick(move),
    say,
    () => board.state?.view.symbols ?? {},
  );
  listen(
    entry,
    {
      "?": rules,
      ",": () => board.back(),
      ".": () => board.forward(),
      v: () => board.toggle(),
      s: () => board.arrange(),
    },
    () => Object.values(board.state?.view.symbols ?? {}).join(""),
  );
  addEventListener("hashchange", () => {
    if (location.hash === board.hash) return;
    board.read();
    board.go(board.here);
  });
  refill(the("turn"), "One moment\u2026");
  board.read();
  await board.go(board.here);
}

main().catch((error) => say(told(error), "refusal"));
