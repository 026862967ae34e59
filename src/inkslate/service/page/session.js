// The state of the page: the open note, what was found in it, and what can be undone. Nothing is displayed here.

import { carryOver, keysOver } from "./carry.js";
import { createDecisions } from "./decisions.js";
import { createHistory } from "./history.js";
import { layOut } from "./geometry.js";
import { createKeeper } from "./keeping.js";
import { isBlank } from "./notebook.js";
import * as review from "./review.js";
import { storedId } from "./sources.js";
import { kindOfEdit } from "./typing.js";

const FRESH = { preview: null, opened: null, splitting: false, why: null };

/** `context` has the known `people()` and `know(names)`; `changed(moved)` displays the state, where `moved` gives new keys for old ones, `replaced()` also a note that was replaced or is not read yet; `settle()` does what waits until the focus has moved. */
export function createSession({ client, corrections, notebook, context, say, changed, replaced, settle }) {
  const history = createHistory();
  const layouts = new WeakMap();
  // `readFrom` is the source from which the boards were read, `written` the date of each of their notes.
  const state = {
    source: null, boards: [], written: [], readFrom: null, at: 0, threshold: null,
    view: "write", filter: "tasks", selected: null, ...FRESH,
  };
  const keeper = createKeeper({ state, corrections, notebook });
  let pending = null;

  const board = () => state.boards[state.at] ?? null;

  /**
   * Opens a source. Where it cannot be read, or its corrections cannot, this throws a Problem: text is displayed even so,
   * a file is not. Where another source is opened meanwhile, it throws an AbortError. `corrected` are other corrections of the board `at`, as those of an earlier version of a note; null: none.
   * `keep()` stores the source, before it is displayed; `leave()` is called just before the note that was open is replaced.
   * `shown` is what was displayed when the user asked for it.
   */
  async function open(source, { at = 0, view = null, corrected, name = "Opened a note", keep = () => {}, leave = () => {}, shown = { ...state } } = {}) {
    pending?.abort();
    const mine = (pending = new AbortController());
    let opened = null;
    let restored = [];
    let failed = null;
    try {
      opened = await read(source, mine.signal);
      if (opened) restored = await keeper.recall(source, opened.boards, { at, corrected });
      if (opened) await keep();
    } catch (error) {
      if (error.name === "AbortError" || source.kind !== "text") throw error;
      failed = error;
    }
    if (mine.signal.aborted || (!opened && !failed)) throw new DOMException("another note is opened", "AbortError");
    leave();
    // The same note, which was written in or decided on meanwhile.
    if (state.source?.id === source.id && (state.source !== shown.source || state.boards !== shown.boards)) {
      if (corrected === undefined) return refresh();
      notebook.keepVersion(state.source, keeper.correctionOf(board()), state.at);
    }
    if (!isBlank(state.source) || history.canUndo) history.push(snapshot(), name);
    Object.assign(state, FRESH, {
      source,
      boards: restored.map((each) => each.board),
      written: opened?.written ?? [],
      readFrom: failed ? null : source,
      threshold: thresholdOf(restored),
      at: Math.min(at, Math.max(0, restored.length - 1)),
      selected: null,
      filter: "tasks",
    });
    state.view = views().includes(view) ? view : firstView();
    if (corrected !== undefined || restored[state.at]?.isMoved) keeper.save(board());
    update();
    if (failed) throw failed;
    return true;
  }

  /** The user typed: the text is kept at once, and what was there before can be undone. `refresh` reads it. */
  function type(text) {
    if (state.source.kind !== "text" || text === state.source.text) return;
    const typing = kindOfEdit(state.source.text, text);
    if (["replace", "erase"].includes(typing) || history.typing !== typing) {
      if (typing !== "insert") notebook.keepVersion(state.source, keeper.correctionOf(board()));
      history.push(snapshot(), "Typing", { typing });
    }
    state.source = { ...state.source, text };
  }

  /** Changes what is known about the note, such as its date, or about people; it is read again. */
  function describe({ people: names, ...values }, name) {
    history.push(snapshot(), name);
    if (names) context.know(names);
    state.source = { ...state.source, ...values };
    say(name);
    return refresh();
  }

  /** Reads the note again: decisions stay with their words. */
  async function refresh() {
    const source = state.source;
    pending?.abort();
    const mine = (pending = new AbortController());
    const found = await read(source, mine.signal);
    if (!found || mine.signal.aborted) return false;
    // Where the note could not be read before, its corrections are not known yet.
    const restored = await keeper.recall(source, found.boards.slice(state.boards.length));
    if (mine.signal.aborted) return false;
    settle(); // Its keys are those of the boards of before.
    const before = board();
    const boards = [...found.boards.slice(0, state.boards.length).map((each, at) => carryOver(state.boards[at], each)), ...restored.map((each) => each.board)];
    for (const [at, each] of state.boards.entries()) keeper.keepUnplaced(state.readFrom, each, boards[at], at);
    state.threshold ??= thresholdOf(restored);
    const at = Math.min(state.at, Math.max(0, boards.length - 1));
    Object.assign(state, { boards, at, written: found.written, readFrom: source, splitting: false, why: null });
    const moved = before && board() ? keysOver(before, board()) : () => null;
    Object.assign(state, { selected: moved(state.selected), opened: moved(state.opened) });
    if (source.kind === "text") keeper.save(board());
    update(moved);
    return true;
  }

  async function read(source, signal) {
    if (source.kind === "several") {
      const parts = [];
      for (const part of source.parts) parts.push((await read({ ...part, written: source.written }, signal)) ?? { boards: [], written: [] });
      return { boards: parts.flatMap((part) => part.boards), written: parts.flatMap((part) => part.written) };
    }
    const [found, strokes] = await Promise.all([client.extract(source, { people: context.people(), signal }), client.strokes(source, signal)]);
    const boards = found?.extractions.map(review.boardOf).map((each) => ({ ...each, strokes, fresh: each.regions }));
    return boards && { boards, written: found.written };
  }

  const thresholdOf = (restored) => restored.find((each) => each.threshold !== null)?.threshold ?? null;

  /** Positions for drawing the board; null where it cannot be drawn. */
  function layout() {
    const now = board();
    if (!now) return null;
    if (!layouts.has(now.fresh)) layouts.set(now.fresh, layOut(now, now.strokes));
    return layouts.get(now.fresh);
  }

  /** The views that are possible, the best one first. */
  function views() {
    if (state.source?.kind === "text") return ["write", "lines"];
    const now = layout();
    return now ? [now.hasInk ? "ink" : "boxes", "lines"] : ["lines"];
  }

  function firstView() {
    if (state.source?.kind === "text" && !isBlank(state.source) && state.boards.length) return "lines";
    return views()[0];
  }

  /** A change that can be undone. `about` is the sentence that it is about, `select` the next selected sentence. */
  function commit(name, next, { about = state.selected, select = about, threshold = state.threshold } = {}) {
    if (next === board() && threshold === state.threshold) return;
    history.push({ ...snapshot(), selected: about }, name);
    Object.assign(state, { boards: state.boards.with(state.at, next), threshold, selected: select, splitting: false, preview: null, why: null });
    keeper.save(board());
    say(name);
    update();
  }

  function step(back) {
    const entry = back ? history.undo(snapshot()) : history.redo(snapshot());
    if (!entry) return;
    pending?.abort();
    const before = snapshot();
    const { people: names, ...then } = entry.state;
    Object.assign(state, FRESH, then);
    if (names !== before.people) context.know(names);
    keeper.exchange(before);
    say(`${back ? "Undone" : "Redone"}: ${entry.name}`);
    update();
    // A state from before the note was read again has its old boards; another board is the one to open after a reload.
    if (before.source !== state.source || before.at !== state.at || isStale()) replaced();
  }

  function snapshot() {
    const { source, boards, written, readFrom, at, threshold, selected, view, filter } = state;
    return { source, boards, written, readFrom, at, threshold, selected, view, filter, people: context.people() };
  }

  function update(moved) {
    changed(moved);
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
    const found = await client.details(asked, { written: writtenOn(), people: context.people() }).catch(() => []);
    for (const task of found) {
      const span = review.spanKey(task.region, task.start, task.end);
      if (now.details.get(span) === null) now.details.set(span, { owner: task.owner, due: task.due });
    }
    changed();
  }

  /** The date from which days count: as the user set it, else that of the note, else null. */
  const writtenOn = () => state.source?.written ?? state.written[state.at] ?? null;

  const act = {
    ...createDecisions({ state, board, commit }),
    startOver() {
      notebook.keepVersion(state.source, keeper.correctionOf(board()), state.at);
      commit("Started over", { ...board(), regions: board().fresh }, { threshold: null, select: null });
    },
    undo: () => step(true),
    redo: () => step(false),
  };

  /** The corrected extractions of all boards; with `accepted`, only tasks that a person accepted. */
  const corrected = ({ accepted = false } = {}) => state.boards.map((each) => review.reviewed(each, state.threshold, { accepted }));
  const labelledBoards = () => state.boards.map((each) => review.labelled(each, storedId(state.source, each), state.threshold));
  const isTouched = () => Boolean(board()) && (state.threshold !== null || board().regions !== board().fresh);
  const isStale = () => state.source !== state.readFrom;

  return { state, act, history, board, layout, views, open, type, refresh, describe, writtenOn, corrected, labelledBoards, isTouched, isStale };
}
