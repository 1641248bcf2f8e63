/** A room for a class as this browser knows it, from a teacher's or a pupil's place. */

import { idInAddress } from "../lib/addresses.js";
import { roomToken, saveRoomToken } from "../lib/storage.js";
import { changeRoom, followRoom, getRoom } from "../api/client.js";
import { RejectedError } from "../api/errors.js";

/** @typedef {import("../api/client.js").Room} Room */

/** The code in this page's address. */
export const codeInAddress = () => (idInAddress() ?? "").toUpperCase();

export class RoomPlace {
  /**
   * @param {string} code @param {import("../lib/storage.js").Place} place
   * @param {{change: (room: Room) => void, gone: (reason: string) => void, connection?: (up: boolean) => void}} listener
   */
  constructor(code, place, listener) {
    this.code = code;
    this.place = place;
    this.listener = listener;
    this.token = roomToken(code, place) ?? "";
    /** @type {Room|null} */
    this.room = null;
    /** When the room arrived: its waiting times show that moment. */
    this.receivedAt = 0;
    this.subscription = followRoom(code, {
      token: this.token,
      room: (room) => this.accept(room),
      gone: (reason) => this.leave(reason),
      connection: (up) => listener.connection?.(up),
    });
  }

  /** Load the room and follow it. */
  async open() {
    try {
      this.accept(await getRoom(this.code, this.token));
    } catch (error) {
      if (!(error instanceof RejectedError)) throw error;
      return this.leave(error.message);
    }
    this.subscription.open();
  }

  /** @param {Room} room */
  accept(room) {
    if (this.room && room.version < this.room.version) return;
    this.room = room;
    this.receivedAt = performance.now();
    this.listener.change(room);
  }

  /** Forget the place. @param {string} reason */
  leave(reason) {
    this.subscription.close();
    saveRoomToken(this.code, this.place, null);
    this.listener.gone(reason);
  }

  /** Change the room, as its teacher. @param {import("../api/client.js").RoomChange} what */
  async change(what) {
    this.accept(await changeRoom(this.code, what, this.token));
  }
}
