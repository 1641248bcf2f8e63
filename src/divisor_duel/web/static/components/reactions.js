/** Marks that players of a game by link can show each other, without any chat. */

import { h, refill, s, the } from "../lib/dom.js";

/** The drawing and the words of each mark. @type {Record<string, [string, string]>} */
const MARKS = {
  well_played: ["Well played", "M12 3 L14.6 9 21 9.6 16.2 13.8 17.7 20 12 16.7 6.3 20 7.8 13.8 3 9.6 9.4 9 Z"],
  oops: ["Oops", "M4 9 Q8 4 12 9 T20 9 M4 16 Q8 11 12 16 T20 16"],
  thinking: ["Let me think", "M5 12 h0.1 M12 12 h0.1 M19 12 h0.1"],
  again: ["Again?", "M19 12 A7 7 0 1 1 16 6.2 M16 2.5 V7 H11.5"],
};

/** Draw a mark. @param {string} mark */
const drawing = (mark) =>
  s(
    "svg",
    { class: `reaction ${mark}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: MARKS[mark][1] }),
  );

/** Draw the mark that a player shows, if any. @param {import("../api/client.js").State} state @param {string} seat */
export function shownReaction(state, seat) {
  const mark = state.reactions?.[seat];
  return mark && MARKS[mark]
    ? h(
        "span",
        { class: "shown", title: MARKS[mark][0] },
        drawing(mark),
        h("span", { class: "unseen" }, MARKS[mark][0]),
      )
    : null;
}

/**
 * Return in words which mark a player has just shown; "" for none.
 * @param {import("../api/client.js").State} before @param {import("../state/session.js").Session} session
 */
export function newReaction(before, session) {
  const shown = session.state?.reactions ?? {};
  const seat = Object.keys(shown).find((each) => shown[each] !== before.reactions?.[each]);
  const mark = seat && MARKS[shown[seat]];
  return mark ? `${session.subject(seat)}: ${mark[0]}.` : "";
}

/** Draw the buttons for the marks in a game by link. @param {import("../state/session.js").Session} session */
export function drawReactions(session) {
  const { state, ownSeat } = session;
  if (!state || !session.byLink || ownSeat === null || state.vacant.length) return refill(the("reactions"));
  refill(
    the("reactions"),
    h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Show your opponent" },
      Object.entries(MARKS).map(([mark, [words]]) =>
        h(
          "button",
          {
            type: "button",
            class: "act plain",
            "aria-label": words,
            title: words,
            "aria-pressed": String(state.reactions?.[ownSeat] === mark),
            data: { key: `react-${mark}` },
            onclick: () => session.request("reaction", { mark }, ownSeat),
          },
          drawing(mark),
        ),
      ),
    ),
  );
}
