// The list of sentences. Tab reaches one sentence; the arrow keys move between sentences.

import { reconcile, reveal } from "./dom.js";
import { makeItem, making } from "./item_view.js";

export function createListView(parent, act, { onPoint, onKey }) {
  let entries = [];
  let pointed = null;
  let elements = new Map();
  const made = new WeakMap();

  parent.addEventListener("pointerover", (event) => event.pointerType !== "touch" && onPoint(keyOf(event)));
  parent.addEventListener("pointerleave", () => onPoint(null));
  parent.addEventListener("focusin", (event) => onPoint(keyOf(event)));
  parent.addEventListener("focusout", () => onPoint(null));
  parent.addEventListener("keydown", (event) => {
    const key = keyOf(event);
    if (!key || event.target.closest("input")) return;
    if (walk(event, key) || onKey(event, key)) event.preventDefault();
  });

  function render(next, moved = (key) => key) {
    entries = next;
    const focus = focused(parent);
    const key = focus && moved(focus.key);
    elements = new Map();
    const itemOf = (entry, known) => {
      const signature = JSON.stringify(entry);
      const element = known && made.get(known) === signature ? known : renew(known, makeItem(entry, act));
      made.set(element, signature);
      element.classList.toggle("pointed", entry.key === pointed);
      elements.set(entry.key, element);
      return element;
    };
    making(() => reconcile(parent, entries, (entry) => entry.key, itemOf));
    // An element that was created again has lost the focus and its typed text.
    if (focus && (key !== focus.key || document.activeElement === document.body)) {
      const part = elements.get(key)?.querySelector(focus.part);
      if (part && focus.typed !== null) part.value = focus.typed;
      part?.focus({ preventScroll: true });
      if (part && focus.selection) part.setSelectionRange(...focus.selection);
    }
  }

  /** On a small screen a sentence with its details is higher than the list. */
  function show(item, part, frames = 3) {
    const holder = parent.parentElement;
    for (const each of [item, part]) if (each) reveal(each, holder);
    const left = holder.scrollTop;
    // Rows that came into sight get their true height in the next frames, and may move the one with the focus.
    const again = () => holder.scrollTop === left && item?.contains(document.activeElement) && show(item, part, frames - 1);
    if (frames) requestAnimationFrame(again);
  }

  function walk(event, key) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(".panel")) return false;
    const at = entries.findIndex((entry) => entry.key === key);
    const places = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: entries.length - 1 };
    const next = entries[places[event.key]];
    if (!next) return false;
    act.select(next.key, { focus: true });
    return true;
  }

  return {
    render,
    /** Sets the focus on a sentence, or on a field of its tools. */
    focus(key, field = ".head") {
      const found = elements.get(key);
      found?.querySelector(field)?.focus({ preventScroll: true });
      show(found, found?.querySelector(field)?.closest(".panel > *"));
    },
    /** Scrolls until a sentence is visible with its details, and in any case the `part` of them. */
    reveal(key, part = null) {
      const found = elements.get(key);
      show(found, part && found?.querySelector(part));
    },
    point(key, { scroll }) {
      if (pointed !== null) elements.get(pointed)?.classList.remove("pointed");
      pointed = key;
      const shown = elements.get(key);
      shown?.classList.add("pointed");
      if (shown && scroll) reveal(shown, parent.parentElement);
    },
    keys: () => entries.map((entry) => entry.key),
    /** The next sentence after this one that nobody decided about, from the start again after the last; null where there is none. */
    nextUndecided(key) {
      const at = entries.findIndex((entry) => entry.key === key);
      return [...entries.slice(at + 1), ...entries.slice(0, Math.max(0, at))].find((entry) => entry.decided === null)?.key ?? null;
    },
  };
}

/** A changed row stays the same element: the browser knows how high it was, so that no row above moves the list. */
function renew(known, item) {
  if (!known) return item;
  known.className = item.className;
  known.replaceChildren(...item.childNodes);
  return known;
}

function keyOf(event) {
  return event.target.closest("li[data-key]")?.dataset.key ?? null;
}

/** The sentence and the part of it that has the focus. */
function focused(parent) {
  const active = document.activeElement;
  if (!parent.contains(active) || active === parent) return null;
  const named = ["field", "action", "word"].find((name) => name in active.dataset);
  const kind = ["accept", "dismiss"].find((name) => active.classList.contains(name)) ?? "head";
  return {
    key: active.closest("li[data-key]").dataset.key,
    selection: active.type === "text" ? [active.selectionStart, active.selectionEnd] : null,
    typed: "defaultValue" in active && active.value !== active.defaultValue ? active.value : null,
    part: named ? `[data-${named}="${active.dataset[named]}"]` : `.${kind}`,
  };
}
