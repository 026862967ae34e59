// The slider of the confidence. It stands where the model decides, and previews which tasks another value would add and remove.

import { make } from "./dom.js";
import { isTask, sentencesOf } from "./review.js";

const UNKNOWN = 0.5; // where a model decides without a threshold of its own

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

/** `own` is the threshold of the model, or null. The callbacks get a threshold; null is that of the model. */
export function createThresholdView(parent, { own, onPreview, onUse }) {
  const place = Math.round((own ?? UNKNOWN) * 100);
  const slider = make("input", { type: "range", min: 1, max: 99, step: 1, value: place, id: "sure" });
  const shown = make("output", { for: "sure" });
  const effect = make("p", { id: "effect", "aria-live": "polite" });
  const use = make("button", { type: "button", text: "Apply" });
  const reset = make("button", { type: "button", text: "Reset" });
  const effects = make("div", { class: "effect" }, effect, use, reset);
  const whole = make("div", { class: "threshold" }, make("label", { for: "sure", text: "Confidence" }), shown, slider, effects);
  const none = make("p", { class: "threshold none", text: "The current model gives no scores, so there is no confidence to set." });
  // On the place of the model's own threshold the slider means exactly that, without the loss of rounding.
  const chosen = () => (Number(slider.value) === place ? null : Number(slider.value) / 100);

  slider.addEventListener("input", () => onPreview(chosen()));
  use.addEventListener("click", () => {
    slider.focus();
    onUse(chosen());
  });
  reset.addEventListener("click", () => {
    slider.focus();
    onUse(null);
  });

  /** `preview` is undefined-like (null) where nothing is previewed, else {value}. */
  function render({ scored, threshold, preview, change }) {
    const wanted = scored === null ? null : scored ? whole : none;
    if (parent.firstElementChild !== wanted) parent.replaceChildren(...(wanted ? [wanted] : []));
    if (!scored) return;
    const value = preview ? preview.value : threshold;
    slider.value = value === null ? place : Math.round(value * 100);
    const label = value === null ? (own === null ? "as the model decides" : `above ${place} %, the model's own`) : `above ${slider.value} %`;
    shown.textContent = label;
    slider.setAttribute("aria-valuetext", label);
    effect.textContent = preview ? `${change.gained.size} would be added, ${change.lost.size} removed` : "";
    use.hidden = !preview || value === threshold;
    reset.hidden = !preview && threshold === null;
    effects.hidden = !preview && threshold === null;
  }

  return { render };
}
