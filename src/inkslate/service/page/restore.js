// Boards as they were left: what was kept of them, said again of the same words.

import { carryOver } from "./carry.js";
import { boardOf, decide, decisionsOf } from "./review.js";

/** What is kept of a board beside its labels. */
export function notesOf(board, threshold) {
  return { decisions: decisionsOf(board), threshold };
}

export function restore(kept, board) {
  const regions = kept.board.regions.map((region) => ({
    ...region,
    sentences: region.sentences.map(({ start, end, label }) => ({ start, end, task: label > 0 && label < 4, score: null })),
  }));
  const before = boardOf({ id: board.id, model: board.model, regions, tasks: [] });
  return carryOver(decide(before, kept.notes?.decisions ?? []), board);
}
