/** Imported for what it does, not for what it exports. */

document.documentElement.dataset.heap = "set up";
