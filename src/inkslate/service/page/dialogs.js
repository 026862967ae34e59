// The dialogs for shortcuts and for the token.

import { byId, make } from "./dom.js";

const KEYS = [
  ["↓ ↑ or J K", "next, previous sentence"],
  ["A", "accept, and go on"],
  ["D or Delete", "dismiss, and go on"],
  ["Enter", "open and close the details"],
  ["Shift+A", "accept all that are left"],
  ["R, Shift+R", "accept, dismiss all of the region"],
  ["W", "why it is a task"],
  ["S", "split, then ← → and Enter"],
  ["M, Shift+M", "merge with the next, with the previous"],
  ["O", "change the owner"],
  ["U", "change the due date"],
  ["N", "next sentence that needs review"],
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["Esc", "back to the sentence"],
  ["+ − 0", "on a drawing: larger, smaller, fit"],
];

export function openHelp() {
  const dialog = byId("help-dialog");
  if (!dialog.firstElementChild) {
    const rows = KEYS.map(([key, does]) => [make("dt", {}, make("kbd", { text: key })), make("dd", { text: does })]);
    dialog.append(
      make("h2", { id: "help-title", text: "Shortcuts" }),
      make("p", { text: "When a sentence in the list has the focus:" }),
      make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Keys" }, make("dl", { class: "keys" }, ...rows.flat())),
      make("div", { class: "group end" }, make("button", { type: "button", class: "main", text: "Close", onclick: () => dialog.close() })),
    );
  }
  dialog.showModal();
}

let asked = null;

/** A promise of the token; all callers share it while the dialog is open. */
export function askToken(wrong) {
  asked ??= new Promise((resolve) => {
    const dialog = byId("token-dialog");
    const field = make("input", { type: "password", autocomplete: "off", id: "token" });
    const done = () => {
      if (!field.value.trim()) return;
      asked = null;
      dialog.close();
      resolve(field.value.trim());
    };
    field.addEventListener("keydown", (event) => event.key === "Enter" && done());
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.replaceChildren(
      make("h2", { id: "token-title", text: "This service needs a token" }),
      make("p", { text: wrong ? "The token is wrong. It is the first line of the service's token file." : "It is the first line of the service's token file." }),
      make("label", { class: "stacked" }, make("span", { text: "Token" }), field),
      make("div", { class: "group end" }, make("button", { type: "button", class: "main", text: "Continue", onclick: done })),
    );
    dialog.showModal();
    field.focus();
  });
  return asked;
}
