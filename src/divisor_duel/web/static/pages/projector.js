/** The projector's page: the way in, the pairs, or a board with the explanation once the teacher reveals it. */

import { h, refill, the } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { getPosition, getPositionAnalysis, getState } from "../api/client.js";
import { moveText } from "../state/move-text.js";
import { valuesForReader } from "../state/move-values.js";
import { nameForReader, subjectFor, turnText } from "../state/players.js";
import { RoomPlace, codeInAddress } from "../state/room.js";
import { classHeadline, drawTally, openVote, voteProgress } from "../components/class-game.js";
import { explanation } from "../components/explanation.js";
import { drawTitle } from "../components/game-status.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { roomAddress, spacedCode } from "../components/room-address.js";
import { positionRef, showBoard } from "../components/study-board.js";

/** @typedef {import("../api/client.js").State} State @typedef {import("../api/client.js").Room} Room @typedef {import("../api/types.js").TeacherRoom} TeacherRoom */

const code = codeInAddress();
const place = new RoomPlace(code, "teacher", { change: draw, gone: (reason) => say(`${reason}.`, "refusal") });
let drawn = "";

/** @param {Room} room */
function draw(room) {
  const teacher = /** @type {TeacherRoom} */ (room.teacher);
  const { game, discussed, revealed } = teacher.projected;
  const ofClass = game || discussed ? null : (room.class_game ?? null);
  const board = Boolean(game || discussed || ofClass);
  document.body.classList.toggle("eyes-up", room.paused);
  refill(the("headline"), room.paused && h("p", { class: "eyes" }, "Eyes up!"));
  the("stage").hidden = !board;
  the("insight").hidden = !board || (!revealed && !ofClass);
  the("address").hidden = board;
  the("list").hidden = board;
  if (game) drawGame(game, revealed, teacher.games.find(({ id }) => id === game)?.version ?? 0).catch(sayError);
  else if (discussed) drawDiscussed(room, discussed, revealed).catch(sayError);
  else if (ofClass) drawClassGame(ofClass).catch(sayError);
  else if (room.round) drawPairs(room, teacher);
  else drawWayIn(teacher);
}

/** @param {TeacherRoom} teacher */
function drawWayIn(teacher) {
  if (!the("address").querySelector(".way-in")) refill(the("address"), roomAddress(code));
  refill(
    the("list"),
    h(
      "ul",
      { class: "arrived" },
      teacher.pupils.map(({ name }) => h("li", null, name)),
    ),
  );
}

/** @param {Room} room @param {TeacherRoom} teacher */
function drawPairs(room, teacher) {
  refill(
    the("address"),
    h(
      "div",
      { class: "heading" },
      h("h1", null, `${room.title}, round ${room.round}`),
      h("p", { class: "room-code small" }, spacedCode(code)),
    ),
    h("p", { class: "lead" }, room.summary),
  );
  refill(
    the("list"),
    h(
      "ul",
      { class: "pairs-shown" },
      teacher.games.map(({ names, over, one, winner }) =>
        h(
          "li",
          { class: over ? "over" : "" },
          names.map((name, index) =>
            h(
              "span",
              { class: `cell-name player-${index + 1}${over && (winner === one ? 0 : 1) === index ? " won" : ""}` },
              name,
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} id @param {boolean} revealed @param {number} version */
async function drawGame(id, revealed, version) {
  const key = [id, revealed, version].join(" ");
  if (key === drawn) return;
  drawn = key;
  const state = await getState(id, place.token);
  const name = (/** @type {number|string} */ seat) => state.names[seat];
  const analysis = await explain(state, revealed);
  if (key !== drawn) return;
  drawTitle(state);
  const who = subjectFor(state, state.winner ?? state.to_move, null);
  refill(
    the("turn"),
    h("span", { class: "cell-name player-1" }, name(1)),
    h("span", { class: "cell-name player-2" }, name(2)),
    h("span", { class: "because" }, state.over ? `${who} won after ${plural(state.ply, "move")}.` : turnText(who)),
  );
  showExplained(state, analysis, name);
}

/** The class's game as it was loaded last. @type {State|null} */
let classState = null;

/** @param {import("../api/types.js").ClassGameMessage} game */
async function drawClassGame(game) {
  const key = ["class", game.id, game.version].join(" ");
  if (key !== drawn) {
    drawn = key;
    const state = await getState(game.id, place.token);
    if (key !== drawn) return;
    classState = state;
    drawTitle(state, `; the class against the computer, ${game.level}`);
    showBoard(state, { playable: false, name: (seat) => state.names[seat], pick: () => {} });
  }
  if (classState?.ply !== game.moves) return; // the next state is on its way
  refill(
    the("turn"),
    h(
      "span",
      { class: `cell-name player-${classState.winner ?? classState.to_move}` },
      classHeadline(game, classState),
    ),
    h("span", { class: "because progress" }, openVote(game) ? voteProgress(place) : ""),
  );
  refill(the("insight"), drawTally(game, classState));
}

/** Most moves listed of those that the pupils made in a position. */
const LISTED = 5;

/** Say what the pupils did, the most common first. @param {State} state @param {import("../api/types.js").Discussed} discussed */
function chosenText(state, { chosen }) {
  const listed = chosen
    .slice(0, LISTED)
    .map(({ move, count }) => `${moveText(state, move)} (${plural(count, "time")})`);
  const others = chosen.length - listed.length;
  return `In your games: ${listed.join(", ")}${others > 0 ? ` and ${plural(others, "other move")}` : ""}.`;
}

/** @param {Room} room @param {import("../api/types.js").Discussed} discussed @param {boolean} revealed */
async function drawDiscussed({ game, options }, discussed, revealed) {
  const key = ["discussed", discussed.moves, revealed].join(" ");
  if (key === drawn) return;
  drawn = key;
  const state = await getPosition({ game, options, moves: discussed.moves, first: 1 });
  const name = (/** @type {number|string} */ seat) => nameForReader(state, seat, null);
  const analysis = await explain(state, revealed);
  if (key !== drawn) return;
  drawTitle(state);
  refill(
    the("turn"),
    h("span", { class: `cell-name player-${state.to_move}` }, "What would you play?"),
    revealed && h("span", { class: "because" }, chosenText(state, discussed)),
  );
  showExplained(state, analysis, name);
}

/** @param {State} state @param {boolean} revealed */
const explain = (state, revealed) => (revealed ? getPositionAnalysis(positionRef(state), state.ply) : null);

/**
 * Show a board, and the explanation if it is revealed.
 * @param {State} state @param {import("../api/client.js").Analysis|null} analysis @param {(seat: number|string) => string} name
 */
function showExplained(state, analysis, name) {
  showBoard(state, {
    playable: false,
    name,
    pick: () => {},
    values: analysis && !state.over ? valuesForReader(analysis, state, null) : null,
    proof: analysis?.proof ?? null,
    strategy: analysis?.strategy ?? null,
  });
  if (!analysis) return refill(the("insight"));
  const reading = { name, reader: null, follow: () => {}, redraw: () => {} };
  refill(the("insight"), explanation(state, analysis, reading));
  the("insight").querySelector("details")?.setAttribute("open", "");
}

drawHeader();
setInterval(() => {
  const progress = document.querySelector("#turn .progress");
  const game = place.room?.class_game;
  if (progress && game && openVote(game)) progress.textContent = voteProgress(place);
}, 1000);
if (place.token) place.open().catch(sayError);
else say("Open the projector from the teacher\u2019s page, in the same browser.", "refusal");
