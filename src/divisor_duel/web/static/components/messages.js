/** The message under the board, which screen readers announce. */

import { h, the } from "../lib/dom.js";
import { errorText } from "../api/errors.js";

/** Show a message, and announce it to screen readers. @param {string} text @param {string} [kind] */
export function say(text, kind = "info") {
  the("status").textContent = text;
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.replaceChildren(text ? h("p", { class: `notice ${kind}` }, text) : "");
}

/** Show an error as a message. @param {unknown} error */
export const sayError = (error) => say(errorText(error), "refusal");
