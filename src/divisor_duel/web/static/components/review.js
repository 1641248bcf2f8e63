/** The review of a game: the tug of war, and every mistake with the better moves. */

import { button, h, refill, s, the } from "../lib/dom.js";
import { typeset } from "../lib/text.js";
import { moveText } from "../state/move-text.js";
import { fetchedDrawings } from "./drawings.js";
import { positionRef } from "./study-board.js";

/** @typedef {import("./game-view.js").GameView} GameView */

/** Measures of the tug of war, in SVG units. */
const [WIDTH, MIDDLE, HALF, STEP, TOP] = [300, 150, 118, 22, 34];

/** @param {GameView} view */
export function drawReview(view) {
  const state = view.session.state;
  const host = the("review");
  if (!state?.over) return refill(host);
  const reviewed = view.reviewed;
  if (!reviewed)
    return refill(
      host,
      view.reviewStatus && h("h2", null, "Review"),
      view.reviewStatus && h("p", { class: "aside" }, view.reviewStatus),
    );
  const mistakes = reviewed.moves.filter((move) => move.mark === "mistake");
  refill(
    host,
    h("h2", null, "Review"),
    h(
      "p",
      { class: "aside" },
      ["1", "2"].map((seat) => accuracy(view.session.subject(seat), reviewed.accuracy?.[seat])).join(" "),
    ),
    h("figure", { class: "tug" }, tugOfWar(view, reviewed), h("figcaption", null, "Who was winning after each move")),
    mistakes.length
      ? h(
          "ol",
          { class: "mistakes" },
          mistakes.map((move) => mistake(view, move)),
        )
      : h(
          "p",
          null,
          reviewed.moves.some((move) => move.mark === "unknown")
            ? "No mistakes found, but some moves could not be checked in time."
            : "No mistakes.",
        ),
  );
}

/** Show a position, and scroll its board into view. @param {GameView} view @param {number} ply */
async function jumpTo(view, ply) {
  await view.show(ply);
  the("turn").scrollIntoView({ block: "nearest" });
}

/** @param {string} name @param {number|null|undefined} share */
function accuracy(name, share) {
  if (share === null || share === undefined) return `${name} had no choice that mattered.`;
  if (share === 0) return `${name} missed every winning chance.`;
  if (share === 1) return `${name} used every winning chance.`;
  return `${name} used ${Math.round(share * 100)}% of the winning chances.`;
}

/** @param {GameView} view @param {import("../api/types.js").JudgedMessage} judged */
function mistake(view, judged) {
  const state = /** @type {import("../api/client.js").State} */ (view.session.state);
  const symbols = view.reviewed?.symbols;
  const turning = view.reviewed?.turning_point === judged.ply ? " This move decided the game." : "";
  const better = judged.better.map((move) => moveText(state, move, symbols)).join(", ");
  return h(
    "li",
    null,
    button(`Move ${judged.ply}: ${moveText(state, judged.move, symbols)}`, () => jumpTo(view, judged.ply - 1), {
      class: "act jump",
    }),
    h("p", null, `${view.session.subject(judged.player)} threw away the win. Better: ${better}.${turning}`),
    whyDetails(state, judged),
  );
}

/** Draw the reason of a mistake, with its drawing once it is opened. @param {import("../api/client.js").State} state @param {import("../api/types.js").JudgedMessage} judged */
function whyDetails(state, judged) {
  const details = h("details", null, h("summary", null, "Why"), h("p", null, typeset(judged.reason)));
  const draw = () =>
    details.append(fetchedDrawings({ ...positionRef(state), moves: state.played.slice(0, judged.ply - 1) }));
  details.addEventListener("toggle", draw, { once: true });
  return details;
}

/** @param {GameView} view @param {import("../api/types.js").ReviewMessage} reviewed */
function tugOfWar(view, reviewed) {
  const { standings } = reviewed;
  const longest = Math.max(1, ...standings.map(({ remoteness }) => remoteness ?? 0));
  const knots = standings.map(({ winner, remoteness }, row) => {
    const pull = winner === null ? 0 : 1 - (0.75 * (remoteness ?? longest)) / longest;
    return [MIDDLE + (winner === 1 ? -1 : 1) * HALF * pull, TOP + row * STEP];
  });
  const bottom = TOP + (standings.length - 1) * STEP + 14;
  return s(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${bottom}`,
      role: "img",
      "aria-label": `Who was winning after each of ${reviewed.moves.length} moves`,
    },
    s("line", { class: "middle", x1: MIDDLE, y1: TOP - 12, x2: MIDDLE, y2: bottom }),
    s("line", { class: "goal player-1", x1: MIDDLE - HALF, y1: TOP - 12, x2: MIDDLE - HALF, y2: bottom }),
    s("line", { class: "goal player-2", x1: MIDDLE + HALF, y1: TOP - 12, x2: MIDDLE + HALF, y2: bottom }),
    s("text", { x: MIDDLE - HALF - 16, y: 14 }, view.session.name(1)),
    s("text", { x: MIDDLE + HALF + 16, y: 14, "text-anchor": "end" }, view.session.name(2)),
    s("polyline", { class: "rope", points: knots.map((knot) => knot.join(",")).join(" ") }),
    knots.map(([x, y], row) => {
      const judged = reviewed.moves[row - 1];
      const shape =
        standings[row].winner === 2
          ? s("rect", { class: "knot player-2", x: x - 4.5, y: y - 4.5, width: 9, height: 9 })
          : s("circle", { class: `knot player-${standings[row].winner ?? 0}`, cx: x, cy: y, r: 5 });
      return s(
        "g",
        { class: row === view.shownPly ? "jump shown" : "jump", onclick: () => jumpTo(view, row) },
        s("rect", { class: "grip", x: 0, y: y - STEP / 2, width: WIDTH, height: STEP }),
        shape,
        judged?.mark === "mistake" &&
          s(
            "text",
            {
              class: "slip",
              y: y + 5,
              ...(standings[row].winner === 1 ? { x: x - 8, "text-anchor": "end" } : { x: x + 8 }),
            },
            "?",
          ),
      );
    }),
  );
}
