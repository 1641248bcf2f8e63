/** The lesson page: a game taught on its own board, step by step. */

import { PAGES, idInAddress } from "../lib/addresses.js";
import { button, h, refill, the } from "../lib/dom.js";
import { findGame, loadCatalog } from "../api/catalog.js";
import { getLesson } from "../api/client.js";
import { playAfterLesson } from "../state/new-game.js";
import { showRules } from "../components/dialogs.js";
import { drawHeader } from "../components/header.js";
import { Lesson } from "../components/lesson.js";
import { sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";

/** @type {Lesson|null} */
let shown = null;

/** Play the position that the lesson ends with. @param {any} lesson */
async function play(lesson) {
  try {
    const game = findGame(await loadCatalog(), lesson.game);
    await playAfterLesson(game, lesson.steps.at(-1));
  } catch (error) {
    sayError(error);
  }
}

async function main() {
  const rules = () => {
    if (shown) showRules(shown.lesson.game);
  };
  drawHeader({ rules });
  addEventListener("beforeprint", () => {
    if (shown) the("main").append(shown.printed());
  });
  addEventListener("afterprint", () => document.querySelector(".lesson-steps")?.remove());
  drawMoveInput(
    (move) => shown?.pick(move),
    () => shown?.step.state.view.symbols,
    {
      "?": rules,
      ".": () => shown?.goTo(shown.index + 1),
      ",": () => shown?.goTo(shown.index - 1),
    },
  );
  refill(the("turn"), "One moment\u2026");
  const lesson = await getLesson(idInAddress() ?? "");
  refill(
    the("more"),
    h("p", { class: "buttons" }, h("a", { class: "act plain", href: PAGES.exercises(lesson.game) }, "Exercises")),
  );
  shown = new Lesson(lesson, {
    progress: the("run"),
    last: button("Play your first game with the coach", () => play(lesson), {
      class: "act strong main",
      data: { play: lesson.game, key: "play" },
    }),
    asked: "Play it, from the side that can win.",
    onStep: (step) => history.replaceState(null, "", `${location.pathname}#${step + 1}`),
  });
  shown.goTo(Math.min(Math.max(Number(location.hash.slice(1)) - 1 || 0, 0), lesson.steps.length - 1));
}

main().catch(sayError);
