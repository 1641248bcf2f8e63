/**
 * Moves with their variations, as a tree that can be written into an address.
 *
 * As text, moves are separated by dots, and the alternatives to a move come before it in
 * brackets: `24(18.9)(2)12.36` is 24 12 36, with 18 9 and 2 tried instead of 12.
 */

export class MoveNode {
  /** @param {number|null} move @param {MoveNode|null} parent */
  constructor(move = null, parent = null) {
    this.move = move;
    this.parent = parent;
    /** @type {MoveNode[]} the first is the main line */
    this.children = [];
  }

  /** The moves from the root to this node. @returns {number[]} */
  get path() {
    return this.parent ? [...this.parent.path, /** @type {number} */ (this.move)] : [];
  }

  /** The last nodes of all lines after this one. @returns {MoveNode[]} */
  get leaves() {
    return this.children.length ? this.children.flatMap((node) => node.leaves) : [this];
  }

  /** Return the node after a move, added if it is new. @param {number} move */
  after(move) {
    const known = this.children.find((node) => node.move === move);
    if (known) return known;
    const added = new MoveNode(move, this);
    this.children.push(added);
    return added;
  }

  /** Return the node after several moves, adding those that are new. @param {number[]} moves @returns {MoveNode} */
  follow(moves) {
    return moves.reduce((/** @type {MoveNode} */ node, move) => node.after(move), this);
  }

  /** Make moves the main line, ahead of their alternatives. @param {number[]} moves */
  promote(moves) {
    let node = /** @type {MoveNode} */ (this);
    for (const move of moves) {
      const next = node.after(move);
      node.children = [next, ...node.children.filter((other) => other !== next)];
      node = next;
    }
    return this;
  }

  /** Return the moves after this node as text. @returns {string} */
  write() {
    const [main, ...others] = this.children;
    if (!main) return "";
    return `${others.map((node) => `(${node.lineText()})`).join("")}${main.lineText()}`;
  }

  /** Return this move and the moves after it as text. @returns {string} */
  lineText() {
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
      else node = node.after(Number(part));
    }
    this.sort();
    return this;
  }

  /** Put the main line first: `read` adds it after its alternatives. */
  sort() {
    const main = this.children.pop();
    if (main) this.children.unshift(main);
    for (const node of this.children) node.sort();
  }
}
