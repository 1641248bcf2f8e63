/** The teacher's page: who is here, all boards, the next round, the projector. */

import { PAGES } from "../lib/addresses.js";
import { button, h, refill, showBusy, the } from "../lib/dom.js";
import { plural } from "../lib/text.js";
import { loadCatalog } from "../api/catalog.js";
import { RoomPlace, codeInAddress } from "../state/room.js";
import { classGameTools, openClassGame, openVote, voteProgress } from "../components/class-game.js";
import { confirmAction } from "../components/dialogs.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { roomAddress, spacedCode } from "../components/room-address.js";
import { openNames } from "../components/room-pupils.js";
import { openResults } from "../components/room-results.js";
import { openPuzzleSettings, openSettings } from "../components/room-settings.js";
import { Wall } from "../components/wall.js";

/** @typedef {import("../api/client.js").Room} Room @typedef {import("../api/types.js").TeacherRoom} TeacherRoom */

const code = codeInAddress();
const place = new RoomPlace(code, "teacher", { change: draw, gone, connection });
const wall = new Wall(the("wall"), place.token, (game) => project({ game }));
/** Draws the open dialog again. */
let drawDialog = () => {};

/** @param {Partial<import("../api/types.js").Project>} what */
const project = (what) => place.change({ type: "project", ...what }).catch(sayError);

/** @param {Room} room */
function draw(room) {
  const teacher = /** @type {TeacherRoom} */ (room.teacher);
  document.title = `${spacedCode(room.code)}: your class`;
  refill(the("title"), `${room.title} `, h("span", { class: "aside" }, room.phrase));
  drawTools(room, teacher);
  if (room.round) {
    the("wall").classList.remove("arrivals");
    the("wall").classList.add("wall");
    wall.show(teacher.games, teacher.projected.game, room.paused || Boolean(room.class_game));
  } else drawArrivals(room, teacher);
  drawSummary();
  drawDialog();
}

/** Say who waits and who is stuck. */
function drawSummary() {
  const room = place.room;
  if (!room?.teacher) return;
  const playing = room.teacher.games.filter(({ over }) => !over);
  const busy = new Set(playing.flatMap(({ one, two }) => [one, two]));
  const waiting = room.teacher.pupils.filter(({ number, here }) => here && !busy.has(number)).map(({ name }) => name);
  const stuck = wall.stuck();
  const few = (/** @type {string[]} */ names) =>
    names.length > 5 ? `${names.slice(0, 4).join(", ")} and ${names.length - 4} more` : names.join(", ");
  refill(
    the("run"),
    h("b", { class: "room-code small" }, spacedCode(room.code)),
    h("span", null, `${room.here} here`),
    room.round > 0 && h("span", null, `round ${room.round}: ${plural(playing.length, "game")} in progress`),
    room.round > 0 && waiting.length > 0 && h("span", null, `waiting: ${few(waiting)}`),
    stuck.length > 0 && h("span", { class: "stuck-names" }, `stuck: ${few(stuck)}`),
  );
}

/** @param {Room} room @param {TeacherRoom} teacher */
function drawTools(room, teacher) {
  const left = teacher.games.filter(({ over }) => !over).length;
  const begin = async () => {
    const question = `Start round ${room.round + 1}?`;
    const explained = `${plural(left, "game")} not finished: both players get half a point.`;
    if (left && !(await confirmAction(question, "Start it", explained, "Wait"))) return;
    await place.change({ type: "round", after: room.round });
    say("");
  };
  refill(
    the("tools"),
    h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Class" },
      button(`Start round ${room.round + 1}`, (event) => showBusy(event.currentTarget, begin()).catch(sayError), {
        class: left ? "act" : "act strong",
        data: { key: "round" },
        disabled: room.here ? null : true,
      }),
      (room.round > 0 || room.class_game) &&
        button(
          room.paused ? "Resume" : "Eyes up: pause all games",
          () => place.change({ type: "settings", paused: !room.paused }).catch(sayError),
          { data: { key: "pause" }, "aria-pressed": String(room.paused) },
        ),
      button(
        `Names (${teacher.pupils.length})`,
        () => {
          drawDialog = openNames(place);
        },
        { data: { key: "names" }, "aria-haspopup": "dialog" },
      ),
      room.round > 0 &&
        button("Results", () => openResults(place), { data: { key: "results" }, "aria-haspopup": "dialog" }),
      h("a", { class: "act", href: PAGES.projector(code), target: "_blank", data: { key: "projector" } }, "Projector"),
      button("Class against the computer", openClassDialog, {
        data: { key: "class-game" },
        "aria-haspopup": "dialog",
        disabled: room.class_game ? true : null,
      }),
      button(
        teacher.puzzles ? `Puzzles (${teacher.puzzles})` : "Puzzles",
        () => {
          drawDialog = openPuzzleSettings(place);
        },
        { data: { key: "puzzles" }, "aria-haspopup": "dialog" },
      ),
      button("Settings", () => openSettings(place, end), { data: { key: "settings" }, "aria-haspopup": "dialog" }),
    ),
    room.class_game ? classGameTools(room.class_game, place) : null,
    projectedGame(teacher),
  );
}

/** Set up a game of the whole class. */
function openClassDialog() {
  loadCatalog()
    .then(({ levels }) => openClassGame(place, levels))
    .catch(sayError);
}

/** Draw what is on the projector, if it is a game. @param {TeacherRoom} teacher */
function projectedGame(teacher) {
  const { game, discussed, revealed } = teacher.projected;
  if (!game && !discussed) return null;
  const played = teacher.games.find(({ id }) => id === game)?.names.join(" against ");
  const shown = discussed ? `position ${discussed.number} to discuss` : (played ?? "an earlier game");
  return h(
    "div",
    { class: "on-projector", role: "group", "aria-label": "Projector" },
    h("span", null, "On the projector: ", h("b", null, shown)),
    button(
      revealed ? "Hide who wins" : "Show who wins, and why",
      () => project({ game, discussed, revealed: !revealed }),
      {
        class: "act strong",
        data: { key: "reveal" },
      },
    ),
    button("Clear the projector", () => project({}), { data: { key: "off" } }),
  );
}

/** Before the first round: the way in, and who has come. @param {Room} room @param {TeacherRoom} teacher */
function drawArrivals(room, teacher) {
  const wallElement = the("wall");
  wallElement.className = "arrivals";
  if (!wallElement.querySelector(".way-in")) refill(wallElement, roomAddress(room.code), h("ul", { class: "arrived" }));
  const list = /** @type {HTMLElement} */ (wallElement.querySelector(".arrived"));
  refill(list, ...teacher.pupils.map(({ name, here }) => h("li", { class: here ? "" : "absent" }, name)));
}

async function end() {
  const sure = await confirmAction(
    "Delete the room now?",
    "Delete it",
    "All games, names and results are deleted at once.",
    "Keep the room",
  );
  if (!sure) return;
  place.change({ type: "end" }).catch(sayError);
}

/** @param {string} reason */
function gone(reason) {
  refill(the("tools"), h("a", { class: "act strong", href: PAGES.classroom() }, "Open another room"));
  for (const id of ["wall", "run"]) refill(the(id));
  the("title").textContent = "This room has ended";
  say(`${reason}.`, "refusal");
}

/** @param {boolean} up */
function connection(up) {
  if (!up) say("No connection to the server. Trying again.", "waiting");
  else if (document.querySelector("#notice .waiting")) say("");
}

drawHeader();
if (place.token) place.open().catch(sayError);
else gone("Only the browser that opened this room can manage it");
setInterval(drawSummary, 1000);
setInterval(() => {
  const progress = document.querySelector("#tools .progress");
  if (progress && place.room?.class_game && openVote(place.room.class_game)) progress.textContent = voteProgress(place);
}, 1000);
