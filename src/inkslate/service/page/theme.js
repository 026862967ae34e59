// Before the first paint, so that nothing flashes.
(() => {
  try {
    const theme = localStorage.getItem("inkslate.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system decides.
  }
})();
