// A short message at the bottom of the page, with a button that undoes what it tells.

import { byId, make } from "./dom.js";

const SHOWN = 8000; // milliseconds; the button Undo of the page stays

/** `undo()` undoes the last action, `last()` returns it. */
export function createToast({ undo, last }) {
  const parent = byId("toast");
  let timer = null;
  let told = null; // the action that the text tells, where the button undoes the last one

  function hide() {
    clearTimeout(timer);
    told = null;
    const hadFocus = parent.contains(document.activeElement);
    parent.hidden = true;
    parent.replaceChildren();
    if (hadFocus) byId("tasks").focus({ preventScroll: true });
  }

  /** Call it after each action: a button Undo that stays would undo another action than the text tells. */
  function check() {
    if (told && told !== last()) hide();
  }

  /** `undo` undoes what the text tells, by default the last action. */
  function show(text, { undo: undoThis = undo } = {}) {
    clearTimeout(timer);
    told = undoThis === undo ? last() : null;
    const button = make("button", { type: "button", text: "Undo", onclick: () => (hide(), undoThis()) });
    parent.replaceChildren(make("p", { dir: "auto", text }), button);
    parent.hidden = false;
    timer = setTimeout(hide, SHOWN);
  }

  return { show, check };
}
