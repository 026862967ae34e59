// The marks and the list entries of sentences.

import { statementOf } from "./line_facts.js";
import { detailsOf, hasNext, isTask, isUnsure, sentencesOf, textOf } from "./review.js";

/** The marks of sentences by key; sentences without marks are left out. `own` is the threshold of the model. */
export function marksOf(board, state, { gained, lost }, own) {
  const marks = new Map();
  for (const { key, region, sentence } of sentencesOf(board)) {
    const task = isTask(sentence, state.threshold);
    const found = [
      task && "task",
      !task && statementOf(region, sentence)?.box === "done" && "done",
      sentence.decided === true && "accepted",
      sentence.decided === false && "dismissed",
      isUnsure(sentence, own) && "unsure",
      gained.has(key) && "gained",
      lost.has(key) && "lost",
    ].filter(Boolean);
    if (found.length) marks.set(key, found);
  }
  return marks;
}

/** The entries of the list with the current filter. `held` are keys that stay though they left the filter. */
export function entriesOf(board, state, marks, held = new Set()) {
  const shown = [...sentencesOf(board)].filter(({ key }) => isShown(marks.get(key) ?? [], state.filter) || held.has(key));
  const current = shown.some(({ key }) => key === state.selected) ? state.selected : shown[0]?.key;
  return shown.map(({ key, number, region, sentence }) => {
    const own = marks.get(key) ?? [];
    const opened = key === state.opened;
    return {
      key,
      text: textOf(region, sentence),
      decided: sentence.decided,
      score: sentence.score,
      statement: statementOf(region, sentence),
      marks: own,
      status: statusOf(own),
      ...detailsOf(board, region, sentence),
      selected: key === state.selected,
      opened,
      current: key === current,
      ...(opened && {
        start: sentence.start,
        words: region.words.slice(sentence.start, sentence.end).map((word) => word.text),
        hasNext: hasNext(board, key),
        hasPrevious: number > 0,
        splitting: state.splitting,
        why: state.why,
      }),
    };
  });
}

/** One word or two about a sentence; each has one, so that a decision does not change the height of its row. */
function statusOf(marks) {
  const has = (mark) => marks.includes(mark);
  if (has("gained")) return "Would be added";
  if (has("lost")) return "Would be removed";
  if (has("accepted")) return "Accepted";
  if (has("dismissed")) return "Dismissed";
  if (has("unsure")) return "Needs review";
  if (has("task")) return "Detected";
  return has("done") ? "Done" : "Not a task";
}

function isShown(marks, filter) {
  if (filter === "all") return true;
  if (filter === "look") return marks.includes("unsure");
  return ["task", "dismissed", "gained", "lost"].some((mark) => marks.includes(mark));
}
