// Keeps decisions after an edit: each stays with its own words, else it moves to the same words elsewhere. Where words of
// a decided sentence were changed, the decision stays with the sentence.

import { statementOf } from "./line_facts.js";
import { matchBoards, sharedEnds } from "./matching.js";
import { decide, decisionsOf, find } from "./review.js";

const SMALL_EDIT = 3; // words: a sentence of which nothing is left is the same one after so small an edit

export function carryOver(before, after) {
  const decisions = decisionsOf(before);
  if (!decisions.length) return after;
  const match = matchBoards(before, after);
  const [old, now] = [before, after].map(indexOf);
  const taken = new Set();
  const carried = [];
  /** Whether there was a place for the decision. */
  const take = (decision, start, length) => {
    const place = placeAt(now, start);
    if (!place || place.start + length > place.region.words.length) return false;
    for (let word = start; word < start + length; word += 1) if (taken.has(word)) return false;
    for (let word = start; word < start + length; word += 1) taken.add(word);
    const known = old.regions.get(decision.region).region;
    if (isRefuted(decision.decided, statementOf(known, decision), statementOf(place.region, place))) return true;
    carried.push({ ...decision, region: place.region.id, start: place.start, end: place.start + length });
    return true;
  };
  let left = decisions;
  for (const placeOf of [ownPlace, samePlace, changedPlace]) {
    left = left.filter((decision) => {
      const at = old.regions.get(decision.region).offset + decision.start;
      const span = placeOf({ at, length: decision.end - decision.start, match, old, now, taken });
      return !span || !take(decision, span.start, span.length);
    });
  }
  return decide(after, carried);
}

/** For the key of a sentence, that of the sentence of the next board that has its words; null where there is none. */
export function keysOver(before, after) {
  let match = null;
  return (key) => {
    const found = key && find(before, key);
    if (!found) return null;
    match ??= matchBoards(before, after);
    const [old, now] = [before, after].map(indexOf);
    const { offset } = old.regions.get(found.region.id);
    const words = match.to.slice(offset + found.sentence.start, offset + found.sentence.end);
    const place = placeAt(now, words.find((word) => word >= 0) ?? Infinity);
    const holds = place && place.region.sentences.find((sentence) => sentence.end > place.start);
    return holds ? `${after.regions.indexOf(place.region)}:${holds.start}` : null;
  };
}

/** Whether a box or keyword that was written since says the opposite: what was written last holds. */
function isRefuted(decided, before, after) {
  return Boolean(after) && after.box !== before?.box && decided === (after.box === "done");
}

/** Where all words of a sentence are that follow each other still. */
function ownPlace({ at, length, match }) {
  const start = match.to[at];
  for (let step = 0; step < length; step += 1) if (start < 0 || match.to[at + step] !== start + step) return null;
  return { start, length };
}

/** Where the same words are elsewhere, the nearest to where they should be; not those that were there before. */
function samePlace({ at, length, match, old, now, taken }) {
  const wanted = old.words.slice(at, at + length);
  let known = at;
  while (known > 0 && match.to[known] < 0) known -= 1;
  const expected = match.to[known] < 0 ? at : match.to[known] + at - known;
  let best = null;
  for (const start of now.places.get(wanted[0]) ?? []) {
    if (best !== null && Math.abs(start - expected) >= Math.abs(best - expected)) continue;
    const isSame = wanted.every((text, step) => now.words[start + step] === text && !taken.has(start + step));
    const isNew = wanted.some((_, step) => match.from[start + step] < 0 || (match.from[start + step] >= at && match.from[start + step] < at + length));
    if (isSame && isNew) best = start;
  }
  return best === null ? null : { start: best, length };
}

/** What a sentence has become where the lines around it were changed; null where little is left of it. */
function changedPlace({ at: from, length, match, old, now }) {
  const to = from + length;
  const gaps = match.gaps.filter((gap) => gap.from < to && gap.to > from);
  if (!gaps.length) return null;
  const [whole, other] = [{ from: gaps[0].from, to: gaps.at(-1).to }, { from: gaps[0].start, to: gaps.at(-1).end }];
  const shared = sharedEnds(old.words.slice(whole.from, whole.to), now.words.slice(other.from, other.to));
  const edit = { from: whole.from + shared.start, to: whole.to - shared.end, start: other.from + shared.start, end: other.to - shared.end };
  const first = from <= edit.from ? from + edit.start - edit.from : from >= edit.to ? from + edit.end - edit.to : edit.start;
  const last = to <= edit.from ? to + edit.start - edit.from : to >= edit.to ? to + edit.end - edit.to : edit.end;
  const left = Math.max(0, Math.min(to, edit.from) - from) + Math.max(0, to - Math.max(from, edit.to));
  const isSmall = edit.to - edit.from <= SMALL_EDIT && edit.end - edit.start <= SMALL_EDIT;
  if (last <= first || (left * 2 < length && !isSmall)) return null;
  return gaps.every((gap) => gap.isSameHeight) ? { start: first, length: last - first } : withinLines({ first, last, from, to }, match, now);
}

/** Lines were added or taken away: only those that have words of the sentence still are lines of it. */
function withinLines({ first, last, from, to }, match, now) {
  const lines = new Set([...match.to.slice(from, to)].filter((word) => word >= 0).map((word) => now.lines[word]));
  let [start, end] = [first, last];
  if (lines.size) {
    while (start < end && !lines.has(now.lines[start])) start += 1;
    while (end > start && !lines.has(now.lines[end - 1])) end -= 1;
  }
  return end > start ? { start, length: end - start } : null;
}

/** All words of a board, the line of each, where each word is, and where each region begins. */
function indexOf(board) {
  const index = { words: [], lines: [], places: new Map(), regions: new Map() };
  for (const region of board.regions) {
    index.regions.set(region.id, { offset: index.words.length, region });
    for (const { text, line } of region.words) {
      const known = index.places.get(text);
      if (known) known.push(index.words.length);
      else index.places.set(text, [index.words.length]);
      index.words.push(text);
      index.lines.push(`${line} ${region.id}`);
    }
  }
  return index;
}

function placeAt(index, whole) {
  for (const { offset, region } of index.regions.values()) if (whole < offset + region.words.length) return { region, start: whole - offset };
  return null;
}
