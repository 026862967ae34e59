// Runs before the first paint, so the page does not flash in the wrong theme.
(() => {
  try {
    const theme = localStorage.getItem("inkslate.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the theme of the system is used.
  }
})();
