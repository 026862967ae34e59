// A board as lines of text with bullets; a sentence has one element on each of its lines.

import { make } from "./dom.js";

export function drawLines(parent, board, elements) {
  parent.replaceChildren(...board.regions.map((region, at) => drawRegion(region, at, elements)));
}

function drawRegion(region, at, elements) {
  const owners = [];
  for (const sentence of region.sentences) {
    for (let word = sentence.start; word < sentence.end; word += 1) owners.push(sentence);
  }
  let word = 0;
  const lines = region.lines.map((line, number) => {
    const element = make("div", { class: lineClass(line) });
    while (word < region.words.length && region.words[word].line === number) {
      const sentence = owners[word];
      const texts = [];
      for (; word < sentence.end && region.words[word].line === number; word += 1) texts.push(region.words[word].text);
      element.append(piece(`${at}:${sentence.start}`, texts, elements), " ");
    }
    return element;
  });
  return make("section", { class: "region" }, ...lines);
}

function piece(key, texts, elements) {
  const element = make("bdi", { class: "sentence", dir: "auto", "data-key": key, text: texts.join(" ") });
  const known = elements.get(key);
  if (known) known.push(element);
  else elements.set(key, [element]);
  return element;
}

function lineClass(line) {
  const box = line.box ?? (line.done ? "done" : null);
  return ["line", line.bullet && "bullet", box, line.heading && "heading"].filter(Boolean).join(" ");
}
