// The keyboard: one key for a decision, which goes on to the next sentence.

import { byId } from "./dom.js";
import { find, isUnsure, sentencesOf } from "./review.js";

export function watchKeys({ session, tools, list, screen, own, say, openHelp }) {
  const { state, act } = session;

  /** Decides, then goes on to the next sentence that nobody decided about. */
  function decide(key, action) {
    const next = list.nextUndecided(key);
    Object.assign(state, { opened: null, splitting: false });
    action(key, next ?? key);
    list.focus(next ?? key);
    if (!next) say(`${byId("said").textContent}. Nothing is left to decide.`);
  }

  function onListKey(event, key) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(".splitter")) return false;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const does = {
      a: () => (event.shiftKey ? tools.several("acceptLeft") : decide(key, act.accept)),
      d: () => decide(key, act.dismiss),
      Delete: () => decide(key, act.dismiss),
      r: () => tools.several(event.shiftKey ? "dismissRegion" : "acceptRegion", key),
      m: () => (event.shiftKey ? tools.mergePrevious(key) : tools.mergeNext(key)),
      n: () => nextUnsure(key),
      w: () => tools.explain(key),
      s: () => isLong(key) && tools.openSplit(key),
      o: () => edit(key, "owner"),
      u: () => edit(key, "due"),
      Escape: () => state.opened === key && tools.toggle(key),
    }[name];
    if (!does) return false;
    does();
    return true;
  }

  function isLong(key) {
    const { sentence } = find(session.board(), key);
    return sentence.end - sentence.start > 1;
  }

  function edit(key, field) {
    Object.assign(state, { selected: key, opened: key });
    screen.render();
    list.focus(key, `[data-field="${field}"]`);
  }

  function nextUnsure(key) {
    const all = [...sentencesOf(session.board())];
    const keys = all.map((each) => each.key);
    const unsure = all.filter(({ sentence }) => isUnsure(sentence, own ?? undefined)).map((each) => each.key);
    const next = unsure.find((each) => keys.indexOf(each) > keys.indexOf(key)) ?? unsure[0];
    if (!next) return say("Nothing needs review");
    if (!list.keys().includes(next)) state.filter = "all";
    return tools.select(next, { focus: true });
  }

  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input:not([type=range], [type=radio], [type=checkbox]), textarea, dialog")) return;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const does = control && key === "z" ? (event.shiftKey ? act.redo : act.undo) : control && key === "y" ? act.redo : event.key === "?" ? openHelp : null;
    if (!does) return;
    event.preventDefault();
    const inside = byId("list").contains(document.activeElement);
    does();
    if (inside && does !== openHelp) list.focus(list.keys().includes(state.selected) ? state.selected : list.keys()[0]);
  });

  return { onListKey };
}
