/** The line at the top of every page: home, puzzles, rules, sound, theme. */

import { h, the } from "./dom.js";
import { keepTheme } from "./keep.js";
import { setSound, soundOn } from "./sound.js";

const dark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/** @param {{rules?: () => void, start?: boolean}} [more] `start`: the page is home itself */
export function drawHeader({ rules, start = false } = {}) {
  const theme = h("button", { type: "button", class: "quiet", "aria-pressed": String(dark()), onclick: () => {
    const next = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    keepTheme(next);
    theme.setAttribute("aria-pressed", String(dark()));
  } }, "Dark");
  const sound = h("button", { type: "button", class: "quiet", "aria-pressed": String(soundOn()), onclick: () => {
    setSound(!soundOn());
    sound.setAttribute("aria-pressed", String(soundOn()));
  } }, "Sound");
  the("header").replaceChildren(
    start ? h("span") : h("a", { href: "/", class: "home" }, "Divisor Duel"),
    h("nav", { "aria-label": "Site" },
      h("a", { href: "/puzzle", class: "quiet" }, "Puzzles"),
      rules && h("button", { type: "button", class: "quiet", onclick: rules, "aria-keyshortcuts": "?" }, "Rules ", h("kbd", { "aria-hidden": "true" }, "?")),
      sound, theme));
}

/** Say something in the status line, for eyes and ears. @param {string} text @param {string} [kind] */
export function say(text, kind = "told") {
  the("status").textContent = text;
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.replaceChildren(text ? h("p", { class: `notice ${kind}` }, text) : "");
}
