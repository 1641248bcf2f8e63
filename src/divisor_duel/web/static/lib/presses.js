/** Presses that count although their button is redrawn before it is released. Browsers forget those. */

/** How far the pointer may move between press and release, in pixels. */
const STEADY = 12;

/** @type {{button: HTMLElement, x: number, y: number}|null} the button being pressed, and where */
let pressed = null;

/** @param {PointerEvent|KeyboardEvent} event @returns {[number, number]} */
const place = (event) => (event instanceof PointerEvent ? [event.clientX, event.clientY] : [0, 0]);

/** @param {PointerEvent|KeyboardEvent} event */
function press(event) {
  const button = event.target instanceof Element && event.target.closest("button[data-key]");
  const [x, y] = place(event);
  pressed = button ? { button: /** @type {HTMLElement} */ (button), x, y } : null;
}

/** @param {PointerEvent|KeyboardEvent} event */
function release(event) {
  const before = pressed;
  pressed = null;
  const [x, y] = place(event);
  if (!before || before.button.isConnected || Math.hypot(x - before.x, y - before.y) > STEADY) return;
  const { key } = before.button.dataset;
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button[data-key]"));
  const now = [...buttons].find((button) => button.dataset.key === key);
  // Some browsers click on the new button: by then they have done so.
  const click = setTimeout(() => now?.click());
  addEventListener("click", () => clearTimeout(click), { capture: true, once: true });
}

/** Count such presses on this page, by mouse, finger and space bar. */
export function countPresses() {
  addEventListener("pointerdown", (event) => event.button === 0 && press(event));
  addEventListener("pointerup", (event) => event.button === 0 && release(event));
  addEventListener("keydown", (event) => event.key === " " && !event.repeat && press(event));
  addEventListener("keyup", (event) => event.key === " " && release(event));
}
