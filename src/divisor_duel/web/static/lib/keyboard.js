/** The keyboard: digits go to the move field, other keys to the shortcuts. */

/**
 * @param {HTMLInputElement|null} entry @param {Record<string, () => void>} shortcuts
 * @param {() => string} symbols letters that are digits in this game
 */
export function bindKeyboard(entry, shortcuts, symbols) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, textarea, select")) {
      if (event.key === "Escape") target.blur();
      return;
    }
    const isDigit = /^\d$/.test(event.key) || (event.key.length === 1 && symbols().includes(event.key.toUpperCase()));
    if (entry && !entry.closest("[hidden]") && isDigit) {
      entry.focus();
      entry.value = event.key;
      event.preventDefault();
      return;
    }
    const run = shortcuts[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  });
}
