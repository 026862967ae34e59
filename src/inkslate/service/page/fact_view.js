// The marks of a note as they are drawn: check boxes and to-do keywords.

import { make, quote } from "./dom.js";

const NAMES = { open: "open box", done: "ticked box" };

/** A check box or a keyword, as it stands in front of a line. */
export function makeMark({ box, keyword }, attributes = {}) {
  if (keyword) return quote(keyword, { class: `keyword ${box}`, ...attributes });
  return make("span", { class: `box ${box}`, role: "img", "aria-label": NAMES[box], ...attributes });
}

/** The same in words, for the list. */
export function makeStatement(statement) {
  if (statement.keyword) return make("span", { class: "fact stated" }, makeMark(statement));
  const sign = make("span", { class: `box ${statement.box}`, "aria-hidden": "true" });
  return make("span", { class: "fact stated" }, sign, NAMES[statement.box]);
}
