// Decisions on several tasks at once, and what is left to decide.

import { byId, make, quote } from "./dom.js";
import { CERTAIN } from "./decisions.js";
import { find, textOf } from "./review.js";

/** `decide(action, key)` runs one of the actions of several tasks. */
export function createSeveralView({ session, decide }) {
  const menu = byId("several");
  const list = menu.querySelector("ul");
  const [left, progress] = [byId("left"), byId("progress")];

  // The numbers may be others by the next time.
  menu.addEventListener("toggle", () => (menu.open ? show() : list.replaceChildren()));

  function show() {
    const { state, act } = session;
    const choices = [
      [`Accept all above ${CERTAIN * 100} %`, "acceptCertain", act.groups.certain()],
      ["Accept all that are left", "acceptLeft", act.groups.left()],
      ...regionChoices(state.selected, act),
    ];
    list.replaceChildren(...choices.map(([label, action, keys, name]) =>
      make("li", {}, make("button", { type: "button", "data-several": action, disabled: !keys.length, onclick: () => decide(action, state.selected) }, make("span", {}, label, ...(name ? ["“", quote(name), "”"] : [])), make("span", { class: "about", text: keys.length }))),
    ));
  }

  function regionChoices(key, act) {
    const found = key && find(session.board(), key);
    if (!found) return [];
    const text = textOf(found.region, found.region.sentences[0]);
    const first = text.length > 30 ? `${text.slice(0, 30).trimEnd()}…` : text;
    const keys = act.groups.region(key);
    return [["Accept all of ", "acceptRegion", keys, first], ["Dismiss all of ", "dismissRegion", keys, first]];
  }

  /** `counts` are those of `countsOf`; null where there is no board. */
  function render(counts) {
    byId("progress-row").hidden = !counts || !(counts.tasks + counts.dismissed);
    if (!counts) return;
    const whole = counts.left + counts.decided;
    left.textContent = counts.left ? `${counts.left} of ${whole} left to decide` : `All ${whole} decided`;
    progress.max = Math.max(1, whole);
    progress.value = counts.decided;
  }

  return { render };
}
