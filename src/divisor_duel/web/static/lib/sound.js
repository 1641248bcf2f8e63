/** Short sounds for a move, a win, your turn; silent unless turned on. */

import { preference, savePreference } from "./storage.js";

/** @type {AudioContext|null} */
let context = null;

export const soundOn = () => preference("sound", false) === true;

/** @param {boolean} on */
export function setSound(on) {
  savePreference("sound", on);
  if (on) moveSound(1);
}

/** @param {number} pitch hertz @param {number} after seconds from now @param {number} length seconds */
function tone(pitch, after, length) {
  if (!soundOn()) return;
  context ??= new AudioContext();
  const source = context.createOscillator();
  const volume = context.createGain();
  const begin = context.currentTime + after;
  source.type = "triangle";
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + length + 0.01);
}

/** A move. @param {number} player Player 1 sounds higher than Player 2 */
export const moveSound = (player) => tone(player === 1 ? 660 : 495, 0, 0.09);

/** It is your turn. */
export function turnSound() {
  tone(784, 0.12, 0.14);
  tone(988, 0.24, 0.18);
}

/** The end: rising for a win. @param {boolean} won */
export function endSound(won) {
  (won ? [523, 659, 784, 1047] : [523, 440, 349]).forEach((pitch, index) => tone(pitch, 0.12 + index * 0.11, 0.3));
}
