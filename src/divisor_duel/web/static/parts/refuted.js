/** Why a losing move loses, for who points at it: asked once it is pointed at for a moment, and then remembered. */

import { h, the } from "../dom.js";
import { getWhy } from "../port.js";

/** How long a number is pointed at before its refutation is asked for (milliseconds). */
const MOMENT = 250;

/** @typedef {import("../exploration.js").Exploration} Exploration */

export class Refutations {
  /**
   * @param {HTMLElement} host where boards are drawn @param {Exploration} board
   * @param {() => string} address whom the sentence speaks to, if not the reader
   */
  constructor(host, board, address) {
    this.board = board;
    this.address = address;
    /** @type {Map<string, Promise<string>>} */
    this.told = new Map();
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
    const found = /** @type {HTMLElement|null} */ (/** @type {Element} */ (event.target).closest("[data-code]"));
    const move = Number(found?.dataset.code);
    const analysis = this.board.analysis;
    const losing = analysis?.moves.some((each) => each.move === move && each.value === "loss");
    const proof = analysis?.proof; // what its drawing answers, the board tells
    const answered = (!proof?.after && proof?.answers?.[move]) || proof?.figure?.answered?.includes(move);
    if (!losing || answered) return;
    const place = this.board.place;
    const key = `${this.board.key}:${move}`;
    this.pointed = key;
    this.timer = setTimeout(() => this.show(key, place, move), MOMENT);
  }

  /** @param {string} key @param {import("../port.js").Place} place @param {number} move */
  async show(key, place, move) {
    const asked = this.told.get(key) ?? getWhy(place, move).then(({ why }) => why);
    this.told.set(key, asked);
    try {
      const why = await asked;
      if (this.pointed !== key) return;
      const text = `${this.address()}${why}`;
      the("caption").querySelector(".refuted")?.remove();
      the("caption").append(" ", h("span", { class: "refuted" }, text));
      the("status").textContent = text;
    } catch {
      this.told.delete(key); // the board says what the move is worth; another look asks again
    }
  }
}
