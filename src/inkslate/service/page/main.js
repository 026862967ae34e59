// Connects the parts of the page: user actions go to the session, and its state is displayed.

import { onTokenNeeded } from "./api.js";
import { createBoardView } from "./board_view.js";
import { createCorrectionStore } from "./corrections.js";
import * as database from "./database.js";
import { askToken, openHelp } from "./dialogs.js";
import { byId, make, quote, radios, set } from "./dom.js";
import { createExportView, LABELLED } from "./export_view.js";
import { loadFormats } from "./formats.js";
import { watchInputs } from "./inputs.js";
import { entriesOf, marksOf } from "./listing.js";
import { createListView } from "./list_view.js";
import { createProblemView } from "./problem_view.js";
import { createClient } from "./requests.js";
import { find, hasScores, isUnsure, sentencesOf } from "./review.js";
import { createSession } from "./session.js";
import { newNote, pasted, sourceOf, stemOf } from "./sources.js";
import { watchTheme } from "./themes.js";
import { compare, createThresholdView } from "./threshold_view.js";

const TYPING_PAUSE = 60; // milliseconds without a key press before the text is sent
const BUSY_DELAY = 100; // milliseconds before the busy indicator is shown
const NOTHING = { tasks: "No tasks were found.", look: "Nothing is left to check.", all: "" };
const VIEWS = { write: "Write", ink: "Ink", boxes: "Boxes", lines: "Lines" };

watchTheme(byId("theme"));
onTokenNeeded(askToken);
const client = createClient();
const problems = createProblemView(byId("problem"), { readAs });
const editor = byId("editor");

const [service, formats] = await Promise.all([client.service(), loadFormats()]).catch((error) => {
  problems.show(error);
  throw error;
});
byId("readers").textContent = formats.readers.map(({ name }) => name).join(", ");
const corrections = createCorrectionStore({
  inWorkspace: service.workspace,
  tell: (text) => (byId("saved").textContent = text),
  wait: (flag) => set(byId("saved"), "aria-busy", flag && "true"),
});
const session = createSession({ client, corrections, say, changed: render });
const { state, act } = session;
const tools = {
  ...act,
  select,
  focus: (key) => list.focus(key),
  openSplit(key) {
    state.splitting = true;
    render();
    list.focus(key, ".splitter button");
  },
  closeSplit(key) {
    state.splitting = false;
    render();
    list.focus(key);
  },
  split: (key, word) => then(key, () => act.split(key, word)),
  mergeNext: (key) => then(key, () => act.mergeNext(key)),
  mergePrevious: (key) => then(null, () => act.mergePrevious(key)),
  accept: (key) => then(key, () => act.accept(key)),
  dismiss: (key) => then(key, () => act.dismiss(key)),
  // Deferred until the focus has moved.
  setOwner: (key, owner) => setTimeout(() => act.setOwner(key, owner)),
  setDue: (key, due) => setTimeout(() => act.setDue(key, due)),
};
const boardView = createBoardView(byId("board"), {
  onPoint: (key) => point(key, "board"),
  onSelect: (key) => {
    if (!list.keys().includes(key)) state.filter = "all";
    select(key);
    list.point(key, { scroll: true });
  },
});
const list = createListView(byId("list"), tools, { onPoint: (key) => point(key, "list"), onKey: onListKey });
const threshold = createThresholdView(byId("threshold"), {
  onPreview(value) {
    state.preview = value;
    render();
  },
  onUse: act.useThreshold,
});
const exporter = createExportView({ write: writeOut, stem: () => stemOf(state.source.name), say });
const showViews = radios(byId("views"), "view", (view) => {
  state.view = view;
  render();
  remember();
});
const showFilters = radios(byId("filters"), "filter", (filter) => {
  state.filter = filter;
  render();
});

watchInputs({
  openFiles: async (files) => {
    const sources = await Promise.all(files.map(async (file) => sourceOf(await file.arrayBuffer(), file.name)));
    open(sources.length === 1 ? sources[0] : { kind: "several", name: `${sources.length} files`, parts: sources });
  },
  openText: (text) => open(pasted(text)),
  openExample: async ({ file }) => open(sourceOf(await (await fetch(`/page/examples/${file}`)).arrayBuffer(), file)),
});
byId("new").addEventListener("click", async () => {
  await open(newNote());
  editor.focus();
});
byId("undo").addEventListener("click", () => keepFocus(byId("undo"), act.undo));
byId("redo").addEventListener("click", () => keepFocus(byId("redo"), act.redo));
byId("over").addEventListener("click", () => {
  act.startOver();
  byId("undo").focus();
});
byId("help").addEventListener("click", openHelp);
byId("export").addEventListener("click", () => exporter.open(formats.writers));
byId("boards").addEventListener("change", (event) => {
  Object.assign(state, { at: Number(event.target.value), selected: null, splitting: false, preview: null });
  state.view = session.views().includes(state.view) ? state.view : session.views()[0];
  render();
  remember();
});
let typing = null;
editor.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => busy(session.edit(editor.value)).then(remember), TYPING_PAUSE);
  byId("start").hidden = true;
});
document.addEventListener("keydown", onPageKey);
document.addEventListener("visibilitychange", () => document.hidden && corrections.flush());
addEventListener("pagehide", () => corrections.flush());

const last = await database.get("last", "document").catch(() => null);
// A document that cannot be opened now stays stored for the next visit.
if (!last || !(await open(last.source, last))) await open(newNote(), {}, { remembered: !last });
document.documentElement.dataset.ready = "true";

async function open(source, options, { remembered = true } = {}) {
  clearTimeout(typing);
  const done = await busy(session.open(source, options), source);
  if (done) {
    editor.value = source.kind === "text" ? source.text : "";
    const found = byId("count").textContent;
    if (state.boards.some((board) => board.regions.length)) say(`${found} ${found === "1" ? "task" : "tasks"} found`);
    if (remembered) remember();
  }
  return done;
}

function readAs(source, format) {
  open({ ...source, format });
}

/** Waits for work, shows the busy indicator if it takes long, and shows problems. */
async function busy(work, source = state.source) {
  const timer = setTimeout(() => (byId("busy").hidden = false), BUSY_DELAY);
  try {
    const done = await work;
    if (done) problems.hide();
    return done;
  } catch (error) {
    if (error.name !== "AbortError") problems.show(error, source, formats.readers);
    return false;
  } finally {
    clearTimeout(timer);
    byId("busy").hidden = true;
  }
}

function remember() {
  database.put("last", "document", { source: state.source, at: state.at, view: state.view }).catch(() => {});
}

function render() {
  const board = session.board();
  const difference = board && state.preview !== null ? compare(board, state.threshold, state.preview) : { gained: new Set(), lost: new Set() };
  const marks = board ? marksOf(board, state, difference) : new Map();
  const entries = board ? entriesOf(board, state, marks) : [];
  const isText = state.source?.kind === "text";
  const isEmpty = !board || !board.regions.length;
  byId("document").replaceChildren(quote(state.source?.name ?? ""));
  document.title = state.source?.name ? `${state.source.name} – inkslate` : "inkslate";
  showViews(session.views().map((view) => [view, VIEWS[view]]), state.view);
  byId("notes").dataset.view = state.view;
  editor.hidden = !isText || state.view !== "write";
  byId("start").hidden = !(isText && !editor.value && isEmpty && state.view === "write");
  byId("board").hidden = isEmpty;
  boardView.render(board, { view: state.view, layout: session.layout(), marksOf: (key) => marks.get(key) ?? [] });
  boardView.select(state.selected);
  const scored = board && !isEmpty ? hasScores(board) : null;
  showFilters([["tasks", "Tasks"], ...(scored ? [["look", "To check"]] : []), ["all", "All"]], state.filter);
  threshold.render({ scored, threshold: state.threshold, preview: state.preview, change: difference });
  list.render(entries);
  byId("count").textContent = isEmpty ? "" : [...marks.values()].filter((each) => each.includes("task")).length;
  byId("nothing").textContent = entries.length ? "" : isEmpty ? "Tasks appear here while you write." : NOTHING[state.filter];
  byId("undo").disabled = !session.history.canUndo;
  byId("redo").disabled = !session.history.canRedo;
  byId("export").disabled = isEmpty;
  byId("over").hidden = !session.isTouched();
  showBoards();
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

function select(key, { focus = false } = {}) {
  Object.assign(state, { selected: state.selected === key && !focus ? null : key, splitting: false });
  render();
  if (focus) list.focus(key);
}

function point(key, from) {
  boardView.point(key, { scroll: from === "list" });
  list.point(key, { scroll: from === "board" });
}

/** Runs an action on a sentence and keeps the focus there, or moves it to the next one if it left the list. */
function then(key, action) {
  const inside = byId("list").contains(document.activeElement);
  const before = list.keys();
  const at = before.indexOf(key);
  action();
  if (!inside) return;
  const stays = key !== null && list.keys().includes(key);
  const next = stays ? key : key === null ? state.selected : (list.keys()[at] ?? list.keys().at(-1));
  if (next && next !== state.selected) select(next, { focus: true });
  else if (next) list.focus(next, document.activeElement?.closest?.(".decisions") ? ":focus" : ".head");
}

function onListKey(event, key) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest(".splitter")) return false;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (name === "a") return event.shiftKey ? (act.acceptAll(), true) : (tools.accept(key), true);
  if (name === "d" || name === "Delete") return (tools.dismiss(key), true);
  if (name === "m") return event.shiftKey ? (tools.mergePrevious(key), true) : (tools.mergeNext(key), true);
  if (name === "n") return (nextUnsure(key), true);
  const fields = { o: "owner", u: "due" };
  if (name !== "s" && !(name in fields)) return false;
  if (state.selected !== key) select(key, { focus: true });
  if (name === "s") {
    if (find(session.board(), key).sentence.end - find(session.board(), key).sentence.start > 1) tools.openSplit(key);
  } else list.focus(key, `[data-field="${fields[name]}"]`);
  return true;
}

function nextUnsure(key) {
  const unsure = [...sentencesOf(session.board())].filter(({ sentence }) => isUnsure(sentence)).map((each) => each.key);
  const all = [...sentencesOf(session.board())].map((each) => each.key);
  const next = unsure.find((each) => all.indexOf(each) > all.indexOf(key)) ?? unsure[0];
  if (!next) return say("Nothing is left to check");
  if (!list.keys().includes(next)) state.filter = "all";
  return select(next, { focus: true });
}

function onPageKey(event) {
  if (event.target.closest("input:not([type=range], [type=radio], [type=checkbox]), textarea, dialog")) return;
  const control = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const does = control && key === "z" ? (event.shiftKey ? act.redo : act.undo) : control && key === "y" ? act.redo : event.key === "?" ? openHelp : null;
  if (!does) return;
  event.preventDefault();
  const inside = byId("list").contains(document.activeElement);
  does();
  if (inside && does !== openHelp) list.focus(list.keys().includes(state.selected) ? state.selected : list.keys()[0]);
}

/** Moves the focus away from a button that its own click disabled. */
function keepFocus(button, action) {
  action();
  if (button.disabled) byId(button.id === "undo" ? "redo" : "undo").focus();
}

async function writeOut(writer, options) {
  if (writer.name !== LABELLED.name) return client.write(session.corrected(), writer.name, options);
  const boards = new Map([...(await corrections.boards()), ...session.labelledBoards()].map((board) => [board.id, board]));
  return [...boards.values()].map((board) => `${JSON.stringify(board)}\n`).join("");
}

function say(text) {
  byId("said").textContent = text;
}
