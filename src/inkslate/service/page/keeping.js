// What is stored of a note that is open: the decisions on its boards, and as earlier versions what a change takes away.

import { isMoved, notesOf, restore } from "./restore.js";
import * as review from "./review.js";
import { storedId } from "./sources.js";
import { countOf, isIn, textOfBoard, versionOf } from "./versions.js";

/** `state` is that of the session. */
export function createKeeper({ state, corrections, notebook }) {
  const storedIds = new Set();

  /** The boards with their stored corrections; `corrected` replaces those of the board `at`, which become an earlier version. */
  async function recall(source, boards, { at = null, corrected } = {}) {
    const ids = boards.map((each) => storedId(source, each));
    const stored = await corrections.load(ids);
    return boards.map((fresh, place) => {
      const isReplaced = corrected !== undefined && place === at;
      if (stored[place]) storedIds.add(ids[place]);
      if (isReplaced && stored[place]) keepLost({ source, review: stored[place], at }, { source, review: corrected, at });
      const mine = isReplaced ? corrected : stored[place];
      if (!mine) return { board: fresh, threshold: null };
      const now = restore(mine, fresh);
      if (countOf({ review: mine }) > review.decisionsOf(now).length) notebook.keepVersion(asReviewed(source, mine), mine, place);
      return { board: now, threshold: mine.notes?.threshold ?? null, isMoved: source.kind === "text" && isMoved(mine, now) };
    });
  }

  /** The source as it was when it was reviewed: text that opens with these decisions. */
  const asReviewed = (source, mine) => (source.kind === "text" ? { ...source, text: textOfBoard(mine.board) } : source);

  /** Keeps a state of a note as an earlier version if the next state lacks words or decisions of it. */
  function keepLost(before, after) {
    const [one, other] = [before, after].map(({ source, review: mine, at }) => versionOf(source, mine, at));
    if (!isIn(one, other)) notebook.keepVersion(before.source, before.review, before.at);
  }

  /** Keeps a board that was read from `source` as an earlier version if the next reading has no place for one of its decisions. */
  function keepUnplaced(source, board, next, at) {
    const lost = review.decisionsOf(board).length - (next ? review.decisionsOf(next).length : 0);
    if (lost > 0) notebook.keepVersion(source, correctionOf(board, { source, threshold: state.threshold }), at);
  }

  /** Stores a board after an undo or redo: what the note had before it is an earlier version. */
  function exchange(before) {
    if (before.source.id !== state.source.id) return save(state.boards[state.at]);
    for (let at = 0; at < Math.max(1, before.boards.length, state.boards.length); at += 1) {
      const isSame = before.boards[at] === state.boards[at] && before.source === state.source;
      if (isSame && (at !== state.at || before.threshold === state.threshold)) continue;
      keepLost({ source: before.source, review: correctionOf(before.boards[at], before), at }, { source: state.source, review: correctionOf(state.boards[at]), at });
      save(state.boards[at]);
    }
    return undefined;
  }

  function save(board) {
    if (!board) return;
    const id = storedId(state.source, board);
    const correction = correctionOf(board);
    const place = { note: state.source.id, at: state.boards.indexOf(board) };
    if (correction) {
      storedIds.add(id);
      corrections.save(id, correction, place);
    } else if (storedIds.delete(id)) corrections.save(id, null, place);
  }

  /** What is stored of a board: its labels and notes; null where nothing was decided. */
  function correctionOf(board, { source, threshold } = state) {
    if (!board) return null;
    const notes = notesOf(board, threshold);
    const isTouched = notes.decisions.length || notes.threshold !== null;
    return isTouched ? { board: review.labelled(board, storedId(source, board), threshold), notes } : null;
  }

  return { recall, exchange, save, keepUnplaced, correctionOf };
}
