/** The board of every game. */

import { draw as chain } from "./chain.js";
import { draw as countdown } from "./countdown.js";
import { draw as digits } from "./digits.js";
import { draw as divider } from "./divider.js";
import { draw as ladder } from "./ladder.js";

/** @type {Record<string, (model: import("./tile.js").Model) => HTMLElement>} */
export const BOARDS = { divider, ladder, countdown, chain, digits };
