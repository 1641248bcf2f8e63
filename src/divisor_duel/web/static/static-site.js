/** The back end of a static site. Its build puts this module in the place of `api/adapter.js`. */

import { drawSiteStatus } from "./components/site-status.js";
import { linked } from "./api/linked.js";
import { local } from "./api/local.js";
import { startPython } from "./api/python.js";

const { server } = document.documentElement.dataset;
export const adapter = server ? linked(server) : local;

/** Start Python once the page is painted: its files are large. */
function start() {
  startPython();
  drawSiteStatus();
}

if (document.readyState === "complete") start();
else addEventListener("load", () => setTimeout(start));
