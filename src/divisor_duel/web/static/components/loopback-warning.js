/** A warning beside links that other devices cannot open. */

import { h } from "../lib/dom.js";
import { storesGames } from "../api/client.js";

/** Whether the address of this page leads other devices to themselves. */
export const onLoopback = /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** Warn on loopback, and say which flag helps; null elsewhere. @param {string} purpose what the flag is for: "To ..." */
export const loopbackWarning = (purpose) =>
  onLoopback
    ? h(
        "p",
        { class: "notice refusal" },
        "This address works on this computer only.",
        storesGames ? "" : ` ${purpose}, start the server with: duel serve --host 0.0.0.0`,
      )
    : null;
