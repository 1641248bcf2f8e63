/** The page of a game in progress: takes the seat in the link, draws the game, binds the keys. */

import { showRules } from "../components/dialogs.js";
import { the } from "../lib/dom.js";
import { drawHeader, say } from "../components/header.js";
import * as keep from "../lib/storage.js";
import { listen } from "../lib/keyboard.js";
import { actionsOf } from "../components/game-actions.js";
import { runClocks } from "../components/clocks.js";
import { drawEntry } from "../components/move-input.js";
import { drawRecord } from "../components/sharing.js";
import { AT, named, query } from "../lib/addresses.js";
import { change, getState } from "../api/client.js";
import { Table } from "../components/game-view.js";
import { Refused, Unanswered, told } from "../api/errors.js";

/** Take the seat whose token is in the address, then remove the token from it. @param {string} id */
async function takeSeat(id) {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!secret) return;
  const invited = secret.startsWith("i.");
  const token = invited ? keep.ownToken(id) : secret;
  const { you } = invited ? await change(id, "join", { invitation: secret, token }, null) : await getState(id, token);
  if (you) keep.keepTokens(id, { [you]: token });
  history.replaceState(null, "", location.pathname);
}

async function main() {
  const id = named() ?? query().id ?? keep.recent()[0]?.id;
  if (!id) return location.replace(AT.home);
  try {
    await takeSeat(id);
  } catch (error) {
    say(told(error), "refusal");
    if (error instanceof Unanswered) setTimeout(() => location.reload(), 3000);
  }
  const table = new Table(id);
  const rules = () => {
    if (table.session.state) showRules(table.session.state.game);
  };
  drawHeader({ rules, pause: true });
  const entry = drawEntry(
    the("entry"),
    (move) => table.pick(move),
    say,
    () => table.session.state?.view.symbols ?? {},
  );
  const actions = actionsOf(table);
  listen(
    entry,
    {
      u: () => {
        if (!table.session.watching) actions.undo();
      },
      y: () => {
        if (!table.session.byLink) actions.redo();
      },
      h: actions.hint,
      v: actions.values,
      n: actions.fresh,
      "?": rules,
      ",": () => table.show(table.shownPly - 1),
      ".": () => table.show(table.shownPly + 1),
    },
    () => Object.values(table.session.state?.view.symbols ?? {}).join(""),
  );
  try {
    await table.session.open();
  } catch (error) {
    const gone = error instanceof Refused && error.unknown;
    say(
      gone
        ? "There is no such game. It may have been removed, or the address is cut short."
        : `${told(error)} Trying again.`,
      "refusal",
    );
    if (gone) table.session.live.close();
    else setTimeout(() => location.reload(), 3000);
    return;
  }
  drawRecord(table);
  runClocks(table.session);
}

main();
