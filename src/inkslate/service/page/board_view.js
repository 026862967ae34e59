// The board. It is redrawn where its sentences changed; otherwise only the marks are updated.

import { reveal } from "./dom.js";
import { drawInk } from "./ink_view.js";
import { drawLines } from "./lines_view.js";

const MARKS = ["task", "done", "dismissed", "accepted", "unsure", "gained", "lost"];

export function createBoardView(parent, { onPoint, onSelect }) {
  let drawn = { spans: [], view: "", layout: null };
  let elements = new Map();
  let looks = new Map(); // the marks of each sentence as they are displayed
  let [pointed, selected] = [null, null];

  parent.addEventListener("pointerover", (event) => onPoint(keyAt(event)));
  parent.addEventListener("pointerleave", () => onPoint(null));
  parent.addEventListener("click", (event) => keyAt(event) && onSelect(keyAt(event)));

  /** `marksOf(key)` returns the marks of a sentence. */
  function render(board, { view, layout, marksOf }) {
    if (!board) {
      parent.replaceChildren();
      drawn = { spans: [], view: "", layout: null };
      return;
    }
    const spans = board.regions.map((region) => region.sentences.map((sentence) => sentence.start).join());
    if (view !== drawn.view || layout !== drawn.layout || board.regions.length !== drawn.spans.length || !isSame(board, spans)) {
      elements = new Map();
      looks = new Map();
      if (view === "ink" || view === "boxes") drawInk(parent, board, layout, elements, { ink: view === "ink" });
      else drawLines(parent, board, elements);
      parent.dataset.view = view;
      drawn = { spans, view, layout, lines: board.regions.map((region) => region.lines) };
    }
    for (const [key, pieces] of elements) {
      const marks = marksOf(key);
      const look = [...marks, key === selected && "selected", key === pointed && "pointed"].join();
      if (looks.get(key) === look) continue;
      looks.set(key, look);
      for (const element of pieces) {
        for (const mark of MARKS) element.classList.toggle(mark, marks.includes(mark));
        element.classList.toggle("selected", key === selected);
        element.classList.toggle("pointed", key === pointed);
      }
    }
  }

  function isSame(board, spans) {
    return spans.every((span, at) => span === drawn.spans[at] && board.regions[at].lines === drawn.lines[at]);
  }

  function point(key, { scroll }) {
    toggle("pointed", pointed, key);
    pointed = key;
    const [first] = elements.get(key) ?? [];
    if (first && scroll) for (const holder of [parent, parent.parentElement]) reveal(first, holder);
  }

  function select(key) {
    toggle("selected", selected, key);
    selected = key;
  }

  function toggle(name, before, after) {
    looks.delete(before);
    looks.delete(after);
    for (const element of elements.get(before) ?? []) element.classList.remove(name);
    for (const element of elements.get(after) ?? []) element.classList.add(name);
  }

  return { render, point, select };
}

function keyAt(event) {
  return event.target.closest("[data-key]")?.dataset.key ?? null;
}
