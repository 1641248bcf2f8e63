/** A WebSocket that receives a room for a class, as its teacher or a pupil sees it, on every change. */

import { LiveSocket } from "./live-socket.js";

export class RoomSocket extends LiveSocket {
  /** @param {string} home the server's origin; empty for the server of this page @param {string} code @param {import("./client.js").RoomListener} listener */
  constructor(home, code, listener) {
    super(home, `/api/rooms/${code}/live`);
    this.listener = listener;
  }

  /** Name the reader. @param {WebSocket} socket */
  onOpen(socket) {
    socket.send(JSON.stringify({ type: "hello", token: this.listener.token }));
    this.listener.connection(true);
  }

  /** @param {any} message */
  onMessage(message) {
    if (message.type === "room") this.listener.room(message.room);
    if (message.type === "gone") {
      this.close();
      this.listener.gone(message.error);
    }
  }

  /** @param {boolean} closed */
  onClose(closed) {
    if (!closed) this.listener.connection(false);
  }
}
