// The slider: how sure the model must be. It shows what would be gained and lost before anybody decides.

import { make } from "./dom.js";
import { isTask, sentencesOf } from "./review.js";

const START = 50;

/** What another threshold would add and take away, as sets of keys. */
export function compare(board, now, then) {
  const [gained, lost] = [new Set(), new Set()];
  if (then === now) return { gained, lost };
  for (const { key, sentence } of sentencesOf(board)) {
    const [before, after] = [isTask(sentence, now), isTask(sentence, then)];
    if (after && !before) gained.add(key);
    if (before && !after) lost.add(key);
  }
  return { gained, lost };
}

export function createThresholdView(parent, { onPreview, onUse }) {
  const slider = make("input", { type: "range", min: 5, max: 95, step: 1, value: START, id: "sure" });
  const shown = make("output", { for: "sure" });
  const effect = make("p", { id: "effect", "aria-live": "polite" });
  const use = make("button", { type: "button", text: "Use it" });
  const reset = make("button", { type: "button", text: "As found" });
  const whole = make(
    "div",
    { class: "threshold" },
    make("label", { for: "sure" }, "How sure must it be? ", shown),
    slider,
    make("div", { class: "effect" }, effect, use, reset),
  );
  const none = make("p", { class: "threshold none", text: "The model in use gives no scores, so all its tasks are shown alike." });

  slider.addEventListener("input", () => onPreview(Number(slider.value) / 100));
  use.addEventListener("click", () => {
    slider.focus();
    onUse(Number(slider.value) / 100);
  });
  reset.addEventListener("click", () => {
    slider.focus();
    onUse(null);
  });

  function render({ scored, threshold, preview, change }) {
    const wanted = scored === null ? null : scored ? whole : none;
    if (parent.firstElementChild !== wanted) parent.replaceChildren(...(wanted ? [wanted] : []));
    if (!scored) return;
    const value = preview ?? threshold;
    slider.value = value === null ? START : Math.round(value * 100);
    const said = value === null ? "as the model decided" : `${slider.value} %`;
    shown.textContent = said;
    slider.setAttribute("aria-valuetext", said);
    effect.textContent = preview === null ? "" : `+${change.gained.size} gained, −${change.lost.size} lost`;
    use.hidden = preview === null;
    reset.hidden = preview === null && threshold === null;
  }

  return { render };
}
