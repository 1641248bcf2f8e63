/** A pupil's page: join with a code and a first name, then play what the teacher starts. */

import { PAGES } from "../lib/addresses.js";
import { h, refill, showBusy, the } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import * as storage from "../lib/storage.js";
import { getLesson, joinRoom } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { RoomPlace, codeInAddress } from "../state/room.js";
import { showRules } from "../components/dialogs.js";
import { actionsOf } from "../components/game-actions.js";
import { ClassVote } from "../components/class-game.js";
import { GameView } from "../components/game-view.js";
import { drawHeader } from "../components/header.js";
import { Lesson } from "../components/lesson.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { RoomPuzzles } from "../components/room-puzzles.js";
import { spacedCode } from "../components/room-address.js";
import { bindShowMe } from "../components/show-me.js";

/** @typedef {import("../api/client.js").Room} Room */

/** @type {RoomPlace|null} */
let place = null;
/** @type {GameView|null} */
let view = null;
/** The puzzles, while they are shown. @type {RoomPuzzles|null} */
let puzzles = null;

/** The lesson, while it is shown. @type {Lesson|null} */
let lesson = null;
/** Whether the lesson is shown or being loaded. */
let learning = false;

/** The game of the class, while it is shown. @type {ClassVote|null} */
let classVote = null;

/** Show the board, or what else is shown instead. @param {boolean} shown */
function showGame(shown) {
  for (const id of ["table", "controls", "side"]) the(id).hidden = !shown;
}

/** Ask for the code and the name. @param {string} code @param {string} [trouble] */
function drawDoor(code, trouble = "") {
  if (classVote) leaveClassGame();
  leaveLesson();
  closeGame();
  showGame(false);
  refill(the("place"));
  const typed = /** @type {HTMLInputElement} */ (
    h("input", {
      id: "code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: 12,
      class: "room-code",
    })
  );
  typed.value = code;
  const name = /** @type {HTMLInputElement} */ (h("input", { id: "first-name", autocomplete: "off", maxlength: 20 }));
  const refused = h("p", { class: "notice refusal", role: "alert" }, trouble);
  const submit = h("button", { type: "submit", class: "act strong main" }, "Join");
  const join = async () => {
    const wanted = typed.value.toUpperCase().replace(/[\s-]/g, "");
    const token = storage.newToken();
    const room = await joinRoom(encodeURIComponent(wanted || "-"), { token, name: name.value });
    storage.saveRoomToken(room.code, "pupil", token);
    history.replaceState(null, "", PAGES.join(room.code));
    await enter(room.code);
  };
  refill(
    the("invitation"),
    h(
      "form",
      {
        class: "invited",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          refused.textContent = "";
          showBusy(submit, join()).catch((error) => {
            refused.textContent = errorText(error);
          });
        },
      },
      h("h1", null, "Join your class"),
      h("label", { for: "code" }, "Code", typed),
      h("label", { for: "first-name" }, "Your first name", name),
      refused,
      h("p", { class: "buttons" }, submit),
      h("p", { class: "aside" }, "Only your class sees your name. Everything here is deleted after a day."),
    ),
  );
  the("invitation").hidden = false;
  (code ? name : typed).focus();
}

/** @param {string} code */
async function enter(code) {
  place = new RoomPlace(code, "pupil", {
    change: draw,
    gone: (reason) => drawDoor(code, `${reason[0].toUpperCase()}${reason.slice(1)}.`),
  });
  await place.open();
}

/** @param {Room} room */
function draw(room) {
  const { pupil } = room;
  if (!pupil) return;
  the("invitation").hidden = true;
  refill(
    the("place"),
    h("b", null, pupil.name),
    h("span", { class: "aside" }, `room ${spacedCode(room.code)}`),
    room.round > 0 && h("span", null, `round ${room.round}`),
    room.round > 0 && h("span", null, `${plural(pupil.points, "point")}`),
    ...[statusLine(room, pupil)].flat(),
  );
  const learns = takesLesson(room, pupil);
  if (!learns) leaveLesson();
  if (room.class_game) return showClassGame(room);
  if (classVote) leaveClassGame();
  const running = Boolean(pupil.playing) && !pupil.over;
  if (puzzles && (running || !pupil.puzzles.length)) puzzles = null;
  showGame((Boolean(pupil.playing) || Boolean(puzzles) || pupil.puzzles.length > 0 || learns) && !room.paused);
  document.title = `${pupil.name}: ${room.title}`;
  if (puzzles) return;
  if (pupil.playing && pupil.seat && pupil.playing !== view?.session.id) openGame(pupil.playing, pupil.seat);
  if (!pupil.playing && pupil.puzzles.length) openPuzzles();
  if (learns) openLesson(room.game).catch(sayError);
}

/** Whether a pupil takes the lesson now. @param {Room} room @param {import("../api/types.js").PupilRoom} pupil */
const takesLesson = (room, pupil) =>
  room.lesson && !room.class_game && !pupil.playing && !pupil.puzzles.length && !puzzles;

/** Show the lesson to a pupil who waits for a game. @param {string} game */
async function openLesson(game) {
  if (learning) return;
  learning = true;
  const loaded = await getLesson(game);
  if (!learning) return; // a game has begun in the meantime
  lesson = new Lesson(loaded, { progress: the("players"), last: null, asked: "Your teacher will start a game soon." });
  lesson.goTo(0);
}

function leaveLesson() {
  if (lesson) clearBoard();
  lesson = null;
  learning = false;
}

/** Remove what a lesson or the class's game leaves around the board. */
function clearBoard() {
  say("");
  for (const id of ["players", "insight", "actions"]) refill(the(id));
  the("entry").hidden = false;
}

/** Show the game of the class instead of the pupil's own. @param {Room} room */
function showClassGame(room) {
  if (!classVote && place) {
    closeGame();
    puzzles = null;
    say("");
    classVote = new ClassVote(place);
  }
  showGame(!room.paused);
  document.title = `The class against the computer: ${room.title}`;
  classVote?.update();
}

/** Go back to the pupil's own game. */
function leaveClassGame() {
  classVote?.close();
  classVote = null;
  clearBoard();
}

/** Say what happens now, if no board is shown. @param {Room} room @param {import("../api/types.js").PupilRoom} pupil */
function statusLine(room, pupil) {
  if (room.paused) return h("p", { class: "eyes", role: "status" }, "Eyes up! Look at your teacher.");
  if (room.class_game) return null;
  if (pupil.puzzles.length && (!pupil.playing || pupil.over)) {
    const solved = pupil.puzzles.filter((tries) => tries.includes("1")).length;
    return [
      h("span", null, `puzzles: ${solved} of ${pupil.puzzles.length} solved`),
      pupil.playing &&
        !puzzles &&
        h("button", { type: "button", class: "act strong", onclick: openPuzzles }, "Solve the puzzles"),
    ];
  }
  if (pupil.playing) return null;
  if (takesLesson(room, pupil))
    return h(
      "p",
      { class: "lead", role: "status" },
      "You\u2019re in! Take the lesson until your teacher starts a game.",
    );
  return h(
    "div",
    { class: "waiting-room", role: "status" },
    h("h1", null, room.round ? "You play in the next round" : "You\u2019re in!"),
    h(
      "p",
      { class: "lead" },
      room.round ? "Your teacher will start it soon." : "Your teacher will start the game soon.",
    ),
    h("h2", null, room.title),
    h("p", null, `${room.summary} Set-up: ${room.phrase}.`),
    h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", class: "act", onclick: () => showRules(room.game) }, "Rules"),
    ),
  );
}

/** Show the puzzles instead of a game. */
function openPuzzles() {
  if (!place?.room) return;
  closeGame();
  puzzles = new RoomPuzzles(place);
  puzzles.open();
  draw(place.room);
}

/** Leave the pupil's own game, and the look that its end gave to the page. */
function closeGame() {
  view?.close();
  view = null;
  the("turn").className = "";
  the("table").classList.remove("finished");
  the("board").classList.remove("idle");
}

/** Open a game: the place's own token is the token of its seat. @param {string} id @param {number} seat */
function openGame(id, seat) {
  view?.close();
  say("");
  storage.setTokens(id, { [seat]: place?.token ?? "" });
  view = new GameView(id, { inRoom: true });
  view.session.open().catch(sayError);
}

function main() {
  const rules = () => {
    if (place?.room) showRules(place.room.game);
  };
  drawHeader({ rules });
  bindShowMe(the("board"));
  const act = (/** @type {"undo"|"hint"|"values"} */ action) => () => {
    if (view?.session.state?.values_allowed || action === "undo") view && actionsOf(view)[action]();
  };
  drawMoveInput(
    (move) => (classVote ?? puzzles ?? lesson ?? view)?.pick(move),
    () =>
      (classVote ? classVote.state : puzzles ? puzzles.task?.state : lesson ? lesson.step.state : view?.session.state)
        ?.view.symbols,
    {
      u: act("undo"),
      h: act("hint"),
      v: act("values"),
      "?": rules,
      ",": () => (lesson ? lesson.goTo(lesson.index - 1) : view?.show(view.shownPly - 1)),
      ".": () => (lesson ? lesson.goTo(lesson.index + 1) : view?.show(view.shownPly + 1)),
    },
  );
  const code = codeInAddress();
  if (code && storage.roomToken(code, "pupil")) enter(code).catch(sayError);
  else drawDoor(code);
}

main();
