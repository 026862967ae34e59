// A board as lines of text with bullets, boxes, headings and indents; a sentence has one element on each of its lines.

import { make } from "./dom.js";
import { makeMark } from "./fact_view.js";
import { boxOf } from "./line_facts.js";

const TITLE = 2; // the level of the page's heading above the board
const DEEPEST = 6;
const MOST_INDENT = 12; // deeper nesting leaves no room for words

export function drawLines(parent, board, elements) {
  const levelOf = createLevels();
  parent.replaceChildren(...board.regions.map((region, at) => drawRegion(region, at, elements, levelOf)));
}

/** Levels of headings as a page needs them: notes skip some, an outline must not. */
function createLevels() {
  let last = TITLE;
  return (heading) => (last = Math.min(TITLE + heading, last + 1, DEEPEST));
}

function drawRegion(region, at, elements, levelOf) {
  const owners = [];
  for (const sentence of region.sentences) {
    for (let word = sentence.start; word < sentence.end; word += 1) owners.push(sentence);
  }
  let word = 0;
  const lines = region.lines.map((line, number) => {
    const hasWords = region.words[word]?.line === number;
    const element = makeLine(line, line.heading && hasWords ? `h${levelOf(line.heading)}` : "div");
    const box = boxOf(line);
    if (box) element.append(makeMark({ box, keyword: line.keyword }, { "data-key": hasWords ? `${at}:${owners[word].start}` : null }), " ");
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

function makeLine(line, tag) {
  const isBoxed = boxOf(line) && !line.keyword;
  const mark = isBoxed ? "boxed" : line.bullet && "bullet";
  const element = make(tag, { class: ["line", mark, line.heading && "heading", line.gap && "gap"].filter(Boolean).join(" "), "data-level": line.heading || null });
  if (line.indent) element.style.setProperty("--indent", Math.min(line.indent, MOST_INDENT));
  return element;
}

function piece(key, texts, elements) {
  const element = make("bdi", { class: "sentence", dir: "auto", "data-key": key, text: texts.join(" ") });
  const known = elements.get(key);
  if (known) known.push(element);
  else elements.set(key, [element]);
  return element;
}
