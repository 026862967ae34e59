// Keeps decisions after an edit: each moves to the same words, at the position nearest to the old one. Where words of
// a decided sentence were changed, the decision stays with the sentence.

import { statementOf } from "./line_facts.js";
import { decide, decisionsOf } from "./review.js";

const SMALL_EDIT = 3; // words: a sentence of which nothing is left is the same one after so small an edit

export function carryOver(before, after) {
  const decisions = decisionsOf(before);
  if (!decisions.length) return after;
  const places = placesByFirstWord(after);
  const edit = editOf(before, after);
  const offsets = new Map();
  let offset = 0;
  for (const region of before.regions) {
    offsets.set(region.id, { offset, region });
    offset += region.words.length;
  }
  const taken = new Set();
  const carried = [];
  const moved = (decision) => {
    const old = offsets.get(decision.region);
    const words = old.region.words.slice(decision.start, decision.end).map((word) => word.text);
    return { old, at: old.offset + decision.start, words };
  };
  const take = (decision, old, place, length) => {
    for (let at = 0; at < length; at += 1) taken.add(place.whole + at);
    if (isRefuted(decision.decided, statementOf(old.region, decision), statementOf(place.region, place))) return;
    carried.push({ ...decision, region: place.region.id, start: place.start, end: place.start + length });
  };
  const changed = [];
  for (const decision of decisions) {
    const { old, at, words } = moved(decision);
    const place = nearest(places.get(words[0]) ?? [], words, at, taken);
    if (place) take(decision, old, place, words.length);
    else changed.push(decision);
  }
  for (const decision of changed) {
    const { old, at, words } = moved(decision);
    const span = edit.span(at, at + words.length);
    const place = span && placeAt(after, span.start);
    if (!place || place.start + span.length > place.region.words.length) continue;
    if (Array.from({ length: span.length }, (_, step) => span.start + step).some((word) => taken.has(word))) continue;
    take(decision, old, place, span.length);
  }
  return decide(after, carried);
}

/** Whether a box or keyword that was written since says the opposite: what was written last holds. */
function isRefuted(decided, before, after) {
  return Boolean(after) && after.box !== before?.box && decided === (after.box === "done");
}

/** The one part of the words that differs; `span` gives what a span of the old words has become, or null. */
function editOf(before, after) {
  const [old, now] = [before, after].map((board) => board.regions.flatMap((region) => region.words.map((word) => word.text)));
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  const [oldEnd, newEnd] = [old.length - end, now.length - end];
  const isSmall = oldEnd - start <= SMALL_EDIT && newEnd - start <= SMALL_EDIT;
  return {
    span(from, to) {
      const first = from <= start ? from : from >= oldEnd ? from + newEnd - oldEnd : start;
      const last = to <= start ? to : to >= oldEnd ? to + newEnd - oldEnd : newEnd;
      const left = Math.max(0, Math.min(to, start) - from) + Math.max(0, to - Math.max(from, oldEnd));
      if (last <= first || (left * 2 < to - from && !isSmall)) return null;
      return { start: first, length: last - first };
    },
  };
}

function placeAt(board, whole) {
  let offset = 0;
  for (const region of board.regions) {
    if (whole < offset + region.words.length) return { region, start: whole - offset, whole };
    offset += region.words.length;
  }
  return null;
}

function placesByFirstWord(board) {
  const places = new Map();
  let whole = 0;
  for (const region of board.regions) {
    for (const [start, word] of region.words.entries()) {
      const known = places.get(word.text);
      const place = { region, start, whole: whole + start };
      if (known) known.push(place);
      else places.set(word.text, [place]);
    }
    whole += region.words.length;
  }
  return places;
}

function nearest(places, words, at, taken) {
  let best = null;
  for (const place of places) {
    if (best && Math.abs(place.whole - at) >= Math.abs(best.whole - at)) continue;
    if (words.every((text, step) => place.region.words[place.start + step]?.text === text && !taken.has(place.whole + step))) best = place;
  }
  return best;
}
