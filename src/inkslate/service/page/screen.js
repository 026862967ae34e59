// Displays the state of the session: the board, the list and everything around them.

import { createBoardView } from "./board_view.js";
import { byId, make, quote, set } from "./dom.js";
import { entriesOf, marksOf } from "./listing.js";
import { createListView } from "./list_view.js";
import { isBlank } from "./notebook.js";
import { countsOf, detailsOf, hasScores, sentencesOf } from "./review.js";
import { compare } from "./threshold_view.js";
import { createZoom } from "./zoom.js";

const NOTHING = { tasks: "No tasks were found in this note.", look: "Nothing needs review.", all: "" };
const VIEWS = { write: "Write", ink: "Ink", boxes: "Page", lines: "Lines" };
const NO_CHANGE = { gained: new Set(), lost: new Set() };

/** `own` is the threshold of the model, or null. */
export function createScreen({ session, tools, threshold, several, context, own, onListKey }) {
  const { state } = session;
  const editor = byId("editor");
  let [showViews, showFilters] = [() => {}, () => {}];
  // Sentences that needed review stay in the list after a decision, until the list is another one.
  let held = { list: "", keys: new Set() };
  let zoomed = null;

  const boardView = createBoardView(byId("board"), {
    onPoint: (key) => point(key, "board"),
    onSelect(key) {
      if (!list.keys().includes(key)) state.filter = "all";
      tools.select(key);
      list.point(key, { scroll: true });
    },
  });
  const list = createListView(byId("list"), tools, { onPoint: (key) => point(key, "list"), onKey: onListKey });
  const zoom = createZoom(byId("board"));

  function point(key, from) {
    boardView.point(key, { scroll: from === "list" });
    list.point(key, { scroll: from === "board" });
  }

  /** `moved` gives the new keys of sentences, where the note was read again. */
  function render(moved) {
    const board = session.board();
    const isEmpty = !board || !board.regions.length;
    const difference = board && state.preview ? compare(board, state.threshold, state.preview.value) : NO_CHANGE;
    const marks = board ? marksOf(board, state, difference, own ?? undefined) : new Map();
    const entries = board ? entriesOf(board, state, marks, heldKeys()) : [];
    if (state.filter === "look") for (const { key } of entries) held.keys.add(key);
    renderNote(board, isEmpty, marks);
    const scored = isEmpty ? null : hasScores(board);
    const look = [...marks.values()].filter((each) => each.includes("unsure")).length;
    showFilters([["tasks", "Tasks"], ...(scored ? [["look", look ? `Needs review ${look}` : "Needs review"]] : []), ["all", "All"]], state.filter);
    threshold.render({ scored, threshold: state.threshold, preview: state.preview, change: difference });
    list.render(entries, moved);
    several.render(isEmpty ? null : countsOf(board, state.threshold));
    byId("count").textContent = isEmpty ? "" : [...marks.values()].filter((each) => each.includes("task")).length;
    byId("nothing").textContent = entries.length ? "" : isEmpty ? "Tasks appear here while you write." : NOTHING[state.filter];
    renderActions(isEmpty);
  }

  function heldKeys() {
    const name = `${state.source?.id} ${state.at} ${state.filter} ${state.readFrom?.text}`;
    if (held.list !== name) held = { list: name, keys: new Set() };
    return state.filter === "look" ? held.keys : new Set();
  }

  function renderNote(board, isEmpty, marks) {
    const { source, view } = state;
    const isText = source?.kind === "text";
    byId("document").replaceChildren(source?.name ? quote(source.name) : "Your note");
    document.title = source?.name ? `${source.name} – inkslate` : "inkslate";
    showViews(session.views().map((each) => [each, VIEWS[each]]), view);
    byId("notes").dataset.view = view;
    byId("notes").dataset.note = source?.id ?? "";
    set(byId("notes"), "data-stale", session.isStale());
    editor.hidden = !isText || view !== "write";
    byId("start").hidden = !(isText && isBlank(source) && view === "write");
    byId("board").hidden = isEmpty;
    boardView.render(board, { view, layout: session.layout(), marksOf: (key) => marks.get(key) ?? [] });
    boardView.select(state.selected);
    if (zoomed !== source?.id) {
      zoom.reset();
      for (const pane of ["board", "scroll"]) byId(pane).scrollTop = 0; // Another note is read from its beginning.
    } else zoom.apply();
    zoomed = source?.id;
    context.render({ set: source?.written ?? null, own: state.written[state.at] ?? null, names: board ? ownersOf(board) : [] });
    showBoards();
  }

  function renderActions(isEmpty) {
    const { names } = session.history;
    for (const [id, can, name] of [["undo", session.history.canUndo, names.undo], ["redo", session.history.canRedo, names.redo]]) {
      byId(id).disabled = !can;
      byId(id).title = can ? `${id === "undo" ? "Undo" : "Redo"}: ${name}` : "";
    }
    byId("export").disabled = isEmpty;
    byId("over").hidden = !session.isTouched();
  }

  function showBoards() {
    const select = byId("boards");
    select.parentElement.hidden = state.boards.length < 2;
    if (select.dataset.count !== String(state.boards.length) || select.options[0]?.text !== nameOf(0)) {
      select.replaceChildren(...state.boards.map((_, at) => make("option", { value: at, text: nameOf(at) })));
      select.dataset.count = state.boards.length;
    }
    select.value = state.at;
  }

  function nameOf(at) {
    return state.boards[at] ? `${at + 1} of ${state.boards.length}: ${state.boards[at].id.slice(0, 60)}` : "";
  }

  function useRadios(views, filters) {
    [showViews, showFilters] = [views, filters];
  }

  return { render, list, useRadios };
}

/** The owners that this board names or was given. */
function ownersOf(board) {
  const owners = new Set();
  for (const { region, sentence } of sentencesOf(board)) {
    const { owner } = detailsOf(board, region, sentence);
    if (owner) owners.add(owner);
  }
  return owners;
}
