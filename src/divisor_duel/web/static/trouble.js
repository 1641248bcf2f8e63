/** What can go wrong behind the port, in the words of the page. */

/** The answer was no, with the reason as its message. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {{unknown?: boolean, state?: any}} [more] `unknown`: there is no such thing; `state`: how things are now
   */
  constructor(message, { unknown = false, state = null } = {}) {
    super(message);
    this.unknown = unknown;
    this.state = state;
  }
}

/** There was no answer; the same question may be asked again after a while. */
export class Unanswered extends Error {
  /** @param {string} message @param {number} [wait] seconds */
  constructor(message, wait = 1) {
    super(message);
    this.wait = wait;
  }
}

/** What to tell of anything thrown. @param {unknown} error */
export const told = (error) => (error instanceof Error ? error.message : String(error));
