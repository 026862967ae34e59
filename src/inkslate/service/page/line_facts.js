// What the marks in front of a line say: its check box or its to-do keyword.

/** "open" or "done"; null for a line without box and keyword. */
export function boxOf(line) {
  return line.box ?? (line.done ? "done" : null); // boards that an earlier version stored have `done`
}

/** What the note itself says about a sentence, {box, keyword}: the first one behind an open mark is a task, all behind a ticked one are done. */
export function statementOf(region, sentence) {
  const number = region.words[sentence.start].line;
  const line = region.lines[number];
  const box = boxOf(line);
  const isFirst = region.words[sentence.start - 1]?.line !== number;
  return box === "done" || (box === "open" && isFirst) ? { box, keyword: line.keyword ?? null } : null;
}
