// Earlier versions of a note: its text with what was decided then; of a file, whose text does not change, the decisions.

import { boxOf } from "./line_facts.js";
import { wordsOf } from "./review.js";

const MOST = 100; // of one note

/** The state of a note now; `review` is what is stored of the board at the place `at`. */
export function versionOf(source, review, at = 0) {
  return { text: source.kind === "text" ? source.text : null, written: source.written ?? null, review, at, time: Date.now() };
}

/** The versions and one more; a version that another one contains is left out. */
export function withVersion(versions, version) {
  if (versions.some((each) => isIn(version, each))) return versions;
  return thinned([...versions.filter((each) => !isIn(each, version)), version]);
}

/** Whether erasing words and decisions of the other version results in this one. */
export function isIn(version, other) {
  if ((version.at ?? 0) !== (other.at ?? 0)) return false;
  const threshold = version.review?.notes?.threshold ?? null;
  if (threshold !== null && threshold !== other.review?.notes?.threshold) return false;
  const decisions = decisionsIn(other.review);
  for (const decision of decisionsIn(version.review)) {
    const at = decisions.indexOf(decision);
    if (at < 0) return false;
    decisions.splice(at, 1);
  }
  return isSubsequence(words(version), words(other));
}

/** A text with the words of a board, line by line, for decisions that the text of a note has no place for. */
export function textOfBoard(board) {
  return board.regions.map((region) => region.lines.map(written).join("\n")).join("\n\n");
}

function written(line) {
  const box = boxOf(line);
  const mark = line.heading ? `${"#".repeat(line.heading)} ` : line.keyword ? `- ${line.keyword} ` : box ? `- [${box === "done" ? "x" : " "}] ` : line.bullet ? "- " : "";
  return `${line.gap ? "\n" : ""}${"  ".repeat(line.indent ?? 0)}${mark}${wordsOf(line).map((word) => word.text).join(" ")}`;
}

/** How many decisions a version has. */
export function countOf(version) {
  return version.review?.notes?.decisions.length ?? 0;
}

/** All that was decided, as text. */
export function decisionsOf(review) {
  return JSON.stringify([decisionsIn(review), review?.notes?.threshold ?? null]);
}

/** Whether a text has the words of a board in their order. */
export function hasWordsOf(text, board) {
  return isSubsequence(board.regions.flatMap((region) => region.lines.flatMap(wordsOf)).map((word) => word.text), words({ text }));
}

/** Each decision with its words, as text. */
function decisionsIn(review) {
  const regions = new Map(review?.board.regions.map((region) => [region.id, region.lines.flatMap(wordsOf)]));
  return (review?.notes?.decisions ?? []).map(({ region, start, end, decided, owner, due }) =>
    JSON.stringify({ words: regions.get(region)?.slice(start, end).map((word) => word.text), decided, owner, due }),
  );
}

const words = (version) => (version.text ?? "").split(/\s+/).filter(Boolean);

function isSubsequence(some, all) {
  let at = 0;
  for (const word of all) if (word === some[at]) at += 1;
  return at === some.length;
}

/** Where there are too many, without the one that has the least that no other has: a typing error goes before a page of notes. */
function thinned(versions) {
  if (versions.length <= MOST) return versions;
  const parts = versions.map((version) => new Set([...words(version), ...decisionsIn(version.review)]));
  const uses = new Map();
  for (const each of parts) for (const part of each) uses.set(part, (uses.get(part) ?? 0) + 1);
  const own = parts.slice(0, -1).map((each) => [...each].filter((part) => uses.get(part) === 1).length);
  return versions.toSpliced(own.indexOf(Math.min(...own)), 1);
}
