/** Choices of this player that several parts of the page read. */

import { preference } from "../lib/storage.js";

/** The computer's level until the player chooses another. */
export const DEFAULT_LEVEL = "easy";

/** Return whether legal moves are not marked, so that the player finds them. */
export const hidesLegalMoves = () => preference("find", false) === true;

/** Return whether to separate the groups of a proof on the board. */
export const groupsApart = () => preference("apart", false) === true;

/** Return whether nim-values are shown. */
export const showsNimValues = () => preference("nim", false) === true;

/** Return the computer's level that the player chose last. @returns {string} */
export const preferredLevel = () => preference("level", DEFAULT_LEVEL);
