/** The adapter of this site. The build of the static site replaces this module, to choose `local.js`. */

export { server as adapter } from "./server.js";
