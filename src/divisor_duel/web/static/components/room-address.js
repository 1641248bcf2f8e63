/** How pupils come into a room: the code, the address and a QR code, large enough for a projector. */

import { PAGES, absoluteUrl } from "../lib/addresses.js";
import { h } from "../lib/dom.js";
import { getPicture } from "../api/client.js";
import { loopbackWarning } from "./loopback-warning.js";

/** Return a code with a gap in the middle, so that it is read in two parts. @param {string} code */
export const spacedCode = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** Draw the way into a room. @param {string} code */
export function roomAddress(code) {
  const picture = h("img", { class: "code", alt: "The address as a QR code", width: 320, height: 320 });
  getPicture("code", { path: PAGES.join(code) }).then((source) => picture.setAttribute("src", source));
  return h(
    "div",
    { class: "way-in" },
    picture,
    h(
      "div",
      null,
      h("p", { class: "aside" }, "Go to"),
      h("p", { class: "room-host" }, absoluteUrl(PAGES.join()).replace(/^https?:\/\//, "")),
      h("p", { class: "aside" }, "and type the code"),
      h("p", { class: "room-code", "aria-label": `Code ${[...code].join(" ")}` }, spacedCode(code)),
      loopbackWarning("For the class"),
    ),
  );
}
