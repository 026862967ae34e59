// The review of a board, as pure functions: each change returns a new board that shares its unchanged parts.
//
// A sentence has `found` and `score` from the model, and `decided` from the user: true, false, or null if undecided.

const UNSURE = [0.3, 0.7];
const AROUND = 0.1; // of the model's threshold

/** The board of an extraction, with nothing decided. */
export function boardOf(extraction) {
  const details = new Map();
  const ids = new Map();
  for (const task of extraction.tasks) {
    const span = spanKey(task.region, task.start, task.end);
    details.set(span, { owner: task.owner, due: task.due });
    ids.set(span, task.id);
  }
  return { id: extraction.id, model: extraction.model, regions: extraction.regions.map(regionOf), details, ids };
}

function regionOf(region) {
  const words = region.lines.flatMap((line, number) =>
    wordsOf(line).map((word) => ({ ...word, line: number })),
  );
  const sentences = region.sentences.map((sentence) => ({
    start: sentence.start,
    end: sentence.end,
    score: sentence.score,
    found: sentence.task,
    decided: null,
  }));
  return { id: region.id, lines: region.lines, words, sentences };
}

export function wordsOf(line) {
  return line.words ?? (line.text ? line.text.split(" ").map((text) => ({ text })) : []);
}

export function spanKey(region, start, end) {
  return `${start} ${end} ${region}`;
}

export function textOf(region, { start, end }) {
  return region.words
    .slice(start, end)
    .map((word) => word.text)
    .join(" ");
}

/** Whether a sentence is a task: as the user decided, else by the threshold, else as the model found. */
export function isTask(sentence, threshold) {
  if (sentence.decided !== null) return sentence.decided;
  return threshold === null || sentence.score === null ? sentence.found : sentence.score > threshold;
}

/** Whether nobody decided about a sentence and its score is near to `threshold`, that of the model, or near to one half. */
export function isUnsure(sentence, threshold = 0.5) {
  const { score, decided } = sentence;
  return decided === null && score !== null && score > Math.min(UNSURE[0], threshold - AROUND) && score < Math.max(UNSURE[1], threshold + AROUND);
}

/** How many tasks there are, how many of them a person decided, and how many sentences were dismissed. */
export function countsOf(board, threshold) {
  const counts = { tasks: 0, accepted: 0, dismissed: 0 };
  for (const { sentence } of sentencesOf(board)) {
    if (isTask(sentence, threshold)) counts.tasks += 1;
    if (sentence.decided === true) counts.accepted += 1;
    if (sentence.decided === false) counts.dismissed += 1;
  }
  return { ...counts, left: counts.tasks - counts.accepted, decided: counts.accepted + counts.dismissed };
}

export function hasScores(board) {
  return board.regions.some((region) => region.sentences.some((sentence) => sentence.score !== null));
}

/** All sentences with their keys, `REGION:START`. */
export function* sentencesOf(board) {
  for (const [at, region] of board.regions.entries()) {
    for (const [number, sentence] of region.sentences.entries()) {
      yield { key: `${at}:${sentence.start}`, at, number, region, sentence };
    }
  }
}

export function find(board, key) {
  const [at, start] = String(key).split(":").map(Number);
  const region = board.regions[at];
  const number = region ? region.sentences.findIndex((sentence) => sentence.start === start) : -1;
  return number < 0 ? null : { key, at, number, region, sentence: region.sentences[number] };
}

/** Owner and due date: set by the user, else found in the words. */
export function detailsOf(board, region, sentence) {
  const found = board.details.get(spanKey(region.id, sentence.start, sentence.end));
  return {
    owner: sentence.owner === undefined ? (found?.owner ?? null) : sentence.owner,
    due: sentence.due === undefined ? (found?.due ?? null) : sentence.due,
  };
}

export function change(board, key, values) {
  const { at, number, sentence } = find(board, key);
  return replaced(board, at, number, 1, [{ ...sentence, ...values }]);
}

/** The same for several sentences. */
export function changeAll(board, keys, values) {
  const wanted = new Set(keys);
  const regions = board.regions.map((region, at) => {
    const sentences = region.sentences.map((sentence) => (wanted.has(`${at}:${sentence.start}`) ? { ...sentence, ...values } : sentence));
    return sentences.some((sentence, number) => sentence !== region.sentences[number]) ? { ...region, sentences } : region;
  });
  return { ...board, regions };
}

/** Splits a sentence; `word` is the index in the region of the first word of the second sentence. */
export function split(board, key, word, threshold) {
  const { at, number, sentence } = find(board, key);
  if (word <= sentence.start || word >= sentence.end) return board;
  const half = { ...sentence, decided: isTask(sentence, threshold) };
  return replaced(board, at, number, 1, [
    { ...half, end: word },
    { ...half, start: word },
  ]);
}

/** Merges a sentence with the next one of its region; unchanged where there is no next one. */
export function mergeWithNext(board, key, threshold) {
  const { at, number, region, sentence } = find(board, key);
  const next = region.sentences[number + 1];
  if (!next) return board;
  const scores = [sentence.score, next.score].filter((score) => score !== null);
  const merged = {
    start: sentence.start,
    end: next.end,
    score: scores.length ? Math.max(...scores) : null,
    found: sentence.found || next.found,
    decided: isTask(sentence, threshold) || isTask(next, threshold),
    ...firstSet("owner", sentence, next),
    ...firstSet("due", sentence, next),
  };
  return replaced(board, at, number, 2, [merged]);
}

export function keyBefore(board, key) {
  const { at, number, region } = find(board, key);
  return number > 0 ? `${at}:${region.sentences[number - 1].start}` : null;
}

export function hasNext(board, key) {
  const { number, region } = find(board, key);
  return number + 1 < region.sentences.length;
}

/** The decisions of the user, with the words they apply to. */
export function decisionsOf(board) {
  const decisions = [];
  for (const { region, sentence } of sentencesOf(board)) {
    if (sentence.decided === null) continue;
    const { start, end, decided, owner, due } = sentence;
    decisions.push({ region: region.id, start, end, decided, owner, due });
  }
  return decisions;
}

/** The board with decisions applied; the span of each decision becomes a sentence. */
export function decide(board, decisions) {
  const byRegion = Map.groupBy ? Map.groupBy(decisions, (each) => each.region) : grouped(decisions);
  const regions = board.regions.map((region) => {
    const own = (byRegion.get(region.id) ?? []).filter((each) => each.start < each.end && each.end <= region.words.length);
    return own.length ? { ...region, sentences: cut(region.sentences, own) } : region;
  });
  return { ...board, regions };
}

/** The labelled board in the format of board JSONL; what the user did not decide is marked as not reviewed. */
export function labelled(board, id, threshold) {
  return {
    id,
    regions: board.regions.map((region) => ({
      id: region.id,
      lines: region.lines,
      sentences: region.sentences.map((sentence) => ({
        start: sentence.start,
        end: sentence.end,
        label: isTask(sentence, threshold) ? 1 : 0,
        ...(sentence.decided === null ? { reviewed: false } : {}),
      })),
    })),
  };
}

/** The extraction for `POST /v1/write`; with `places`, only these regions; with `accepted`, only tasks that a person accepted. */
export function reviewed(board, threshold, { places = null, listed = () => true, accepted = false } = {}) {
  const isOut = (sentence) => isTask(sentence, threshold) && (!accepted || sentence.decided === true);
  const regions = places ? places.map((at) => board.regions[at]) : board.regions;
  const tasks = [];
  for (const region of regions) {
    for (const sentence of region.sentences) {
      const span = spanKey(region.id, sentence.start, sentence.end);
      if (!isOut(sentence) || !listed(span)) continue;
      const id = board.ids.get(span) ?? null;
      tasks.push({ region: region.id, start: sentence.start, end: sentence.end, id, ...detailsOf(board, region, sentence) });
    }
  }
  return {
    id: board.id,
    model: board.model,
    regions: regions.map((region) => ({
      id: region.id,
      lines: region.lines,
      sentences: region.sentences.map((sentence) => ({
        start: sentence.start,
        end: sentence.end,
        task: isOut(sentence),
        score: sentence.score,
      })),
    })),
    tasks,
  };
}

function cut(sentences, decisions) {
  const result = [];
  const ordered = [...decisions].sort((one, other) => one.start - other.start);
  let at = 0;
  for (const { start, end, decided, owner, due } of ordered) {
    if (start < at) continue; // invalid: two decisions on one word
    result.push(...parts(sentences, at, start));
    const same = sentences.find((sentence) => sentence.start === start && sentence.end === end);
    const around = same ?? sentences.find((sentence) => sentence.start <= start && sentence.end > start);
    result.push({ start, end, score: around.score, found: around.found, decided, owner, due });
    at = end;
  }
  return [...result, ...parts(sentences, at, Infinity)];
}

/** The sentences between two words; the first and the last may be cut. */
function parts(sentences, from, to) {
  if (from >= to) return [];
  return sentences
    .filter((sentence) => sentence.end > from && sentence.start < to)
    .map((sentence) => ({ ...sentence, start: Math.max(sentence.start, from), end: Math.min(sentence.end, to) }));
}

function replaced(board, at, number, count, sentences) {
  const region = board.regions[at];
  const changed = { ...region, sentences: region.sentences.toSpliced(number, count, ...sentences) };
  return { ...board, regions: board.regions.with(at, changed) };
}

function firstSet(name, one, other) {
  const value = one[name] === undefined ? other[name] : one[name];
  return value === undefined ? {} : { [name]: value };
}

function grouped(decisions) {
  const groups = new Map();
  for (const each of decisions) groups.set(each.region, [...(groups.get(each.region) ?? []), each]);
  return groups;
}
