/**
 * Moves with their variations, as a tree that can be written into an address.
 *
 * As text, moves are separated by dots, and the alternatives to a move come before it in
 * brackets: `24(18.9)(2)12.36` is 24 12 36, with 18 9 and 2 tried instead of 12.
 */

export class MoveNode {
  /** @param {number|null} move @param {MoveNode|null} above */
  constructor(move = null, above = null) {
    this.move = move;
    this.above = above;
    /** @type {MoveNode[]} the first is the main line */
    this.below = [];
  }

  /** The moves from the root to this node. @returns {number[]} */
  get path() {
    return this.above ? [...this.above.path, /** @type {number} */ (this.move)] : [];
  }

  /** The last nodes of all lines after this one. @returns {MoveNode[]} */
  get leaves() {
    return this.below.length ? this.below.flatMap((node) => node.leaves) : [this];
  }

  /** Return the node after a move, added if it is new. @param {number} move */
  to(move) {
    const known = this.below.find((node) => node.move === move);
    if (known) return known;
    const added = new MoveNode(move, this);
    this.below.push(added);
    return added;
  }

  /** Return the node after several moves, adding those that are new. @param {number[]} moves @returns {MoveNode} */
  along(moves) {
    return moves.reduce((/** @type {MoveNode} */ node, move) => node.to(move), this);
  }

  /** Make moves the main line, ahead of their alternatives. @param {number[]} moves */
  leading(moves) {
    let node = /** @type {MoveNode} */ (this);
    for (const move of moves) {
      const next = node.to(move);
      node.below = [next, ...node.below.filter((other) => other !== next)];
      node = next;
    }
    return this;
  }

  /** Return the moves after this node as text. @returns {string} */
  write() {
    const [main, ...others] = this.below;
    if (!main) return "";
    return `${others.map((node) => `(${node.line()})`).join("")}${main.line()}`;
  }

  /** Return this move and the moves after it as text. @returns {string} */
  line() {
    const rest = this.write();
    return `${this.move}${!rest || rest.startsWith("(") ? "" : "."}${rest}`;
  }

  /** Add the moves that `write` wrote after this node. @param {string} text */
  read(text) {
    const parts = text.match(/\d{1,15}|[()]/g) ?? [];
    /** @type {MoveNode[]} */
    const open = [];
    let node = /** @type {MoveNode} */ (this);
    for (const part of parts) {
      if (part === "(") open.push(node);
      else if (part === ")") node = open.pop() ?? this;
      else node = node.to(Number(part));
    }
    this.sort();
    return this;
  }

  /** Put the main line first: `read` adds it after its alternatives. */
  sort() {
    const main = this.below.pop();
    if (main) this.below.unshift(main);
    for (const node of this.below) node.sort();
  }
}
