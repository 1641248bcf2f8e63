// Runs before the first paint, so that a chosen theme never flashes.
(function () {
  try {
    const theme = localStorage.getItem("duel:theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage, use the system's theme.
  }
})();
