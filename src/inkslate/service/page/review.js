// What a person makes of a board. Pure: every change gives a new board that shares what did not change.
//
// A sentence has `found` and `score` of the model, and `decided` of the person: true, false, or null where nobody said.

const UNSURE = [0.3, 0.7];

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
    (line.words ?? (line.text ? line.text.split(" ").map((text) => ({ text })) : [])).map((word) => ({ ...word, line: number })),
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

export function spanKey(region, start, end) {
  return `${start} ${end} ${region}`;
}

export function textOf(region, { start, end }) {
  return region.words
    .slice(start, end)
    .map((word) => word.text)
    .join(" ");
}

/** Whether a sentence is a task: the person's word, else the threshold's, else the model's. */
export function isTask(sentence, threshold) {
  if (sentence.decided !== null) return sentence.decided;
  return threshold === null || sentence.score === null ? sentence.found : sentence.score >= threshold;
}

export function isUnsure(sentence) {
  const { score, decided } = sentence;
  return decided === null && score !== null && score > UNSURE[0] && score < UNSURE[1];
}

export function hasScores(board) {
  return board.regions.some((region) => region.sentences.some((sentence) => sentence.score !== null));
}

/** Every sentence with its address, `REGION:START`. */
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

/** Owner and due date: the person's, else those found in the words. */
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

/** Two sentences where there was one; `word` is the first of the second, counted in the region. */
export function split(board, key, word, threshold) {
  const { at, number, sentence } = find(board, key);
  if (word <= sentence.start || word >= sentence.end) return board;
  const half = { score: sentence.score, found: sentence.found, decided: isTask(sentence, threshold) };
  return replaced(board, at, number, 1, [
    { ...half, start: sentence.start, end: word },
    { ...half, start: word, end: sentence.end },
  ]);
}

/** One sentence of two that follow each other in a region; the board as it is where there is no next. */
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
    ...told("owner", sentence, next),
    ...told("due", sentence, next),
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

/** What the person said, and of which words: enough to say it again of the same words. */
export function decisionsOf(board) {
  const decisions = [];
  for (const { region, sentence } of sentencesOf(board)) {
    if (sentence.decided === null) continue;
    const { start, end, decided, owner, due } = sentence;
    decisions.push({ region: region.id, start, end, decided, owner, due });
  }
  return decisions;
}

/** The board with decisions on spans of its words; each makes its span a sentence. */
export function decide(board, decisions) {
  const byRegion = Map.groupBy ? Map.groupBy(decisions, (each) => each.region) : grouped(decisions);
  const regions = board.regions.map((region) => {
    const own = (byRegion.get(region.id) ?? []).filter((each) => each.start < each.end && each.end <= region.words.length);
    return own.length ? { ...region, sentences: cut(region.sentences, own) } : region;
  });
  return { ...board, regions };
}

/** The labelled board, as board JSONL has it. */
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
      })),
    })),
  };
}

/** The extraction as `POST /v1/write` takes it; only `places` of its regions where given. */
export function reviewed(board, threshold, { places = null, listed = () => true } = {}) {
  const regions = places ? places.map((at) => board.regions[at]) : board.regions;
  const tasks = [];
  for (const region of regions) {
    for (const sentence of region.sentences) {
      const span = spanKey(region.id, sentence.start, sentence.end);
      if (!isTask(sentence, threshold) || !listed(span)) continue;
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
        task: isTask(sentence, threshold),
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
    if (start < at) continue; // damaged: two decisions on one word
    result.push(...parts(sentences, at, start));
    const same = sentences.find((sentence) => sentence.start === start && sentence.end === end);
    const around = same ?? sentences.find((sentence) => sentence.start <= start && sentence.end > start);
    result.push({ start, end, score: around.score, found: around.found, decided, owner, due });
    at = end;
  }
  return [...result, ...parts(sentences, at, Infinity)];
}

/** The sentences between two words, those at the ends cut. */
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

function told(name, one, other) {
  const value = one[name] === undefined ? other[name] : one[name];
  return value === undefined ? {} : { [name]: value };
}

function grouped(decisions) {
  const groups = new Map();
  for (const each of decisions) groups.set(each.region, [...(groups.get(each.region) ?? []), each]);
  return groups;
}
