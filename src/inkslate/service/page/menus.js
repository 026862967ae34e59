// Menus: they close on a choice, on Escape and on a click elsewhere. On a phone the first buttons are a menu too.

import { byId, set } from "./dom.js";

export function watchMenus() {
  const menus = [...document.querySelectorAll("details.menu")];
  const files = byId("files");
  const button = byId("menu");
  const showFiles = (flag) => {
    set(files, "data-open", flag);
    button.setAttribute("aria-expanded", String(flag));
  };
  button.addEventListener("click", () => showFiles(!files.hasAttribute("data-open")));
  for (const menu of menus) {
    menu.addEventListener("toggle", () => {
      if (menu.open) for (const other of menus) if (other !== menu) other.open = false;
    });
    menu.addEventListener("click", (event) => {
      if (event.target.closest("button") && !event.target.closest("[data-stays]")) menu.open = false;
    });
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.querySelector("summary").focus();
      event.stopPropagation();
    });
  }
  document.addEventListener("click", (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
    const isChoice = files.contains(event.target) && event.target.closest("button") && !event.target.closest("[data-stays]");
    if (isChoice || (!files.contains(event.target) && !button.contains(event.target))) showFiles(false);
  });
  files.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !files.hasAttribute("data-open")) return;
    showFiles(false);
    button.focus();
  });
}
