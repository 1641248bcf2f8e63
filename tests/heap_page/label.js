/** Labels, as a default export beside a named one. */

export const names = { 1: "one", 2: "two", 3: "three" };

export default function label(text) {
  return `${text}, ${document.documentElement.dataset.heap}`;
}

export {};
