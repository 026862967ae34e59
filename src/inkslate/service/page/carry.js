// Keeps decisions after an edit: each moves to the same words, at the position nearest to the old one.

import { statementOf } from "./line_facts.js";
import { decide, decisionsOf } from "./review.js";

export function carryOver(before, after) {
  const decisions = decisionsOf(before);
  if (!decisions.length) return after;
  const places = placesByFirstWord(after);
  const offsets = new Map();
  let offset = 0;
  for (const region of before.regions) {
    offsets.set(region.id, { offset, region });
    offset += region.words.length;
  }
  const taken = new Set();
  const carried = [];
  for (const decision of decisions) {
    const old = offsets.get(decision.region);
    const words = old.region.words.slice(decision.start, decision.end).map((word) => word.text);
    const place = nearest(places.get(words[0]) ?? [], words, old.offset + decision.start, taken);
    if (!place) continue;
    for (let at = 0; at < words.length; at += 1) taken.add(place.whole + at);
    if (isRefuted(decision.decided, statementOf(old.region, decision), statementOf(place.region, place))) continue;
    carried.push({ ...decision, region: place.region.id, start: place.start, end: place.start + words.length });
  }
  return decide(after, carried);
}

/** Whether a box or keyword that was written since says the opposite: what was written last holds. */
function isRefuted(decided, before, after) {
  return Boolean(after) && after.box !== before?.box && decided === (after.box === "done");
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
