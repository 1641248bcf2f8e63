/** The adapter of this site. The build of the static site replaces this module, to choose `local.js`. */

import { serverAt } from "./server.js";

export const adapter = serverAt("");
