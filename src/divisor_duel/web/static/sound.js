/** A short tick for a move; silent unless turned on. */

import { keepPreference, preference } from "./keep.js";

/** @type {AudioContext|null} */
let context = null;

export const soundOn = () => preference("sound", false) === true;

/** @param {boolean} on */
export function setSound(on) {
  keepPreference("sound", on);
  if (on) tick(1);
}

/** @param {number} player Player 1 sounds higher than Player 2 */
export function tick(player) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.value = player === 1 ? 660 : 495;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
