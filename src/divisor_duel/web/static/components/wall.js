/** All boards of a class at a glance: each fits its cell, and one tap puts it on the projector. */

import { h, refill } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { getState } from "../api/client.js";
import { drawPosition } from "../boards/index.js";

/**
 * @typedef {import("../api/client.js").State} State
 * @typedef {import("../api/types.js").RoomGame} RoomGame
 * @typedef {{cell: HTMLElement, board: HTMLElement, status: HTMLElement, press: HTMLElement, version: number, height: number}} Cell
 */

/** Seconds without a move after which a pupil counts as stuck. */
const STUCK = 60;
/** Width in which a board is drawn before it is scaled down, in pixels. */
const DRAWN_WIDTH = 460;
/** Height of a cell's heading and frame with both names on one line, and on two, in pixels. */
const HEADING = 28;
const TALL_HEADING = 46;
/** Width of a cell below which each name has a line of its own, in pixels. */
const NARROW = 205;
/** Gap between cells, in pixels. */
const GAP = 8;
/** Width of the page below which boards scroll in two columns, in pixels. */
const PHONE = 640;
/** Boards fetched at the same time. */
const FETCHED_AT_ONCE = 6;

export class Wall {
  /** @param {HTMLElement} host @param {string} token the teacher's @param {(game: string) => void} project */
  constructor(host, token, project) {
    this.host = host;
    this.token = token;
    this.project = project;
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {Map<string, State>} */
    this.states = new Map();
    /** @type {RoomGame[]} */
    this.games = [];
    this.receivedAt = 0;
    this.paused = false;
    this.fetching = 0;
    addEventListener("resize", () => this.fit());
    setInterval(() => this.drawStatus(), 1000);
  }

  /**
   * @param {RoomGame[]} games @param {string} projected the id of the game on the projector
   * @param {boolean} paused whether no one can move now
   */
  show(games, projected, paused) {
    this.receivedAt = performance.now();
    this.paused = paused;
    const same = games.length === this.games.length && games.every(({ id }, index) => id === this.games[index].id);
    this.games = games;
    if (!same) {
      this.cells = new Map(games.map((game) => [game.id, this.cells.get(game.id) ?? this.newCell(game.id)]));
      refill(this.host, ...[...this.cells.values()].map(({ cell }) => cell));
    }
    this.fit();
    for (const { id } of games) this.cells.get(id)?.cell.classList.toggle("projected", id === projected);
    this.drawStatus();
    this.fetchChanged();
  }

  /** @param {string} id @returns {Cell} */
  newCell(id) {
    const board = h("div", { class: "small-board" });
    board.inert = true;
    const status = h("p", { class: "cell-status" });
    const press = h("button", {
      type: "button",
      class: "cell-press",
      data: { key: id },
      onclick: () => this.project(id),
    });
    const cell = h(
      "div",
      { class: "wall-cell", data: { game: id } },
      status,
      h("div", { class: "frame" }, board),
      press,
    );
    return { cell, board, status, press, version: 0, height: 0 };
  }

  /** Fetch the states of boards that have changed, a few at a time. */
  async fetchChanged() {
    for (const { id, version } of this.games) {
      const cell = this.cells.get(id);
      if (!cell || cell.version >= version || this.fetching >= FETCHED_AT_ONCE) continue;
      const before = cell.version;
      cell.version = version;
      this.fetching += 1;
      getState(id, this.token)
        .then((state) => this.drawState(id, state))
        .catch(() => {
          cell.version = before;
        })
        .finally(() => {
          this.fetching -= 1;
          this.fetchChanged();
        });
    }
  }

  /** @param {string} id @param {State} state */
  drawState(id, state) {
    const cell = this.cells.get(id);
    if (!cell || (this.states.get(id)?.version ?? 0) > state.version) return;
    this.states.set(id, state);
    refill(
      cell.board,
      drawPosition(state, (seat) => state.names[seat]),
    );
    cell.height = cell.board.scrollHeight;
    this.fit();
  }

  /** Choose the number of columns that makes the boards largest without scrolling; on a phone, two. */
  fit() {
    const count = this.games.length;
    if (!count) return;
    const width = this.host.clientWidth;
    const tallest = Math.max(120, ...[...this.cells.values()].map(({ height }) => height));
    const height = Math.max(innerHeight - this.host.getBoundingClientRect().top - scrollY - 12, 260);
    const acrossFor = (/** @type {number} */ columns) => (width - GAP * (columns - 1)) / columns - 10;
    const scaleFor = (/** @type {number} */ columns) => {
      const heading = acrossFor(columns) < NARROW ? TALL_HEADING : HEADING;
      const down = height / Math.ceil(count / columns) - heading - GAP;
      return Math.min(acrossFor(columns) / DRAWN_WIDTH, down / tallest, 1);
    };
    let columns = 1;
    for (let more = 2; more <= count; more += 1) if (scaleFor(more) > scaleFor(columns)) columns = more;
    if (width < PHONE) columns = 2;
    const scale = width < PHONE ? acrossFor(columns) / DRAWN_WIDTH : scaleFor(columns);
    this.host.classList.toggle("narrow", acrossFor(columns) < NARROW);
    this.host.style.setProperty("--columns", String(columns));
    this.host.style.setProperty("--scale", String(scale));
    this.host.style.setProperty("--mini-height", `${Math.ceil(tallest * scale)}px`);
    this.host.style.setProperty("--mini-width", `${Math.floor(DRAWN_WIDTH * scale)}px`);
  }

  /** The seconds that the player to move has waited. @param {RoomGame} game */
  waited(game) {
    return this.paused ? 0 : game.waited + (performance.now() - this.receivedAt) / 1000;
  }

  /** The pupils who have not moved for long. */
  stuck() {
    return this.games
      .filter((game) => !game.over && game.to_move && this.waited(game) >= STUCK)
      .map((game) => game.names[game.to_move === game.one ? 0 : 1]);
  }

  drawStatus() {
    for (const game of this.games) {
      const cell = this.cells.get(game.id);
      if (!cell) continue;
      const waited = Math.floor(this.waited(game));
      const stuck = !game.over && Boolean(game.to_move) && waited >= STUCK;
      cell.cell.classList.toggle("stuck", stuck);
      cell.cell.classList.toggle("over", game.over);
      const winner = game.over && (game.winner === game.one ? 0 : 1);
      const mover = game.to_move === game.one ? 0 : 1;
      refill(
        cell.status,
        ...game.names.map((name, index) =>
          h(
            "span",
            {
              class: `cell-name player-${index + 1}${!game.over && mover === index ? " to-move" : ""}${winner === index ? " won" : ""}`,
            },
            name,
          ),
        ),
        h("span", { class: "cell-time" }, game.over ? "over" : stuck ? `stuck ${timeText(waited)}` : timeText(waited)),
      );
      const stands = game.over
        ? `${game.names[winner || 0]} won`
        : `${game.names[mover]} to move${stuck ? ", stuck" : ""}`;
      cell.press.setAttribute(
        "aria-label",
        `${game.names.join(" against ")}: ${stands}, ${plural(game.moves, "move")}. Show this board on the projector.`,
      );
    }
  }
}

/** @param {number} seconds */
const timeText = (seconds) =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
