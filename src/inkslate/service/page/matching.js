// Which words of a note are which words of its next reading: first by whole lines, then by words in the lines between.
// Equal lines keep their order, so each of several copies stays itself.

const MOST = 4e6; // pairs of items to compare

/**
 * `to` has for each word of the first board its place in the second, or -1, and `from` the other way round. Words are counted
 * over all regions. `gaps` are the parts between equal lines: {from, to} in the first board, {start, end} in the second.
 */
export function matchBoards(before, after) {
  const [old, now] = [before, after].map(linesOf);
  const lines = align(old.map(textOf), now.map(textOf));
  const match = { to: new Int32Array(sizeOf(old)).fill(-1), from: new Int32Array(sizeOf(now)).fill(-1), gaps: [] };
  let [row, column] = [0, 0];
  for (let at = 0; at <= old.length; at += 1) {
    const place = at < old.length ? lines[at] : now.length;
    if (place < 0) continue;
    matchGap(match, old.slice(row, at), now.slice(column, place), { from: old[at]?.start ?? match.to.length, start: now[place]?.start ?? match.from.length });
    if (at < old.length) for (let step = 0; step < old[at].words.length; step += 1) join(match, old[at].start + step, now[place].start + step);
    [row, column] = [at + 1, place + 1];
  }
  return match;
}

/** `none` is where words would be that are not there. */
function matchGap(match, old, now, none) {
  if (!old.length && !now.length) return;
  const [from, start] = [old[0]?.start ?? none.from, now[0]?.start ?? none.start];
  const [some, others] = [old, now].map((lines) => lines.flatMap((line) => line.words));
  match.gaps.push({ from, to: from + some.length, start, end: start + others.length, isSameHeight: old.length === now.length });
  for (const [step, place] of align(some, others).entries()) if (place >= 0) join(match, from + step, start + place);
}

function join(match, one, other) {
  match.to[one] = other;
  match.from[other] = one;
}

/** The lines that have words; `start` is the number of the first one. */
function linesOf(board) {
  const lines = [];
  let whole = 0;
  for (const region of board.regions) {
    let last = null;
    for (const { line, text } of region.words) {
      if (line !== last) lines.push({ start: whole, words: [] });
      lines.at(-1).words.push(text);
      last = line;
      whole += 1;
    }
  }
  return lines;
}

const textOf = (line) => line.words.join(" ");
const sizeOf = (lines) => lines.reduce((sum, line) => sum + line.words.length, 0);

/** For each item the place of the same item in the other list, or -1: the longest common subsequence. */
function align(old, now) {
  const places = new Array(old.length).fill(-1);
  const { start, end } = sharedEnds(old, now);
  for (let at = 0; at < start; at += 1) places[at] = at;
  for (let at = 1; at <= end; at += 1) places[old.length - at] = now.length - at;
  const [rows, columns] = [old.length - end, now.length - end];
  if ((rows - start) * (columns - start) > MOST) return places;
  const lengths = Array.from({ length: rows - start + 1 }, () => new Uint16Array(columns - start + 1));
  const isSame = (row, column) => old[start + row] === now[start + column];
  for (let row = rows - start - 1; row >= 0; row -= 1) {
    for (let column = columns - start - 1; column >= 0; column -= 1) {
      lengths[row][column] = isSame(row, column) ? lengths[row + 1][column + 1] + 1 : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
    }
  }
  for (let row = 0, column = 0; row < rows - start && column < columns - start; ) {
    if (isSame(row, column)) {
      places[start + row] = start + column;
      row += 1;
      column += 1;
    } else if (lengths[row + 1][column] >= lengths[row][column + 1]) row += 1;
    else column += 1;
  }
  return places;
}

/** How many items two lists share at the start, and of the rest at the end. */
export function sharedEnds(old, now) {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return { start, end };
}
