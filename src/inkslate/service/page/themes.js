// The theme: light, dark, or that of the system.

const ORDER = ["system", "light", "dark"];

export function watchTheme(button) {
  let theme = document.documentElement.dataset.theme ?? "system";
  const show = () => (button.textContent = `Theme: ${theme}`);
  show();
  button.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem("inkslate.theme", theme);
    } catch {
      // Without storage the choice is lost when the page is closed.
    }
    show();
  });
}
