/** The errors that requests to the server can throw. */

/** The server rejected the request; the message says why. */
export class RejectedError extends Error {
  /**
   * @param {string} message
   * @param {{notFound?: boolean, state?: any}} [more] `state`: the current state of the game
   */
  constructor(message, { notFound = false, state = null } = {}) {
    super(message);
    this.notFound = notFound;
    this.state = state;
  }
}

/** The server did not respond or was busy; the same request may be sent again later. */
export class NoResponseError extends Error {
  /** @param {string} message @param {number} [wait] seconds */
  constructor(message, wait = 1) {
    super(message);
    this.wait = wait;
  }
}

/** Return the message of anything thrown. @param {unknown} error */
export const errorText = (error) => (error instanceof Error ? error.message : String(error));
