/** What a static site tells its reader: how far the engine has loaded, and that a new version is there. */

import { HOME } from "../lib/addresses.js";
import { button, h, refill } from "../lib/dom.js";
import { onPythonNews } from "../api/python.js";

/** Engines that load faster than this are not mentioned, in milliseconds. */
const SHORT_WAIT = 500;

const host = h("div", { id: "site-status", role: "status" });

/** Draw the progress of the engine, then watch for a new version of the site. */
export function drawSiteStatus() {
  document.body.append(host);
  const began = performance.now();
  onPythonNews((news) => {
    if (news.ready) {
      document.documentElement.dataset.python = "ready";
      refill(host);
      storeSite();
    } else if (news.failed) drawFailure();
    else if (performance.now() - began > SHORT_WAIT) drawProgress(news.loaded ?? 0);
  });
}

/** @param {number} loaded bytes */
function drawProgress(loaded) {
  const total = Number(document.documentElement.dataset.bytes) || 1;
  const meter = h("progress", { max: total, value: Math.min(loaded, total), "aria-label": "Loading the engine" });
  refill(host, h("span", null, loaded < total ? "Loading the engine\u2026 " : "Starting the engine\u2026 "), meter);
}

function drawFailure() {
  refill(
    host,
    h("span", null, "The engine could not be loaded. "),
    button("Try again", () => location.reload()),
  );
}

/** Store the site in this browser, so that it works without a network; offer a new version when there is one. */
async function storeSite() {
  if (!("serviceWorker" in navigator)) return;
  const updating = Boolean(navigator.serviceWorker.controller);
  const site = await navigator.serviceWorker.register(`${HOME}service-worker.js`).catch(() => null);
  if (!site) return;
  if (site.waiting && updating) offerUpdate(site.waiting);
  site.addEventListener("updatefound", () => {
    const next = site.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && updating) offerUpdate(next);
    });
  });
}

/** @param {ServiceWorker} next */
function offerUpdate(next) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  refill(
    host,
    h("span", null, "A new version is ready. "),
    button("Update", () => next.postMessage("update"), { class: "act strong" }),
    button("Later", () => refill(host), { class: "act plain" }),
  );
}
