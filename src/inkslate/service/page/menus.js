// Menus: they close on a choice, on Escape, on a click elsewhere and when Tab leaves them. On a phone the first buttons are a menu too.

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
    // Before the choice does its work: a dialog gives the focus back to what had it.
    menu.addEventListener("click", (event) => {
      if (!event.target.closest("button") || event.target.closest("[data-stays]")) return;
      menu.querySelector("summary").focus();
      menu.open = false;
    }, true);
  }
  document.addEventListener("click", (event) => {
    for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
    const isChoice = files.contains(event.target) && event.target.closest("button") && !event.target.closest("[data-stays]");
    if (isChoice && files.contains(document.activeElement)) button.focus(); // on a phone; elsewhere it is hidden
    if (isChoice || (!files.contains(event.target) && !button.contains(event.target))) showFiles(false);
  });

  /** Closes what is on top, and moves the focus only where it was in there or nowhere. */
  function closeTop(menu) {
    const [holder, opener] = menu ? [menu, menu.querySelector("summary")] : [files, button];
    const isInside = holder.contains(document.activeElement) || document.activeElement === document.body;
    if (menu) menu.open = false;
    else showFiles(false);
    if (isInside) opener.focus();
  }

  document.addEventListener("keydown", (event) => {
    const menu = menus.find((each) => each.open);
    if (event.key !== "Escape" || document.querySelector("dialog[open]") || !(menu || files.hasAttribute("data-open"))) return;
    closeTop(menu);
    event.stopPropagation();
  }, true);
  document.addEventListener("keyup", (event) => {
    const isOutside = (holder) => !holder.contains(document.activeElement);
    if (event.key !== "Tab") return;
    for (const menu of menus) if (isOutside(menu)) menu.open = false;
    if (isOutside(files) && isOutside(button)) showFiles(false);
  });
}
