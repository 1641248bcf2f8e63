/** The state of an exploration: a position, the moves tried from it, and the analyses so far. Draws nothing. */

import { pageQuery, positionQuery } from "../lib/addresses.js";
import { preference } from "../lib/storage.js";
import { getPosition, streamAnalysis } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { MoveNode } from "./move-tree.js";

/** @typedef {import("../api/client.js").State} State */

/** Read the moves of an address. @param {string|null} text */
const readMoves = (text) => (text ?? "").split(".").filter(Boolean).map(Number);

export class Exploration {
  /** @param {{draw: (fresh: boolean) => void, moved: () => void, refused: (why: string) => void}} listener */
  constructor(listener) {
    const { game = "", first = "1", moves = "", position = "", ...options } = pageQuery();
    this.listener = listener;
    this.setup = { game, first, position, options };
    this.root = new MoveNode();
    this.current = this.root.follow(readMoves(moves));
    /** @type {Map<string, State>} */
    this.states = new Map();
    /** @type {Map<string, import("../api/client.js").Analysis>} */
    this.analyses = new Map();
    /** @type {Set<string>} positions whose analysis is final */
    this.finished = new Set();
    /** @type {import("../api/client.js").Subscription|null} */
    this.search = null;
    this.showsValues = preference("explore-values", true);
    /** @type {Record<string, string>} how to write the moves seen so far, if not as numbers */
    this.symbols = {};
    this.hash = "";
    this.error = "";
  }

  /** Read the moves tried from the address. */
  readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    this.hash = location.hash;
    if (!parts.has("line")) return;
    this.root = new MoveNode().read(parts.get("line") ?? "");
    this.current = this.root.follow(readMoves(parts.get("at")));
  }

  get key() {
    return this.current.path.join(".");
  }
  get state() {
    return this.states.get(this.key) ?? null;
  }
  /** The analysis of this position, if values are shown. */
  get analysis() {
    return this.showsValues ? (this.analyses.get(this.key) ?? null) : null;
  }
  /** @returns {import("../api/client.js").PositionRef} */
  get positionRef() {
    return { ...this.setup, moves: this.current.path };
  }

  /** The address, with the moves also in the query: the server never sees the fragment, and draws link previews. */
  get address() {
    return `${location.pathname}?${positionQuery(this.positionRef)}${this.hash}`;
  }

  /** The player who loses with best play, if known. */
  get loser() {
    const [state, value] = [this.state, this.analysis?.value];
    if (!state || (value !== "win" && value !== "loss")) return null;
    return value === "loss" ? state.to_move : 3 - state.to_move;
  }

  /** Go to a position; drop its move if the server rejects it. @param {MoveNode} node @param {boolean} [fresh] */
  async goTo(node, fresh = false) {
    const before = this.current;
    this.current = node;
    try {
      if (!this.state) await this.fetchState(this.current.path);
    } catch (error) {
      node.parent?.children.splice(node.parent.children.indexOf(node), node.children.length ? 0 : 1);
      this.current = before === node ? this.root : before;
      return this.listener.refused(errorText(error));
    }
    if (this.current !== node) return;
    this.hash = this.root.children.length ? `#line=${this.root.write()}&at=${this.key}` : "";
    if (node !== this.root || location.hash)
      history.replaceState(null, "", `${location.pathname}${location.search}${this.hash}`);
    this.listener.moved();
    this.listener.draw(fresh);
    this.analyse();
    this.fetchSymbols();
  }

  /** Fetch a position. @param {number[]} moves */
  async fetchState(moves) {
    const state = await getPosition({ ...this.setup, moves });
    this.states.set(moves.join("."), state);
    Object.assign(this.symbols, state.view.symbols);
  }

  /** Fetch how to write all moves tried, in games that do not write them as numbers. */
  async fetchSymbols() {
    if (!this.state?.view.symbols) return;
    for (const leaf of this.root.leaves) {
      if (leaf.path.every((move) => move in this.symbols)) continue;
      await this.fetchState(leaf.path).catch(() => {}); // its moves stay written as numbers
      this.listener.draw(false);
    }
  }

  back() {
    if (this.current.parent) this.goTo(this.current.parent);
  }
  forward() {
    if (this.current.children[0]) this.goTo(this.current.children[0], true);
  }

  /** Analyse the position, and stop any earlier analysis. */
  analyse() {
    const key = this.key;
    this.search?.close();
    this.search = null;
    if (!this.showsValues || this.finished.has(key)) return;
    this.error = "";
    this.search = streamAnalysis(this.positionRef, {
      found: (analysis) => {
        this.analyses.set(key, analysis);
        this.listener.draw(false);
      },
      done: (error) => {
        this.search = null;
        if (error) this.error = errorText(error);
        else this.finished.add(key);
        this.listener.draw(false);
      },
    });
    this.search.open();
    this.listener.draw(false);
  }
}
