// A short message at the bottom of the page, with a button that undoes what it tells.

import { byId, make } from "./dom.js";

const SHOWN = 8000; // milliseconds; the button Undo of the page stays

export function createToast({ undo }) {
  const parent = byId("toast");
  let timer = null;

  function hide() {
    clearTimeout(timer);
    parent.hidden = true;
    parent.replaceChildren();
  }

  /** `undo` undoes what the text tells, by default the last action. */
  function show(text, { undo: undoThis = undo } = {}) {
    clearTimeout(timer);
    const button = make("button", { type: "button", text: "Undo", onclick: () => (hide(), undoThis()) });
    parent.replaceChildren(make("p", { dir: "auto", text }), button);
    parent.hidden = false;
    timer = setTimeout(hide, SHOWN);
  }

  return { show, hide };
}
