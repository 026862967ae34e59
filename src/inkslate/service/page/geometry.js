// Positions on a drawn board, scaled to a width of 1000: files use millimetres, pixels or fractions of a page.

import { statementOf } from "./line_facts.js";

const WIDTH = 1000;
const PAD = 28;
export const LETTER = 0.5; // typical width of a letter as a fraction of its height

/** The boxes of words and the paths of strokes in drawing coordinates; null where the board cannot be drawn. */
export function layOut(board, strokes) {
  const words = board.regions.map((region) => region.words.map((word) => placeOf(word, strokes)));
  const places = words.flat();
  const known = places.filter(Boolean);
  if (!known.length || known.length < places.length * 0.9 || areOverlapping(words)) return null;
  const hasInk = known.filter((place) => place.strokes.length).length * 2 > known.length;
  // Ink has its boxes and keywords; without ink they are drawn, in front of the words.
  const marks = board.regions.map((region, at) => (hasInk ? [] : marksOf(region, words[at])));
  const all = around([...known, ...marks.flat()].map((place) => place.box).concat([...strokes.values()].map(extent)));
  const scale = all.width > 0 ? (WIDTH - 2 * PAD) / all.width : 1;
  const move = ([x, y, width, height]) => [(x - all.x) * scale + PAD, (y - all.y) * scale + PAD, width * scale, height * scale];
  const heights = known.map((place) => place.box[3] * scale).sort((one, other) => one - other);
  return {
    width: WIDTH,
    height: all.height * scale + 2 * PAD,
    letter: Math.max(4, heights[heights.length >> 1]),
    hasInk,
    marks: marks.map((row) => row.map((mark) => ({ ...mark, box: move(mark.box) }))),
    words: words.map((row) => row.map((place) => place && { box: move(place.box), strokes: place.strokes })),
    path: (id) => pathOf(strokes.get(id), all, scale),
    ids: [...strokes.keys()],
  };
}

/** The bounding box of several boxes. */
export function union(boxes) {
  const { x, y, width, height } = around(boxes);
  return [x, y, width, height];
}

/** Boxes and keywords of a region, each left of the first word behind it: {word, statement, box}. */
function marksOf(region, places) {
  return region.words.flatMap((word, at) => {
    const statement = region.words[at - 1]?.line === word.line ? null : statementOf(region, { start: at });
    if (!statement || !places[at]) return [];
    const [x, y, , height] = places[at].box;
    const width = statement.keyword ? statement.keyword.length * height * LETTER : height * 0.8;
    return [{ word: at, statement, box: [x - width - height * 0.4, y, width, height] }];
  });
}

function placeOf(word, strokes) {
  const own = (word.source ?? []).filter((id) => strokes.has(id));
  const box = word.box ?? (own.length ? union(own.map((id) => extent(strokes.get(id)))) : null);
  return box && { box, strokes: own };
}

function extent(points) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < points.length; at += 2) {
    left = Math.min(left, points[at]);
    right = Math.max(right, points[at]);
    top = Math.min(top, points[at + 1]);
    bottom = Math.max(bottom, points[at + 1]);
  }
  return [left, top, right - left, bottom - top];
}

function around(boxes) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y, width, height] of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether words overlap words of other regions: several pages with the same origin. */
function areOverlapping(regions) {
  const boxes = regions.flatMap((row, at) => row.filter(Boolean).map((place) => ({ at, box: place.box })));
  const step = Math.max(1, Math.floor(boxes.length / 200));
  let [looked, overlapping] = [0, 0];
  for (let number = 0; number < boxes.length; number += step) {
    const { at, box } = boxes[number];
    const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    const inside = (other) => x > other[0] && x < other[0] + other[2] && y > other[1] && y < other[1] + other[3];
    looked += 1;
    if (boxes.some((other) => other.at !== at && inside(other.box))) overlapping += 1;
  }
  return overlapping * 4 > looked;
}

function pathOf(points, all, scale) {
  const steps = [];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = (points[at] - all.x) * scale + PAD;
    const y = (points[at + 1] - all.y) * scale + PAD;
    steps.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return `M${steps.join("L")}${steps.length === 1 ? "h.1" : ""}`;
}
