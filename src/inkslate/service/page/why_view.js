// Shows which words speak for a task: shaded, each with the change of the score without it.

import { make, quote } from "./dom.js";

const STEPS = [0.15, 0.5, 1.2]; // log odds at which the shade gets stronger

export function makeWhy({ text, words, others, problem }) {
  if (problem) return make("p", { class: "why hint", role: "status", text: problem });
  const pieces = words.map((word) => {
    const level = STEPS.filter((step) => Math.abs(word.strength) >= step).length;
    const kind = level ? `${word.strength > 0 ? "for" : "against"}-${level}` : "";
    const number = make("span", { class: "why-number" }, make("span", { class: "quiet", text: " without it " }), word.change === null ? "" : points(word.change));
    return make("span", { class: `why-word ${kind}` }, quote(word.text), number);
  });
  return make(
    "div",
    { class: "why", role: "status" },
    make("p", { text }),
    ...(pieces.length ? [make("p", { class: "why-words" }, ...pieces.flatMap((piece) => [piece, " "]))] : []),
    ...(others.length ? [make("ul", {}, ...others.map((other) => make("li", { text: `${other.text}: ${Math.round(other.score * 100)} %` })))] : []),
    ...(pieces.length ? [make("p", { class: "hint", text: "Below a word: the points that the score loses (−) or gains (+) without it." })] : []),
  );
}

function points(change) {
  const size = Math.abs(change);
  if (!size) return "0";
  return `${change > 0 ? "−" : "+"}${size < 10 ? size.toFixed(1) : Math.round(size)}`;
}
