/** Building elements. Data becomes text nodes and attributes, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node|string|number|null|undefined|false} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes|null} attributes  `on*` are listeners, `data` a dataset, the rest attributes
 * @param {(Child|Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * An HTML element.
 * @param {string} tag @param {Attributes|null} [attributes] @param {...(Child|Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = null, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, children));
}

/**
 * An SVG element.
 * @param {string} tag @param {Attributes|null} [attributes] @param {...(Child|Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = null, ...children) {
  return /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), attributes, children));
}

/** The element with this id. @param {string} id @returns {HTMLElement} */
export function the(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element with the id ${id}`);
  return element;
}

/**
 * Replace the children of an element, keeping the focus on the child with the same
 * `data-key`.
 * @param {Element} host @param {...(Child|Child[])} children
 */
export function refill(host, ...children) {
  const focusedKey = host.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
    : undefined;
  host.replaceChildren(
    ...children
      .flat()
      .filter((child) => child || child === 0)
      .map((child) => /** @type {any} */ (child)),
  );
  if (focusedKey === undefined) return;
  for (const element of host.querySelectorAll("[data-key]")) {
    const child = /** @type {HTMLElement} */ (element);
    if (child.dataset.key === focusedKey) return child.focus({ preventScroll: true });
  }
}

/**
 * A button.
 * @param {string} label @param {(event: Event) => void} press
 * @param {Attributes} [more]
 */
export function button(label, press, more = {}) {
  return h("button", { type: "button", class: "act", data: { key: label }, onclick: press, ...more }, label);
}

/**
 * Show that a press counted until the work is done; after a failure the button can be pressed again.
 * @param {EventTarget|null} target the button @param {Promise<unknown>} work
 */
export async function showBusy(target, work) {
  const pressed = /** @type {HTMLButtonElement} */ (target);
  pressed.setAttribute("aria-busy", "true");
  pressed.disabled = true;
  try {
    await work;
  } catch (error) {
    pressed.removeAttribute("aria-busy");
    pressed.disabled = false;
    throw error;
  }
}

/** Draw a player's mark: a disc for Player 1, a square for Player 2. @param {number|string} player */
export function playerMark(player) {
  const shape =
    Number(player) === 1 ? s("circle", { cx: 10, cy: 10, r: 8 }) : s("rect", { x: 3, y: 3, width: 14, height: 14 });
  return s("svg", { class: `mark player-${player}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, shape);
}
