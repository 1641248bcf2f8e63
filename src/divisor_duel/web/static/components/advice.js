/** Help during and after a game: hints, the coach, the review, the rule behind a reply. */

import { getAnalysis, getHint, getReview, getWarning } from "../api/client.js";
import { errorText } from "../api/errors.js";
import { moveText } from "../state/move-text.js";
import { SHORT_WAIT } from "../state/session.js";
import { confirmAction } from "./dialogs.js";
import { drawExplanation } from "./explanation.js";
import { drawActions } from "./game-actions.js";
import { say, sayError } from "./messages.js";
import { saveReviewed } from "./mistakes.js";
import { announceHint } from "./puzzle-solution.js";
import { drawReview } from "./review.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/**
 * Make a move; with the coach on, first ask about a move that would give a win away.
 * @param {GameView} view @param {number} move
 */
export async function playWithCoach(view, move) {
  const { session } = view;
  const state = session.state;
  if (view.coaching && session.mayMove && state?.values_allowed && state.legal.includes(move)) {
    if (view.coachJudging) return;
    view.coachJudging = true;
    const slow = setTimeout(() => say("The coach is checking your move\u2026", "waiting"), SHORT_WAIT);
    const { warning } = await getWarning(session.id, move, session.token).catch(() => ({ warning: null }));
    clearTimeout(slow);
    view.coachJudging = false;
    if (session.state !== state) return;
    say("");
    if (
      warning &&
      !(await confirmAction(warning, "Play it anyway", "You can still choose another move.", "Think again"))
    )
      return;
  }
  session.play(move);
}

/** Show the next hint. @param {GameView} view */
export async function showHint(view) {
  if (!view.session.mayMove) return say("You can ask for a hint when it is your move.", "refusal");
  if (view.hinting) return;
  view.hinting = true;
  drawActions(view);
  say("Finding a hint\u2026", "waiting");
  try {
    const hint = await getHint(view.session.id, view.hints.length + 1, view.session.token);
    view.hinted = hint.move;
    if (!view.hints.includes(hint.why)) view.hints.push(hint.why);
    say("");
    view.hinting = false;
    view.draw();
    announceHint(hint.why);
  } catch (error) {
    view.hinting = false;
    view.draw();
    sayError(error);
  }
}

/** Fetch and show the review of the game. @param {GameView} view */
export async function showReview(view) {
  try {
    view.reviewStatus = "Checking every move\u2026";
    drawReview(view);
    view.reviewed = await getReview(view.session.id, view.session.token);
    view.values = true;
    view.draw();
    if (view.session.state) saveReviewed(view.session.state, view.reviewed, view.session.ownSeat).catch(sayError);
  } catch (error) {
    view.reviewStatus = errorText(error);
    drawReview(view);
  }
}

/** In a game against a proof, tell the player which rule chose the reply. @param {GameView} view */
export async function explainReply(view) {
  const { session } = view;
  const state = session.state;
  const reply = state?.played.at(-1);
  if (!state || reply === undefined || state.over) return;
  try {
    const { reason } = await getAnalysis(session.id, state.ply, session.token);
    view.replyRule = `${session.subject(3 - state.to_move)} played ${moveText(state, reply)}. ${reason}`;
  } catch {
    view.replyRule = "";
  }
  drawExplanation(view);
}
