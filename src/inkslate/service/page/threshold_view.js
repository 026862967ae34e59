// The slider of the confidence threshold. It previews which tasks would be added and removed.

import { make } from "./dom.js";
import { isTask, sentencesOf } from "./review.js";

const START = 50;

/** The keys of the sentences that another threshold would add and remove. */
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
  const use = make("button", { type: "button", text: "Apply" });
  const reset = make("button", { type: "button", text: "Reset" });
  const whole = make(
    "div",
    { class: "threshold" },
    make("label", { for: "sure" }, "Confidence threshold ", shown),
    slider,
    make("div", { class: "effect" }, effect, use, reset),
  );
  const none = make("p", { class: "threshold none", text: "The current model gives no confidence scores, so there is no threshold to set." });

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
    const label = value === null ? "default of the model" : `${slider.value} %`;
    shown.textContent = label;
    slider.setAttribute("aria-valuetext", label);
    effect.textContent = preview === null ? "" : `+${change.gained.size} added, −${change.lost.size} removed`;
    use.hidden = preview === null;
    reset.hidden = preview === null && threshold === null;
  }

  return { render };
}
