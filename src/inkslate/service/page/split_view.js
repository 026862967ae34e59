// Splitting a sentence: each word is a button that makes it the first word of the second sentence.

import { make, quote } from "./dom.js";

const MOST = 400;

export function createSplitter(entry, act) {
  const shown = entry.words.slice(0, MOST);
  const buttons = shown.slice(1).map((word, at) =>
    make(
      "button",
      {
        type: "button",
        tabindex: at === 0 ? 0 : -1,
        "data-word": at,
        onclick: () => act.split(entry.key, entry.start + at + 1),
      },
      make("span", { class: "quiet", text: "before " }),
      quote(word),
    ),
  );
  const group = make(
    "div",
    { class: "splitter", role: "group", "aria-label": "Split before which word?", onkeydown: (event) => move(event, buttons, act, entry.key) },
    make("p", { text: "Which word begins the second sentence?" }),
    make("div", { class: "words" }, quote(shown[0], { class: "first" }), ...buttons),
  );
  return group;
}

function move(event, buttons, act, key) {
  const now = buttons.indexOf(document.activeElement);
  const steps = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: buttons.length - 1 };
  if (event.key === "Escape") act.closeSplit(key);
  else if (event.key in steps) buttons[Math.min(Math.max(steps[event.key], 0), buttons.length - 1)].focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
