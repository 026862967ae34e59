// The state of the page and all actions on it, without any display.

import { carryOver } from "./carry.js";
import { createHistory } from "./history.js";
import { layOut } from "./geometry.js";
import { notesOf, restore } from "./restore.js";
import * as review from "./review.js";
import { storedId } from "./sources.js";

const MOST_RESTORED = 200;
const DUE = /^(19|[2-8]\d)\d\d-\d\d-\d\d(T\d\d:\d\d)?$/;

export function createSession({ client, corrections, say, changed }) {
  const history = createHistory();
  const layouts = new WeakMap();
  const storedIds = new Set();
  const state = {
    source: null, boards: [], at: 0, threshold: null, preview: null,
    view: "write", filter: "tasks", selected: null, splitting: false,
  };
  let pending = null;

  const board = () => state.boards[state.at] ?? null;

  /** Opens a source; throws a Problem where it cannot be read. */
  async function open(source, { at = 0, view = null } = {}) {
    pending?.abort();
    const mine = (pending = new AbortController());
    const opened = await read(source, mine.signal);
    if (!opened || mine.signal.aborted) return false;
    const restored = await Promise.all(opened.slice(0, MOST_RESTORED).map((each) => recall(source, each)));
    if (mine.signal.aborted) return false;
    history.clear();
    const boards = [...restored.map((each) => each.board), ...opened.slice(MOST_RESTORED)];
    const threshold = restored.find((each) => each.threshold !== null)?.threshold ?? null;
    Object.assign(state, { source, boards, preview: null, threshold });
    Object.assign(state, { at: Math.min(at, Math.max(0, opened.length - 1)), selected: null, splitting: false, filter: "tasks" });
    state.view = views().includes(view) ? view : firstView();
    update();
    return true;
  }

  /** The text changed: decisions stay with their words. */
  async function edit(text) {
    const source = { ...state.source, text };
    state.source = source;
    pending?.abort();
    const mine = (pending = new AbortController());
    const [found] = (await read(source, mine.signal)) ?? [];
    if (!found || mine.signal.aborted) return false;
    const next = board() ? carryOver(board(), found) : found;
    history.clear();
    Object.assign(state, { boards: [next], at: 0, selected: null, splitting: false });
    saveCurrent();
    update();
    return true;
  }

  async function read(source, signal) {
    if (source.kind === "several") {
      const parts = [];
      for (const part of source.parts) parts.push(...((await read(part, signal)) ?? []));
      return parts;
    }
    const [extractions, strokes] = await Promise.all([client.extract(source, signal), client.strokes(source, signal)]);
    return extractions?.map(review.boardOf).map((found) => ({ ...found, strokes, fresh: found.regions }));
  }

  async function recall(source, fresh) {
    const stored = await corrections.load(storedId(source, fresh)).catch(() => null);
    if (!stored) return { board: fresh, threshold: null };
    storedIds.add(storedId(source, fresh));
    return { board: restore(stored, fresh), threshold: stored.notes?.threshold ?? null };
  }

  function layout() {
    const now = board();
    if (!now) return null;
    if (!layouts.has(now.details)) layouts.set(now.details, layOut(now, now.strokes));
    return layouts.get(now.details);
  }

  function views() {
    if (state.source?.kind === "text") return ["write", "lines"];
    const drawn = layout();
    if (!drawn) return ["lines"];
    return drawn.hasInk ? ["ink", "lines"] : ["boxes", "lines"];
  }

  function firstView() {
    if (state.source.kind === "text") return state.source.text.trim() ? "lines" : "write";
    return views()[0];
  }

  /** A change that can be undone. `select` is the next selected sentence. */
  function commit(name, next, { select = state.selected, threshold = state.threshold } = {}) {
    if (next === board() && threshold === state.threshold) return;
    history.push(snapshot(), name);
    Object.assign(state, { boards: state.boards.with(state.at, next), threshold, selected: select, splitting: false, preview: null });
    saveCurrent();
    say(name);
    update();
  }

  function step(back) {
    const entry = back ? history.undo(snapshot()) : history.redo(snapshot());
    if (!entry) return;
    Object.assign(state, entry.state, { splitting: false, preview: null });
    saveCurrent();
    say(`${back ? "Undone" : "Redone"}: ${entry.name}`);
    update();
  }

  function snapshot() {
    const { boards, at, threshold, selected } = state;
    return { boards, at, threshold, selected };
  }

  function saveCurrent() {
    const now = board();
    const id = storedId(state.source, now);
    const notes = notesOf(now, state.threshold);
    if (notes.decisions.length || notes.threshold !== null) {
      storedIds.add(id);
      corrections.save(id, { board: review.labelled(now, id, state.threshold), notes });
    } else if (storedIds.delete(id)) corrections.save(id, null);
  }

  function update() {
    changed();
    findDetails();
  }

  /** Asks the service for owners and due dates of tasks that it did not find itself. */
  async function findDetails() {
    const now = board();
    if (!now) return;
    const unknown = [...review.sentencesOf(now)].filter(
      ({ region, sentence }) => review.isTask(sentence, state.threshold) && !now.details.has(review.spanKey(region.id, sentence.start, sentence.end)),
    );
    if (!unknown.length) return;
    for (const { region, sentence } of unknown) now.details.set(review.spanKey(region.id, sentence.start, sentence.end), null);
    const places = [...new Set(unknown.map(({ at }) => at))];
    const asked = review.reviewed(now, state.threshold, { places, listed: (span) => now.details.get(span) !== null });
    for (const task of await client.details(asked).catch(() => [])) {
      const span = review.spanKey(task.region, task.start, task.end);
      if (now.details.get(span) === null) now.details.set(span, { owner: task.owner, due: task.due });
    }
    changed();
  }

  function quoted(key) {
    const { region, sentence } = review.find(board(), key);
    const text = review.textOf(region, sentence);
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
  }

  const commitChange = (key, name, values) => commit(`${name}: ${quoted(key)}`, review.change(board(), key, values), { select: key });
  const act = {
    accept: (key) => commitChange(key, "Accepted", { decided: true }),
    dismiss: (key) => commitChange(key, "Dismissed", { decided: false }),
    setOwner(key, owner) {
      const { region, sentence } = review.find(board(), key) ?? {};
      if (!sentence || (owner || null) === review.detailsOf(board(), region, sentence).owner) return;
      commitChange(key, owner ? `Owner is ${owner}` : "No owner", { decided: true, owner: owner || null });
    },
    setDue(key, due) {
      const { region, sentence } = review.find(board(), key) ?? {};
      if (!sentence || (due || null) === review.detailsOf(board(), region, sentence).due || (due && !DUE.test(due))) return;
      commitChange(key, due ? `Due ${due}` : "No due date", { decided: true, due: due || null });
    },
    split: (key, word) => commit(`Split: ${quoted(key)}`, review.split(board(), key, word, state.threshold), { select: key }),
    mergeNext: (key) => commit(`Merged: ${quoted(key)}`, review.mergeWithNext(board(), key, state.threshold), { select: key }),
    mergePrevious(key) {
      const before = review.keyBefore(board(), key);
      if (before) commit(`Merged: ${quoted(before)}`, review.mergeWithNext(board(), before, state.threshold), { select: before });
    },
    acceptAll() {
      let next = board();
      for (const { key, sentence } of review.sentencesOf(next)) {
        if (sentence.decided === null && review.isTask(sentence, state.threshold)) next = review.change(next, key, { decided: true });
      }
      commit("Accepted all tasks", next);
    },
    useThreshold: (threshold) => {
      state.preview = null;
      commit(threshold === null ? "Threshold: reset" : `Threshold: ${Math.round(threshold * 100)} %`, board(), { threshold });
      changed();
    },
    startOver: () => commit("Started over", { ...board(), regions: board().fresh }, { threshold: null, select: null }),
    undo: () => step(true),
    redo: () => step(false),
  };

  /** The corrected extractions of all boards. */
  const corrected = () => state.boards.map((each) => review.reviewed(each, state.threshold));
  const labelledBoards = () => state.boards.map((each) => review.labelled(each, storedId(state.source, each), state.threshold));

  const isTouched = () => Boolean(board()) && (state.threshold !== null || board().regions !== board().fresh);

  return { state, act, history, board, layout, views, open, edit, corrected, labelledBoards, isTouched };
}
