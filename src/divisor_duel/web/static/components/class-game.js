/** The class against the computer, each move by vote: a pupil's screen, and what the projector says. */

import { button, h, playerMark, refill, the } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { castVote, getState } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { illegalText, moveText } from "../state/move-text.js";
import { openDialog } from "./dialogs.js";
import { drawRule, drawTitle } from "./game-status.js";
import { say, sayError } from "./messages.js";
import { radioChoice } from "./radio-choice.js";
import { showBoard } from "./study-board.js";

/** @typedef {import("../api/client.js").State} State @typedef {import("../api/client.js").Room} Room */
/** @typedef {import("../api/types.js").ClassGameMessage} ClassGame */

/** Return the vote if it is open for the next move. @param {ClassGame} game */
export const openVote = (game) => (game.vote?.open && game.vote.ply === game.moves ? game.vote : null);

/** Return the seconds left of a vote, or null. @param {import("../state/room.js").RoomPlace} place */
export function secondsLeft(place) {
  const vote = place.room?.class_game?.vote;
  if (!vote?.open || vote.left === null) return null;
  const passed = place.room?.paused ? 0 : (performance.now() - place.receivedAt) / 1000;
  return Math.max(0, Math.ceil(vote.left - passed));
}

/** Return how many have voted, and the seconds left. @param {import("../state/room.js").RoomPlace} place */
export function voteProgress(place) {
  const vote = place.room?.class_game?.vote;
  const seconds = secondsLeft(place);
  const time = seconds === null ? "" : `, ${plural(seconds, "second")} left`;
  return vote ? `${vote.voted} of ${vote.voters} voted${time}` : "";
}

/** Say whose turn it is, or how the game ended. @param {ClassGame} game @param {State} state */
export function classHeadline(game, state) {
  if (state.over) return state.winner === game.seat ? "The class wins!" : "The computer wins.";
  if (state.trouble) return state.trouble;
  if (game.to_move !== game.seat) return "The computer is thinking.";
  if (openVote(game)) return "Which move?";
  if (game.vote?.ply === game.moves && game.vote.chosen !== null) return "The class has voted.";
  if (game.vote?.ply === game.moves) return "No one voted. The class votes again soon.";
  return "The class votes soon.";
}

/** Draw a bar of some length. @param {number} share of the longest one */
function bar(share) {
  const drawn = h("span", { class: "bar", "aria-hidden": "true" });
  drawn.style.setProperty("--share", String(share));
  return drawn;
}

/** Draw how the votes were split, once the vote is closed. @param {ClassGame} game @param {State} state */
export function drawTally({ vote }, state) {
  if (!vote || vote.open || vote.chosen === null) return null;
  const most = Math.max(...vote.tally.map(({ count }) => count));
  return h(
    "div",
    { class: "tally" },
    h("h2", null, `The class chose ${moveText(state, vote.chosen)}`),
    h(
      "ul",
      null,
      vote.tally
        .slice(0, 8)
        .map(({ move, count }) =>
          h(
            "li",
            { class: move === vote.chosen ? "chosen" : "" },
            h("b", null, moveText(state, move)),
            bar(count / most),
            h("span", null, plural(count, "vote")),
          ),
        ),
    ),
  );
}

/** A pupil's screen while the class plays. */
export class ClassVote {
  /** @param {import("../state/room.js").RoomPlace} place */
  constructor(place) {
    this.place = place;
    /** @type {State|null} */
    this.state = null;
    this.wanted = "";
    this.busy = false;
    this.timer = setInterval(() => this.drawProgress(), 1000);
  }

  get game() {
    return this.place.room?.class_game ?? null;
  }

  close() {
    clearInterval(this.timer);
    this.wanted = "";
  }

  /** Draw the room as it is now. */
  async update() {
    const { game } = this;
    if (!game) return;
    const wanted = `${game.id} ${game.version}`;
    if (wanted === this.wanted) return this.draw();
    this.wanted = wanted;
    try {
      const state = await getState(game.id, this.place.token);
      if (wanted !== this.wanted) return;
      this.state = state;
      this.draw();
    } catch (error) {
      this.wanted = "";
      sayError(error);
    }
  }

  /** @param {number} move */
  async pick(move) {
    const { game, state } = this;
    if (!game || !state || this.busy || state.ply !== game.moves || !openVote(game)) return;
    if (!state.legal.includes(move)) return say(illegalText(state, move), "refusal");
    this.busy = true;
    try {
      this.place.accept(await castVote(this.place.code, { game: game.id, ply: game.moves, move }, this.place.token));
      say("");
    } catch (error) {
      sayError(error);
    }
    this.busy = false;
  }

  draw() {
    const { game, state } = this;
    const { pupil } = this.place.room ?? {};
    if (!game || !state || !pupil || state.ply !== game.moves) return; // the next state is on its way
    const open = openVote(game);
    const own = open || game.vote?.ply === game.moves ? pupil.vote : null;
    drawTitle(state, "; the class against the computer");
    drawRule(state);
    for (const id of ["players", "reactions", "more", "legend", "moves", "review", "actions"]) refill(the(id));
    const headline = open && own !== null ? `Your vote: ${moveText(state, own)}.` : classHeadline(game, state);
    const because = open && (own === null ? "Tap your move." : "You can change it until the vote closes.");
    refill(
      the("turn"),
      playerMark(state.winner ?? state.to_move),
      h("span", null, headline),
      because && h("span", { class: "because" }, because),
      h("span", { class: "because progress" }),
    );
    the("entry").hidden = !open;
    showBoard(state, {
      playable: Boolean(open),
      hinted: open ? own : null,
      name: (seat) => state.names[seat],
      pick: (move) => this.pick(move),
    });
    refill(the("insight"), drawTally(game, state));
    this.drawProgress();
  }

  drawProgress() {
    const progress = document.querySelector("#turn .progress");
    if (progress && this.game) progress.textContent = openVote(this.game) ? voteProgress(this.place) : "";
  }
}

/** Let the teacher set up a game of the class. @param {import("../state/room.js").RoomPlace} place @param {string[]} levels */
export function openClassGame(place, levels) {
  const { room } = place;
  if (!room?.teacher) return;
  const after = room.teacher.class_games;
  const chosen = { level: room.teacher.level, first: "class", seconds: "60" };
  const trouble = h("p", { class: "notice refusal", role: "alert" });
  const start = () =>
    place
      .change({ type: "class_game", after, level: chosen.level, first: chosen.first, seconds: Number(chosen.seconds) })
      .then(() => dialog.close())
      .catch((error) => {
        trouble.textContent = errorText(error);
      });
  const dialog = openDialog(
    "The class against the computer",
    h("p", null, "Everyone votes on every move. The projector shows the board, and how the votes were split."),
    h(
      "label",
      { for: "class-level", class: "inline" },
      h("span", null, "The computer\u2019s level"),
      h(
        "select",
        {
          id: "class-level",
          onchange: (/** @type {any} */ event) => {
            chosen.level = event.target.value;
          },
        },
        levels.map((name) => h("option", { value: name, selected: name === chosen.level }, name)),
      ),
    ),
    radioChoice(
      "Who goes first?",
      "class-first",
      [
        ["class", "The class"],
        ["computer", "The computer"],
      ],
      chosen.first,
      (first) => {
        chosen.first = first;
      },
    ),
    radioChoice(
      "Time for each vote",
      "class-seconds",
      [
        ["30", "30 seconds"],
        ["60", "1 minute"],
        ["120", "2 minutes"],
        ["0", "No limit"],
      ],
      chosen.seconds,
      (seconds) => {
        chosen.seconds = seconds;
      },
    ),
    trouble,
    h("p", { class: "buttons" }, button("Start the game", start, { class: "act strong" })),
  );
  dialog.classList.add("setup");
}

/**
 * Draw the teacher's buttons for the game of the class.
 * @param {ClassGame} game @param {import("../state/room.js").RoomPlace} place
 */
export function classGameTools(game, place) {
  const change = (/** @type {import("../api/client.js").RoomChange} */ what) => place.change(what).catch(sayError);
  const open = openVote(game);
  const waits =
    !game.over && game.to_move === game.seat && !(game.vote?.ply === game.moves && game.vote.chosen !== null);
  return h(
    "div",
    { class: "on-projector", role: "group", "aria-label": "The class against the computer" },
    h(
      "span",
      null,
      h("b", null, `The class against the computer (${game.level}): `),
      game.over
        ? "the game is over"
        : open
          ? h("span", { class: "progress" }, voteProgress(place))
          : waits
            ? `move ${game.moves + 1}`
            : "the computer is thinking",
    ),
    open
      ? button("Close the vote", () => change({ type: "close_vote", ply: open.ply }), {
          class: "act strong",
          data: { key: "close-vote" },
        })
      : waits &&
          button("Start the vote", () => change({ type: "vote", ply: game.moves }), {
            class: "act strong",
            data: { key: "vote" },
          }),
    button("End the class game", () => change({ type: "end_class_game" }), { data: { key: "end-class-game" } }),
  );
}
