/** The clocks, counted down here between messages from the server, which alone decides. */

import { h, the } from "../lib/dom.js";

/** @typedef {import("../state/session.js").Session} Session */

/** How often the clocks are redrawn, in milliseconds. */
const REDRAW_INTERVAL = 200;
/** Time is short below this share of the whole time, and below this many seconds. */
const SHORT_SHARE = 0.2;
const SHORT_SECONDS = 30;

/** Return the seconds a player has left now. @param {Session} session @param {number|string} seat @returns {number} */
function secondsLeft(session, seat) {
  const { state } = session;
  const clock = state?.clock;
  if (!clock) return 0;
  const runs = clock.running && !state.over && String(state.to_move) === String(seat);
  return Math.max(clock.left[seat] - (runs ? (performance.now() - session.receivedAt) / 1000 : 0), 0);
}

/** Format a time as a clock does. @param {number} seconds */
function clockFigure(seconds) {
  const whole = Math.ceil(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}

/** Draw a player's clock. @param {Session} session @param {string} seat */
export function clockFace(session, seat) {
  if (!session.state?.clock || session.state.over) return null;
  const face = h("span", { class: "timer", data: { seat } }, h("span", { class: "unseen" }, "time left: "), h("span"));
  updateFace(session, face);
  return face;
}

/** Update a clock. @param {Session} session @param {HTMLElement} face @returns {boolean} whether time is short */
function updateFace(session, face) {
  const clock = session.state?.clock;
  const seconds = secondsLeft(session, face.dataset.seat ?? "");
  const text = clockFigure(seconds);
  const shown = /** @type {HTMLElement} */ (face.lastElementChild);
  if (shown.textContent !== text) shown.textContent = text;
  return face.classList.toggle(
    "low",
    Boolean(clock) && seconds < Math.min(SHORT_SECONDS, SHORT_SHARE * (clock?.seconds ?? 0)),
  );
}

/** Run the clocks, and warn once per turn when the player's own time is short. @param {Session} session */
export function runClocks(session) {
  let warned = "";
  setInterval(() => {
    for (const face of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".timer"))) {
      const { seat = "" } = face.dataset;
      const turn = `${seat}:${session.state?.ply}`;
      const short = updateFace(session, face) && session.mayMove && String(session.state?.to_move) === seat;
      if (!short || warned === turn) continue;
      warned = turn;
      the("status").textContent = `You have ${Math.ceil(secondsLeft(session, seat))} seconds left.`;
    }
  }, REDRAW_INTERVAL);
}
