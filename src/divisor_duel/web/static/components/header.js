/** The top line of every page: home, puzzles, rules, sound, theme. */

import { PAGES, framed, unframedAddress } from "../lib/addresses.js";
import { h, the } from "../lib/dom.js";
import { countPresses } from "../lib/presses.js";
import { setSound, soundOn } from "../lib/sound.js";
import { preference, savePreference, saveTheme } from "../lib/storage.js";

const dark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/**
 * Draw a button that turns something on and off.
 * @param {string} label @param {() => boolean} is @param {(on: boolean) => void} set @param {string} title
 */
function toggle(label, is, set, title) {
  const element = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title,
      "aria-pressed": String(is()),
      onclick: () => {
        set(!is());
        element.setAttribute("aria-pressed", String(is()));
      },
    },
    label,
  );
  return element;
}

/** Draw the top line of a page in a frame: a link to the whole page, as it is when the link is pressed. */
function drawFrameHeader() {
  document.body.classList.add("framed");
  const link = h("a", { href: unframedAddress(), class: "home" }, "Open in Divisor Duel");
  for (const event of ["pointerdown", "focus"])
    link.addEventListener(event, () => link.setAttribute("href", unframedAddress()));
  the("header").replaceChildren(link);
}

/** Draw the top line. @param {{rules?: () => void, pause?: boolean}} [more] `pause`: whether the computer may move here */
export function drawHeader({ rules, pause = false } = {}) {
  countPresses();
  // On paper, the address leads back to the same page.
  addEventListener("beforeprint", () => {
    the("header").dataset.address = location.href;
  });
  if (framed) return drawFrameHeader();
  const nav = h(
    "nav",
    { id: "site", "aria-label": "Site" },
    h("a", { href: PAGES.daily(), class: "quiet" }, "Daily puzzle"),
    h("a", { href: PAGES.puzzle(), class: "quiet" }, "Puzzles"),
    rules &&
      h(
        "button",
        { type: "button", class: "quiet", onclick: rules, "aria-keyshortcuts": "?" },
        "Rules ",
        h("kbd", { "aria-hidden": "true" }, "?"),
      ),
    toggle("Sound", soundOn, setSound, "Play a sound for every move"),
    pause &&
      toggle(
        "Slow computer",
        () => preference("breath", true),
        (on) => savePreference("breath", on),
        "The computer waits a moment before it moves",
      ),
    toggle(
      "Dark",
      dark,
      (on) => {
        document.documentElement.dataset.theme = on ? "dark" : "light";
        saveTheme(on ? "dark" : "light");
      },
      "Light text on a dark page",
    ),
  );
  const fold = h(
    "button",
    {
      type: "button",
      class: "quiet fold",
      "aria-expanded": "false",
      "aria-controls": "site",
      onclick: () => {
        const open = nav.classList.toggle("open");
        fold.setAttribute("aria-expanded", String(open));
      },
    },
    "Menu",
  );
  the("header").replaceChildren(h("a", { href: PAGES.home, class: "home" }, "Divisor Duel"), fold, nav);
}
