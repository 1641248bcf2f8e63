/** The state of an exploration: a position, the moves tried from it, and the analyses so far. Draws nothing. */

import { preference } from "../lib/storage.js";
import { positionQuery, pageQuery } from "../lib/addresses.js";
import { getPosition, streamAnalysis } from "../api/client.js";
import { MoveNode } from "./move-tree.js";
import { errorText } from "../api/errors.js";

/** @typedef {import("../api/client.js").State} State */

/** Read the moves of an address. @param {string|null} text */
const readMoves = (text) => (text ?? "").split(".").filter(Boolean).map(Number);

export class Exploration {
  /** @param {{draw: (fresh: boolean) => void, moved: () => void, refused: (why: string) => void}} tell */
  constructor(tell) {
    const { game = "", first = "1", moves = "", position = "", ...options } = pageQuery();
    this.tell = tell;
    this.setup = { game, first, position, options };
    this.root = new MoveNode();
    this.here = this.root.along(readMoves(moves));
    /** @type {Map<string, State>} */
    this.states = new Map();
    /** @type {Map<string, import("../api/client.js").Analysis>} */
    this.known = new Map();
    /** @type {Set<string>} positions whose analysis is final */
    this.settled = new Set();
    /** @type {import("../api/client.js").Subscription|null} */
    this.looking = null;
    this.values = preference("explore-values", true);
    /** @type {Record<string, string>} how to write the moves seen so far, if not as numbers */
    this.symbols = {};
    this.hash = "";
    this.trouble = "";
  }

  /** Read the moves tried from the address. */
  read() {
    const parts = new URLSearchParams(location.hash.slice(1));
    this.hash = location.hash;
    if (!parts.has("line")) return;
    this.root = new MoveNode().read(parts.get("line") ?? "");
    this.here = this.root.along(readMoves(parts.get("at")));
  }

  get key() {
    return this.here.path.join(".");
  }
  get state() {
    return this.states.get(this.key) ?? null;
  }
  /** The analysis of this position, if values are shown. */
  get analysis() {
    return this.values ? (this.known.get(this.key) ?? null) : null;
  }
  /** @returns {import("../api/client.js").PositionRef} */
  get place() {
    return { ...this.setup, moves: this.here.path };
  }

  /** The address, with the moves also in the query: the server never sees the fragment, and draws link previews. */
  get address() {
    return `${location.pathname}?${positionQuery(this.place)}${this.hash}`;
  }

  /** The player who loses with best play, if known. */
  get loser() {
    const [state, value] = [this.state, this.analysis?.value];
    if (!state || (value !== "win" && value !== "loss")) return null;
    return value === "loss" ? state.to_move : 3 - state.to_move;
  }

  /** Go to a position; drop its move if the server rejects it. @param {MoveNode} node @param {boolean} [fresh] */
  async go(node, fresh = false) {
    const before = this.here;
    this.here = node;
    try {
      if (!this.state) await this.meet(this.here.path);
    } catch (error) {
      node.above?.below.splice(node.above.below.indexOf(node), node.below.length ? 0 : 1);
      this.here = before === node ? this.root : before;
      return this.tell.refused(errorText(error));
    }
    if (this.here !== node) return;
    this.hash = `#line=${this.root.write()}&at=${this.key}`;
    if (node !== this.root || location.hash)
      history.replaceState(null, "", `${location.pathname}${location.search}${this.hash}`);
    this.tell.moved();
    this.tell.draw(fresh);
    this.analyse();
    this.name();
  }

  /** Fetch a position. @param {number[]} moves */
  async meet(moves) {
    const state = await getPosition({ ...this.setup, moves });
    this.states.set(moves.join("."), state);
    Object.assign(this.symbols, state.view.symbols);
  }

  /** Fetch how to write all moves tried, in games that do not write them as numbers. */
  async name() {
    if (!this.state?.view.symbols) return;
    for (const leaf of this.root.leaves) {
      if (leaf.path.every((move) => move in this.symbols)) continue;
      await this.meet(leaf.path).catch(() => {}); // its moves stay written as numbers
      this.tell.draw(false);
    }
  }

  back() {
    if (this.here.above) this.go(this.here.above);
  }
  forward() {
    if (this.here.below[0]) this.go(this.here.below[0], true);
  }

  /** Analyse the position, and stop any earlier analysis. */
  analyse() {
    const key = this.key;
    this.looking?.close();
    this.looking = null;
    if (!this.values || this.settled.has(key)) return;
    this.trouble = "";
    this.looking = streamAnalysis(this.place, {
      found: (analysis) => {
        this.known.set(key, analysis);
        this.tell.draw(false);
      },
      done: (error) => {
        this.looking = null;
        if (error) this.trouble = errorText(error);
        else this.settled.add(key);
        this.tell.draw(false);
      },
    });
    this.looking.open();
    this.tell.draw(false);
  }
}
