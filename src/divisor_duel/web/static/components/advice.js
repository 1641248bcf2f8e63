/** Help during and after a game: hints, the coach, the review, the rule behind a reply. */

import { confirmed } from "./dialogs.js";
import { say } from "./header.js";
import { drawActions } from "./game-actions.js";
import { drawInsight } from "./explanation.js";
import { written } from "../state/move-text.js";
import { drawReview } from "./review.js";
import { getAnalysis, getHint, getReview, getWarning } from "../api/client.js";
import { QUICK } from "../state/session.js";
import { told } from "../api/errors.js";

/** @typedef {import("./game-view.js").Table} Table */

/**
 * Make a move; with the coach on, first ask about a move that would give a win away.
 * @param {Table} table @param {number} move
 */
export async function coached(table, move) {
  const { session } = table;
  const state = session.state;
  if (table.coaching && session.mayMove && session.alone && state?.legal.includes(move)) {
    if (table.weighing) return;
    table.weighing = true;
    const slow = setTimeout(() => say("The coach looks at it\u2026", "waiting"), QUICK);
    const { warning } = await getWarning(session.id, move, session.token).catch(() => ({ warning: null }));
    clearTimeout(slow);
    table.weighing = false;
    if (session.state !== state) return;
    say("");
    if (warning && !(await confirmed(warning, "Play it anyway", "Nothing is lost yet: look once more.", "Think again")))
      return;
  }
  session.play(move);
}

/** Show the next hint. @param {Table} table */
export async function askHint(table) {
  if (!table.session.mayMove) return say("There is nothing to hint at now.", "refusal");
  if (table.hinting) return;
  table.hinting = true;
  drawActions(table);
  say("Looking for a hint\u2026", "waiting");
  try {
    const hint = await getHint(table.session.id, table.hints.length + 1, table.session.token);
    table.hinted = hint.move;
    if (!table.hints.includes(hint.why)) table.hints.push(hint.why);
    say(hint.why);
  } catch (error) {
    table.failed(error);
  }
  table.hinting = false;
  table.draw();
}

/** Fetch and show the review of the game. @param {Table} table */
export async function askReview(table) {
  try {
    table.reviewTrouble = "Working it out\u2026";
    drawReview(table);
    table.reviewed = await getReview(table.session.id, table.session.token);
    table.values = true;
    table.draw();
  } catch (error) {
    table.reviewTrouble = told(error);
    drawReview(table);
  }
}

/** In a game against a proof, tell the player which rule chose the reply. @param {Table} table */
export async function explainAnswer(table) {
  const { session } = table;
  const state = session.state;
  const reply = state?.played.at(-1);
  if (!state || reply === undefined || state.over) return;
  try {
    const { reason } = await getAnalysis(session.id, state.ply, session.token);
    table.rule = `${session.name(3 - state.to_move)} chose ${written(state, reply)}. ${reason}`;
  } catch {
    table.rule = "";
  }
  drawInsight(table);
}
