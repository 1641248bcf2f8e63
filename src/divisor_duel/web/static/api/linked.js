/**
 * The back end of a static site that knows a server: games by link, the lobby and watching are the server's, and all
 * else is done in the browser.
 */

import { savedGame } from "../lib/saved-games.js";
import { local } from "./local.js";
import { serverAt } from "./server.js";

/**
 * Return the adapter. @param {string} home the server's origin
 * @returns {import("./client.js").Adapter}
 */
export function linked(home) {
  const server = serverAt(home);
  /** Return who answers about a game, or about nothing in particular. @param {string} [id] */
  const backEnd = (id) => (id === undefined || savedGame(id) ? local : server);
  return {
    online: true,
    storesGames: true,
    async query(what, about, token) {
      if (what === "lobby") return server.query(what, about, token);
      if (what !== "picture") return backEnd(about.id).query(what, about, token);
      const drawn = backEnd(about.about.id);
      const address = await drawn.query(what, about, token);
      return drawn === local ? address : fetchPicture(address);
    },
    change(what, about, token) {
      const isServers = what === "pair" || (what === "create" && about.mode === "link");
      if (what === "receive" || what === "create" || what === "pair")
        return (isServers ? server : local).change(what, about, token);
      return backEnd(about.id).change(what, about, token);
    },
    subscribe: (what, about, listener) => backEnd(about.id).subscribe(what, about, listener),
  };
}

/** Fetch a picture of the server; a page may not show those of other sites. @param {string} address */
async function fetchPicture(address) {
  const response = await fetch(address);
  return URL.createObjectURL(await response.blob());
}
