/** The board of every game. */

import { draw as chain } from "/games/chain/page.js";
import { draw as countdown } from "/games/countdown/page.js";
import { draw as digits } from "/games/digits/page.js";
import { draw as divider } from "/games/divider/page.js";
import { draw as ladder } from "/games/ladder/page.js";

/** @type {Record<string, (model: import("./tile.js").Model) => HTMLElement>} */
export const BOARDS = { divider, ladder, countdown, chain, digits };
