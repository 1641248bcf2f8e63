/** The page of a game in progress: takes the seat in the link, draws the game, binds the keys. */

import { PAGES, idInAddress, pageQuery } from "../lib/addresses.js";
import * as storage from "../lib/storage.js";
import { changeGame, getState } from "../api/client.js";
import { NoResponseError, RejectedError, errorText } from "../api/errors.js";
import { runClocks } from "../components/clocks.js";
import { showRules } from "../components/dialogs.js";
import { actionsOf } from "../components/game-actions.js";
import { GameView } from "../components/game-view.js";
import { drawHeader } from "../components/header.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { receiveMove } from "../components/send-move.js";
import { drawRecord } from "../components/sharing.js";

/** Take the seat whose token is in the address, then remove the token from it. @param {string} id */
async function takeSeat(id) {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!secret) return;
  const invited = secret.startsWith("i.");
  const token = invited ? storage.joinToken(id) : secret;
  const { you } = invited
    ? await changeGame(id, "join", { invitation: secret, token }, null)
    : await getState(id, token);
  if (you) storage.saveTokens(id, { [you]: token });
  history.replaceState(null, "", location.pathname);
}

async function main() {
  const id = idInAddress() ?? pageQuery().id ?? storage.recentGames()[0]?.id;
  if (!id) return location.replace(PAGES.home);
  let refusal = "";
  try {
    await receiveMove(id);
    await takeSeat(id);
  } catch (error) {
    refusal = errorText(error);
    sayError(error);
    if (error instanceof NoResponseError) setTimeout(() => location.reload(), 3000);
  }
  const view = new GameView(id);
  const rules = () => {
    if (view.session.state) showRules(view.session.state.game);
  };
  drawHeader({ rules, pause: true });
  const actions = actionsOf(view);
  drawMoveInput(
    (move) => view.pick(move),
    () => view.session.state?.view.symbols,
    {
      u: () => {
        if (!view.session.watching) actions.undo();
      },
      y: () => {
        if (!view.session.byLink) actions.redo();
      },
      h: actions.hint,
      v: actions.values,
      n: actions.fresh,
      "?": rules,
      ",": () => view.show(view.shownPly - 1),
      ".": () => view.show(view.shownPly + 1),
    },
  );
  try {
    await view.session.open();
  } catch (error) {
    const gone = error instanceof RejectedError && error.notFound;
    say(
      gone
        ? refusal || "We can\u2019t find this game. It may be too old, or the link is incomplete."
        : `${errorText(error)} Trying again.`,
      "refusal",
    );
    if (gone) view.session.subscription.close();
    else setTimeout(() => location.reload(), 3000);
    return;
  }
  drawRecord(view);
  runClocks(view.session);
}

main();
