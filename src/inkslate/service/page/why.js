// Why a sentence is a task: its score without each of its words, without its bullet, and without the lines around it.
// The service scores all these boards in one request.

import { statementOf } from "./line_facts.js";
import { find } from "./review.js";

const MOST = 40; // parts of a sentence that are left out in turn

/** `scores(boards)` returns extractions; `limit` is how many words a request may have. Returns {text, words, others}. */
export async function explain(board, key, { scores, limit }) {
  const { region, sentence, at } = find(board, key);
  const statement = statementOf(region, sentence);
  if (statement) return { text: statedBy(statement), words: [], others: [] };
  const variants = variantsOf(region, sentence, board.regions.slice(0, at), limit);
  const found = await scores(variants.map(({ regions }, number) => ({ id: String(number), regions })));
  const scored = variants.map((variant, number) => ({ ...variant, score: scoreAt(found[number], variant) }));
  const [{ score: own }] = scored;
  const compared = scored.slice(1).map(({ text, isWord, score }) => ({ text, isWord, ...changeOf(own, score) }));
  const words = compared.filter((each) => each.isWord);
  return { text: summaryOf(own, words), words, others: compared.filter((each) => !each.isWord && each.change !== null) };
}

/** Boards that differ in one thing from the first one; `start` and `end` are what is left of the sentence there. */
function variantsOf(region, sentence, before, limit) {
  const { start, end } = sentence;
  const size = Math.ceil((end - start) / MOST);
  const parts = [];
  for (let word = start; word < end; word += size) parts.push([word, Math.min(word + size, end)]);
  const own = linesOf(region, sentence);
  const isWhole = region.words.length * (parts.length + 3) < limit;
  const lines = isWhole ? [...region.lines.keys()] : own;
  const above = before.flatMap((each) => each.lines.filter((line) => line.heading));
  const first = region.lines[region.words[start].line];
  const make = (options) => boardOf(region, { lines, above, from: 0, to: 0, start, end, ...options });
  return [
    make({}),
    ...parts.map(([from, to]) => ({ ...make({ from, to, end: end - (to - from) }), isWord: true, text: region.words.slice(from, to).map((word) => word.text).join(" ") })),
    ...(first.bullet ? [{ ...make({ plain: region.words[start].line }), text: "Without its bullet" }] : []),
    ...(lines.length > own.length || above.length ? [{ ...make({ lines: own, above: [] }), text: "Alone, without the lines around it" }] : []),
  ];
}

/** The region, in lines, without the words from..to, and without the bullet of the line `plain`. */
function boardOf(region, { lines, above, from, to, start, end, plain = null }) {
  const textOf = (number) =>
    region.words
      .filter((word, at) => word.line === number && !(at >= from && at < to))
      .map((word) => word.text)
      .join(" ");
  const written = lines.map((number) => ({ ...region.lines[number], words: undefined, text: textOf(number), ...(number === plain && { bullet: false }) }));
  const headings = above.length ? [{ id: "above", lines: above.map((line) => ({ ...line, words: undefined })) }] : [];
  const offset = region.words.findIndex((word) => lines.includes(word.line));
  return { start: start - offset, end: end - offset, regions: [...headings, { id: "r", lines: written.filter((line) => line.text) }] };
}

function linesOf(region, { start, end }) {
  const [first, last] = [region.words[start].line, region.words[end - 1].line];
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

/** The score of the sentence that has most of a span of words. */
function scoreAt(extraction, { start, end }) {
  const overlap = (each) => Math.min(each.end, end) - Math.max(each.start, start);
  const sentences = extraction.regions.at(-1)?.sentences ?? [];
  const best = sentences.reduce((one, other) => (!one || overlap(other) > overlap(one) ? other : one), null);
  return best && overlap(best) > 0 ? best.score : null;
}

/** The change in points of percent, and how much that is: near 0 and 1 a point is worth more (log odds). */
function changeOf(own, score) {
  if (score === null) return { change: null, strength: 0, score };
  const odds = (value) => Math.log(Math.min(0.999, Math.max(0.001, value)) / (1 - Math.min(0.999, Math.max(0.001, value))));
  return { change: Math.round((own - score) * 1000) / 10, strength: odds(own) - odds(score), score };
}

function statedBy({ box, keyword }) {
  const mark = keyword ? `the word ${keyword}` : box === "open" ? "an open box" : "a ticked box";
  return `The note itself says so with ${mark} in front of it; the words do not matter.`;
}

function summaryOf(own, words) {
  const percent = (score, digits = 0) => `${(score * 100).toFixed(digits)} %`;
  const known = words.filter((word) => word.change !== null);
  if (!known.length) return `Its score is ${percent(own)}. It has no other words to compare with.`;
  const best = known.reduce((one, other) => (other.strength > one.strength ? other : one));
  if (best.strength < 0.1) return `Its score is ${percent(own)}. No single word decides it: without any one of them it stays the same.`;
  const digits = Math.abs(best.change) < 2 ? 1 : 0;
  return `“${best.text}” speaks for it most: without it the score falls from ${percent(own, digits)} to ${percent(best.score, digits)}.`;
}
