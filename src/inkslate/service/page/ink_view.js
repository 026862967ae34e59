// Draws a board: its strokes, or its words in their boxes. Marks are behind the strokes.

import { makeSvg } from "./dom.js";
import { LETTER, union } from "./geometry.js";
import { statementOf } from "./line_facts.js";

const TICK = [[0.22, 0.52], [0.42, 0.74], [0.8, 0.28]]; // in a square of side 1

/** Draws into `parent`; the group of each sentence is added to `elements`. */
export function drawInk(parent, board, layout, elements, { ink }) {
  const svg = makeSvg("svg", {
    viewBox: `0 0 ${layout.width} ${Math.ceil(layout.height)}`,
    class: ink ? "drawing ink" : "drawing boxes",
    role: "img",
    "aria-label": "Drawing of the board. Choose Lines for its text.",
    "stroke-width": (layout.letter * 0.075).toFixed(2),
  });
  svg.style.setProperty("--ratio", (layout.width / Math.max(1, layout.height)).toFixed(4));
  const drawn = new Set();
  const loose = makeSvg("g", { class: "loose" });
  svg.append(loose);
  for (const [at, region] of board.regions.entries()) {
    for (const sentence of region.sentences) {
      const key = `${at}:${sentence.start}`;
      const group = makeSvg("g", { "data-key": key, class: "sentence" });
      const places = layout.words[at].slice(sentence.start, sentence.end);
      const words = region.words.slice(sentence.start, sentence.end);
      const isDone = statementOf(region, sentence)?.box === "done";
      for (const box of rows(words, places)) group.append(mark(box, layout.letter), ...(isDone ? [strike(box)] : []));
      for (const { word, statement, box } of layout.marks[at]) {
        if (word >= sentence.start && word < sentence.end) group.append(...drawnMark(statement, box));
      }
      for (const [number, place] of places.entries()) {
        if (!place) continue;
        group.append(...(ink && place.strokes.length ? strokes(place, layout, drawn) : [written(words[number].text, place.box)]));
      }
      elements.set(key, [group]);
      svg.append(group);
    }
  }
  if (ink) loose.append(...strokes({ strokes: layout.ids }, layout, drawn));
  parent.replaceChildren(svg);
}

/** A box for each line of a sentence. */
function rows(words, places) {
  const lines = new Map();
  for (const [at, place] of places.entries()) {
    if (place) lines.set(words[at].line, [...(lines.get(words[at].line) ?? []), place.box]);
  }
  return [...lines.values()].map(union);
}

function mark([x, y, width, height], letter) {
  const [beside, above] = [letter * 0.15, letter * 0.2];
  return makeSvg("rect", {
    class: "mark",
    x: (x - beside).toFixed(1),
    y: (y - above).toFixed(1),
    width: (width + 2 * beside).toFixed(1),
    height: (height + 2 * above).toFixed(1),
    rx: (letter * 0.25).toFixed(1),
  });
}

function strike([x, y, width, height]) {
  const middle = (y + height * 0.55).toFixed(1);
  return makeSvg("line", { class: "strike", x1: x.toFixed(1), y1: middle, x2: (x + width).toFixed(1), y2: middle, "stroke-width": thin(height) });
}

/** A check box, ticked or not, or a keyword. */
function drawnMark({ box, keyword }, [x, y, width, height]) {
  if (keyword) return [written(keyword, [x, y, width, height], { class: "drawn-keyword", size: height * 0.5, x: (x + width).toFixed(1), "text-anchor": "end" })];
  const side = height * 0.7;
  const [left, top] = [x + width - side, y + (height - side) / 2];
  const look = { class: "drawn-box", "stroke-width": thin(height) };
  const square = makeSvg("rect", { ...look, x: left.toFixed(1), y: top.toFixed(1), width: side.toFixed(1), height: side.toFixed(1), rx: (side / 5).toFixed(1) });
  if (box === "open") return [square];
  const points = TICK.map(([right, down]) => `${(left + right * side).toFixed(1)} ${(top + down * side).toFixed(1)}`);
  return [square, makeSvg("polyline", { ...look, points: points.join(" ") })];
}

function thin(height) {
  return (height * 0.05).toFixed(2);
}

function strokes(place, layout, drawn) {
  const paths = [];
  for (const id of place.strokes) {
    if (drawn.has(id)) continue;
    drawn.add(id);
    paths.push(makeSvg("path", { d: layout.path(id) }));
  }
  return paths;
}

function written(text, [x, y, width, height], { size = Math.max(2, height * 0.82), ...attributes } = {}) {
  const isTight = width > 1 && text.length * size * LETTER > width; // long words are compressed, short words are not stretched
  return makeSvg("text", {
    x: x.toFixed(1),
    y: (y + height * 0.8).toFixed(1),
    "font-size": size.toFixed(1),
    textLength: isTight ? width.toFixed(1) : null,
    lengthAdjust: "spacingAndGlyphs",
    ...attributes,
    text,
  });
}
