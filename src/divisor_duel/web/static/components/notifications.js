/** "Your move" as a notification of the browser, for players who allow it. */

import { button } from "../lib/dom.js";
import { say } from "./messages.js";

/** Whether this browser can notify; only secure pages may. */
const available = () => "Notification" in window && isSecureContext;

/** Notify the player, unless the page is in view. @param {import("../state/session.js").Session} session */
export function notifyTurn(session) {
  if (!document.hidden || !available() || Notification.permission !== "granted") return;
  const notice = new Notification(`Divisor Duel: ${session.state?.short_title}`, {
    body: "It is your move.",
    tag: session.id,
    icon: "/icon-192.png",
  });
  notice.onclick = () => window.focus();
}

/** Draw the button that asks for permission, until the player has answered. */
export function notifyButton() {
  if (!available() || Notification.permission !== "default") return null;
  return button(
    "Notify me",
    async () => {
      const answer = await Notification.requestPermission();
      say(
        answer === "granted"
          ? "You\u2019ll get a notification when it is your move."
          : "Your browser won\u2019t show notifications.",
      );
    },
    { class: "act plain", title: "Shows a notification when it is your move" },
  );
}
