/** Why a losing move loses: fetched when the reader points at the move for a moment, then cached. */

import { h, the } from "../lib/dom.js";
import { getWhy } from "../api/client.js";

/** How long to point at a number before its refutation is fetched, in milliseconds. */
const POINTING_DELAY = 250;

/** @typedef {import("../state/exploration.js").Exploration} Exploration */

export class Refutations {
  /**
   * @param {HTMLElement} host where boards are drawn @param {Exploration} board
   * @param {() => string} addressee a prefix naming the player addressed, if that is not the reader
   */
  constructor(host, board, addressee) {
    this.board = board;
    this.addressee = addressee;
    /** @type {Map<string, Promise<string>>} */
    this.cache = new Map();
    this.timer = 0;
    this.pointed = "";
    for (const kind of ["pointerover", "focusin"]) host.addEventListener(kind, (event) => this.point(event));
    for (const kind of ["pointerout", "focusout"]) host.addEventListener(kind, () => this.leave());
  }

  leave() {
    clearTimeout(this.timer);
    this.pointed = "";
  }

  /** @param {Event} event */
  point(event) {
    this.leave();
    const tile = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-code]"));
    const move = Number(tile?.dataset.code);
    const analysis = this.board.analysis;
    const losing = analysis?.moves.some((known) => known.move === move && known.value === "loss");
    const proof = analysis?.proof; // the board itself shows the answers that the proof draws
    const answered = (!proof?.after && proof?.answers?.[move]) || proof?.figure?.answered?.includes(move);
    if (!losing || answered) return;
    const position = this.board.positionRef;
    const key = `${this.board.key}:${move}`;
    this.pointed = key;
    this.timer = setTimeout(() => this.show(key, position, move), POINTING_DELAY);
  }

  /** @param {string} key @param {import("../api/client.js").PositionRef} position @param {number} move */
  async show(key, position, move) {
    const fetched = this.cache.get(key) ?? getWhy(position, move).then(({ why }) => why);
    this.cache.set(key, fetched);
    try {
      const why = await fetched;
      if (this.pointed !== key) return;
      const text = `${this.addressee()}${why}`;
      the("caption").replaceChildren(h("span", { class: "refuted" }, text));
      the("status").textContent = text;
    } catch {
      this.cache.delete(key); // the board still shows the value; pointing again retries
    }
  }
}
