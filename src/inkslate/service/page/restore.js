// Applies stored corrections to a board that is opened again.

import { carryOver } from "./carry.js";
import { boardOf, decide, decisionsOf } from "./review.js";

/** The notes that are stored with the labels of a board. */
export function notesOf(board, threshold) {
  return { decisions: decisionsOf(board), threshold };
}

export function restore(stored, board) {
  const regions = stored.board.regions.map((region) => ({
    ...region,
    sentences: region.sentences.map(({ start, end, label }) => ({ start, end, task: label > 0 && label < 4, score: null })),
  }));
  const before = boardOf({ id: board.id, model: board.model, regions, tasks: [] });
  return carryOver(decide(before, stored.notes?.decisions ?? []), board);
}

/** Whether stored decisions are on a board that has other words: they are stored with these then, before more words change. */
export function isMoved(stored, board) {
  const wordsOn = (each) => each.regions.flatMap((region) => region.lines.map((line) => line.text)).join("\n");
  return wordsOn(stored.board) !== wordsOn(board) && decisionsOf(board).length > 0;
}
