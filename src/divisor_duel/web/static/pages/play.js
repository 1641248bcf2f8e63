/** The page of a game in progress: takes the seat in the link, draws the game, binds the keys. */

import { PAGES, idInAddress, pageQuery } from "../lib/addresses.js";
import { the } from "../lib/dom.js";
import * as storage from "../lib/storage.js";
import { getState } from "../api/client.js";
import { NoResponseError, RejectedError, errorText } from "../api/errors.js";
import { runClocks } from "../components/clocks.js";
import { showRules } from "../components/dialogs.js";
import { actionsOf } from "../components/game-actions.js";
import { GameView } from "../components/game-view.js";
import { drawHeader } from "../components/header.js";
import { openInvitation, receiveInvitation } from "../components/invitation.js";
import { say, sayError } from "../components/messages.js";
import { drawMoveInput } from "../components/move-input.js";
import { receiveMove } from "../components/send-move.js";
import { bindShowMe } from "../components/show-me.js";
import { drawRecord } from "../components/sharing.js";

/** Take the seat whose token is in the address, then remove the token from it. @param {string} id */
async function takeSeat(id) {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!secret) return;
  if (secret.startsWith("i.")) await receiveInvitation(id, secret);
  else {
    const { you } = await getState(id, secret);
    if (you) storage.saveTokens(id, { [you]: secret });
  }
  history.replaceState(null, "", `${location.pathname}${location.search}`);
}

/** Show the link of a game that still waits for a friend, once. @param {GameView} view */
function offerInvitation({ session }) {
  const friend = storage.invitation(session.id);
  if (!friend || !session.state?.vacant.includes(Number(friend.seat)) || storage.invitationShown(session.id)) return;
  storage.saveInvitationShown(session.id);
  openInvitation(session.id, friend.token, session.state.short_title);
}

async function main() {
  const id = idInAddress() ?? pageQuery().id ?? storage.recentGames()[0]?.id;
  if (!id) return location.replace(PAGES.home);
  let refusal = "";
  /** @type {GameView|null} */
  let view = null;
  const rules = () => {
    if (view?.session.state) showRules(view.session.state.game);
  };
  drawHeader({ rules, pause: true });
  try {
    await receiveMove(id);
    await takeSeat(id);
  } catch (error) {
    refusal = errorText(error);
    sayError(error);
    if (error instanceof NoResponseError) setTimeout(() => location.reload(), 3000);
  }
  const shown = new GameView(id);
  view = shown;
  bindShowMe(the("board"));
  const actions = actionsOf(shown);
  drawMoveInput(
    (move) => shown.pick(move),
    () => shown.session.state?.view.symbols,
    {
      u: () => {
        if (!shown.session.watching) actions.undo();
      },
      y: () => {
        if (!shown.session.byLink) actions.redo();
      },
      h: actions.hint,
      v: actions.values,
      n: actions.fresh,
      "?": rules,
      ",": () => shown.show(shown.shownPly - 1),
      ".": () => shown.show(shown.shownPly + 1),
    },
  );
  try {
    await shown.session.open();
  } catch (error) {
    const gone = error instanceof RejectedError && error.notFound;
    say(
      gone
        ? refusal || "We can\u2019t find this game. It may be too old, or the link is incomplete."
        : `${errorText(error)} Trying again.`,
      "refusal",
    );
    if (gone) shown.session.subscription.close();
    else setTimeout(() => location.reload(), 3000);
    return;
  }
  drawRecord(shown);
  offerInvitation(shown);
  runClocks(shown.session);
}

main();
