/** The players, the score, whose turn it is, and how the game ended. */

import { h, playerMark, refill, the } from "../lib/dom.js";
import { typeset } from "../lib/text.js";
import { clockText } from "../state/clock-text.js";
import { inSentence, turnText, verb } from "../state/players.js";
import { clockFace } from "./clocks.js";
import { shownReaction } from "./reactions.js";
import { winnerUnderline } from "./winner-underline.js";

/** @typedef {import("../state/session.js").Session} Session */

/** Return the set-up in words. @param {{options: Record<string, any>, phrase?: string}} setup */
export function optionsText(setup) {
  return (
    setup.phrase ??
    Object.entries(setup.options)
      .map(([name, value]) => `${name} ${value}`)
      .join(", ")
  );
}

/** Draw the heading: the game and its set-up. @param {import("../api/client.js").State} state @param {string} [more] */
export function drawTitle(state, more = "") {
  refill(
    the("title"),
    state.short_title,
    h("span", { class: "aside" }, `${optionsText(state)}${state.clock ? `; ${clockText(state.clock)}` : ""}${more}`),
  );
}

/** Draw the game's rule in one line, as long as there is a move to make. @param {import("../api/client.js").State} state @param {boolean} [over] */
export function drawRule(state, over = state.over) {
  refill(the("rule"), over ? "" : state.summary);
}

/** @param {Session} session */
export function drawPlayers(session) {
  const state = session.state;
  if (!state) return;
  const scored = Object.values(state.score ?? {}).some(Boolean);
  refill(
    the("players"),
    h(
      "ul",
      { class: "players" },
      ["1", "2"].map((seat) =>
        h(
          "li",
          {
            class: !state.over && String(state.to_move) === seat ? "player current" : "player",
          },
          playerMark(seat),
          h("span", { class: "name" }, session.name(seat)),
          h("span", { class: "kind" }, playerNote(session, seat)),
          shownReaction(state, seat),
          clockFace(session, seat),
          scored && h("b", { class: "score" }, h("span", { class: "unseen" }, "games won: "), state.score[seat]),
        ),
      ),
    ),
  );
}

/** Return what to show beside a player's name: you, away, a level. @param {Session} session @param {string} seat */
function playerNote(session, seat) {
  const state = session.state;
  if (!state) return "";
  if (state.players[seat] !== "human")
    return session.name(seat) === "Computer" ? state.players[seat] : `computer, ${state.players[seat]}`;
  if (session.ownSeat === Number(seat)) return session.name(seat) === "You" ? "" : "you";
  if (session.byLink && state.vacant.includes(Number(seat))) return "not here yet";
  if (session.byLink && state.away?.[seat]) return "away";
  return session.byLink ? "here now" : "";
}

/** Return whose turn it is, or how the game ended, in one sentence. @param {Session} session */
export function statusText(session) {
  const state = session.state;
  if (!state) return "";
  if (state.over) {
    const { headline, because } = endingText(session);
    return because ? `${headline}: ${because}` : `${headline}.`;
  }
  if (session.pending && !session.connected) return `Your move ${session.pending.move} is saved.`;
  if (session.pending && session.slow) return `Sending your move ${session.pending.move}.`;
  if (state.thinking && session.slow) return `${session.subject(state.to_move)} is thinking.`;
  const other = session.byLink && state.to_move !== session.ownSeat;
  const gone = other && !state.vacant.includes(state.to_move) && state.away?.[state.to_move];
  const turn = turnText(session.subject(state.to_move));
  return gone ? `${turn} They are away now.` : turn;
}

/** How a player gave up, in words. @type {Record<string, string>} */
const ENDINGS = { resigned: "resigned", left: "left the game", time: "ran out of time" };

/** Return how the game ended; a single player at this screen is addressed as "you". @param {Session} session */
function endingText(session) {
  const state = session.state;
  if (!state?.winner) return { headline: "The game is over", because: "" };
  const winner = session.subject(state.winner);
  const headline = `${winner} ${verb(winner, "win")}`;
  if (state.resigned) {
    const loser = inSentence(session.subject(state.resigned));
    return { headline, because: `${loser} ${ENDINGS[state.ended ?? "resigned"]}.` };
  }
  return { headline, because: state.reason ? `${state.reason.replace(/\.$/, "")}.` : "" };
}

/** @param {Session} session @param {import("../api/client.js").State|null} past the earlier position shown, if any */
export function drawTurn(session, past) {
  const state = session.state;
  if (!state) return;
  const line = the("turn");
  const over = state.over && !past;
  the("table").classList.toggle("finished", state.over);
  const offline = session.connected ? null : h("span", { class: "offline" }, "No connection. Trying again.");
  if (past) {
    line.className = "past";
    return refill(
      line,
      playerMark(past.to_move),
      h(
        "span",
        null,
        `After ${past.ply} of ${state.ply} moves: ${inSentence(turnText(session.subject(past.to_move)))}`,
      ),
      offline,
    );
  }
  const who = over ? state.winner : state.to_move;
  if (!over) {
    line.className = "";
    const note = state.note && h("span", { class: "note" }, typeset(state.note));
    return refill(line, playerMark(state.to_move), h("span", null, statusText(session)), note, offline);
  }
  const { headline, because } = endingText(session);
  if (line.className.startsWith("over") && line.dataset.ending === headline + because && !offline) return;
  line.className = session.ownSeat !== null && who !== session.ownSeat ? "over lost" : "over won";
  line.dataset.ending = headline + because;
  refill(
    line,
    who && playerMark(who),
    h("span", { class: "headline" }, headline, winnerUnderline(who)),
    h("span", { class: "unseen" }, because ? ": " : "."),
    because && h("span", { class: "because" }, because),
    offline,
  );
  line.scrollIntoView({ block: "nearest" });
}
