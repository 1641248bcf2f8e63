/**
 * Moves with their variations, as a tree that fits into an address.
 *
 * Written, moves have dots between them, and what else was tried instead of the next move
 * stands before it in brackets: `24(18.9)(2)12.36` is 24 12 36, with 18 9 and 2 tried instead of 12.
 */

export class Node {
  /** @param {number|null} move @param {Node|null} above */
  constructor(move = null, above = null) {
    this.move = move;
    this.above = above;
    /** @type {Node[]} the first is the main line */
    this.below = [];
  }

  /** The moves from the start to here. @returns {number[]} */
  get path() {
    return this.above ? [...this.above.path, /** @type {number} */ (this.move)] : [];
  }

  /** The ends of all lines below. @returns {Node[]} */
  get leaves() {
    return this.below.length ? this.below.flatMap((each) => each.leaves) : [this];
  }

  /** The node after a move, made if it is new. @param {number} move */
  to(move) {
    const found = this.below.find((each) => each.move === move);
    if (found) return found;
    const made = new Node(move, this);
    this.below.push(made);
    return made;
  }

  /** The node at the end of moves, made as far as it is new. @param {number[]} moves @returns {Node} */
  along(moves) {
    return moves.reduce((/** @type {Node} */ node, move) => node.to(move), this);
  }

  /** Make moves the main line, before all that was tried instead. @param {number[]} moves */
  leading(moves) {
    let node = /** @type {Node} */ (this);
    for (const move of moves) {
      const next = node.to(move);
      node.below = [next, ...node.below.filter((each) => each !== next)];
      node = next;
    }
    return this;
  }

  /** All below as text. @returns {string} */
  write() {
    const [main, ...others] = this.below;
    if (!main) return "";
    return `${others.map((each) => `(${each.line()})`).join("")}${main.line()}`;
  }

  /** This move and all below it. @returns {string} */
  line() {
    const rest = this.write();
    return `${this.move}${!rest || rest.startsWith("(") ? "" : "."}${rest}`;
  }

  /** Read what `write` wrote, below this node. @param {string} text */
  read(text) {
    const parts = text.match(/\d{1,15}|[()]/g) ?? [];
    /** @type {Node[]} */
    const open = [];
    let node = /** @type {Node} */ (this);
    for (const part of parts) {
      if (part === "(") open.push(node);
      else if (part === ")") node = open.pop() ?? this;
      else node = node.to(Number(part));
    }
    this.sort();
    return this;
  }

  /** The main move was read last among its like: put it first. */
  sort() {
    const main = this.below.pop();
    if (main) this.below.unshift(main);
    for (const each of this.below) each.sort();
  }
}
