// The marks and the list entries of sentences.

import { statementOf } from "./line_facts.js";
import { detailsOf, hasNext, isTask, isUnsure, sentencesOf, textOf } from "./review.js";

/** The marks of sentences by key; sentences without marks are left out. */
export function marksOf(board, state, { gained, lost }) {
  const marks = new Map();
  for (const { key, region, sentence } of sentencesOf(board)) {
    const task = isTask(sentence, state.threshold);
    const own = [
      task && "task",
      !task && statementOf(region, sentence)?.box === "done" && "done",
      sentence.decided === true && "accepted",
      sentence.decided === false && "dismissed",
      isUnsure(sentence) && "unsure",
      gained.has(key) && "gained",
      lost.has(key) && "lost",
    ].filter(Boolean);
    if (own.length) marks.set(key, own);
  }
  return marks;
}

/** The entries of the list with the current filter. */
export function entriesOf(board, state, marks) {
  const shown = [...sentencesOf(board)].filter(({ key }) => isShown(marks.get(key) ?? [], state.filter));
  const current = shown.some(({ key }) => key === state.selected) ? state.selected : shown[0]?.key;
  return shown.map(({ key, number, region, sentence }) => {
    const selected = key === state.selected;
    return {
      key,
      text: textOf(region, sentence),
      decided: sentence.decided,
      score: sentence.score,
      statement: statementOf(region, sentence),
      marks: marks.get(key) ?? [],
      ...detailsOf(board, region, sentence),
      selected,
      current: key === current,
      ...(selected && {
        start: sentence.start,
        words: region.words.slice(sentence.start, sentence.end).map((word) => word.text),
        hasNext: hasNext(board, key),
        hasPrevious: number > 0,
        splitting: state.splitting,
      }),
    };
  });
}

function isShown(marks, filter) {
  if (filter === "all") return true;
  if (filter === "look") return marks.includes("unsure");
  return ["task", "dismissed", "gained", "lost"].some((mark) => marks.includes(mark));
}
