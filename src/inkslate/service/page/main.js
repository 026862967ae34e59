// Connects the parts of the page: user actions go to the session, and its state is displayed.

import { onTokenNeeded, request } from "./api.js";
import { createContextView } from "./context_view.js";
import { createCorrectionStore } from "./corrections.js";
import { askToken, openHelp } from "./dialogs.js";
import { byId, radios, set } from "./dom.js";
import { createExportView, LABELLED } from "./export_view.js";
import { loadFormats, readerTitleOf } from "./formats.js";
import { watchInputs } from "./inputs.js";
import { watchKeys } from "./keys.js";
import { createLearnView } from "./learn_view.js";
import { watchMenus } from "./menus.js";
import { createNotebook } from "./notebook.js";
import { createOpener } from "./opening.js";
import { createProblemView } from "./problem_view.js";
import { createRecentView } from "./recent_view.js";
import { createClient } from "./requests.js";
import { countsOf } from "./review.js";
import { createScreen } from "./screen.js";
import { createSession } from "./session.js";
import { createSeveralView } from "./several_view.js";
import { watchSheet } from "./sheet.js";
import { newNote, pasted, severalOf, sourceOf, sourceOfFile, stemOf } from "./sources.js";
import { watchTheme } from "./themes.js";
import { createThresholdView } from "./threshold_view.js";
import { createToast } from "./toast.js";
import { explain } from "./why.js";

watchTheme(byId("theme"));
watchMenus();
watchSheet();
onTokenNeeded(askToken);
const client = createClient();
const editor = byId("editor");
const problems = createProblemView(byId("problem"), { readAs: (source, format) => opener.open({ ...source, format }), again: () => opener.retry() });
const [service, model, formats] = await Promise.all([client.service(), client.model(), loadFormats()]).catch((error) => {
  problems.show(error);
  throw error;
});
byId("readers").textContent = formats.readers.map(readerTitleOf).join(", ");

const tell = (text, isProblem) => {
  byId("saved").textContent = text;
  byId("saved").classList.toggle("failed", Boolean(isProblem));
};
const notebook = createNotebook({ tell: (text) => tell(text, true) });
const corrections = createCorrectionStore({ inWorkspace: service.workspace, tell, wait: (flag) => set(byId("saved"), "aria-busy", flag && "true"), overwritten: notebook.keepOverwritten });
const context = createContextView({
  onWritten: (written) => opener.change({ written }, written ? `Written on ${written}` : "Written on the date of the note"),
  onPeople: (people) => opener.change({ people }, "Changed the people"),
});
const session = createSession({ client, corrections, notebook, context, say, changed: (moved) => (screen.render(moved), toast.check()), replaced: () => opener.replaced(), settle: () => afterFocus.run() });
const { state, act } = session;
const toast = createToast({ undo: act.undo, last: () => session.history.last });
const opener = createOpener({ session, notebook, problems, readers: formats.readers, toast, say, finish });

const afterFocus = createDeferred();

/** Actions of the list. A decision by key goes on to the next sentence; one by mouse or finger stays in its place. */
const tools = {
  ...act,
  select(key, { focus = false } = {}) {
    Object.assign(state, { selected: key, splitting: false, why: null, opened: state.opened === key ? key : null });
    screen.render();
    if (focus) list.focus(key);
  },
  toggle(key) {
    Object.assign(state, { selected: key, splitting: false, why: null, opened: state.opened === key ? null : key });
    screen.render();
    if (state.opened) list.reveal(key);
  },
  focus: (key) => list.focus(key),
  openSplit(key) {
    Object.assign(state, { selected: key, opened: key, splitting: true, why: null });
    screen.render();
    list.focus(key, ".splitter button");
  },
  closeSplit(key) {
    state.splitting = false;
    screen.render();
    list.focus(key);
  },
  split: (key, word) => stay(key, () => act.split(key, word)),
  mergeNext: (key) => stay(key, () => act.mergeNext(key)),
  mergePrevious: (key) => stay(null, () => act.mergePrevious(key)),
  setOwner: (key, owner) => afterFocus.add(() => act.setOwner(key, owner)),
  setDue: (key, due) => afterFocus.add(() => act.setDue(key, due)),
  async explain(key) {
    Object.assign(state, { selected: key, opened: key, why: { problem: "Asking the model…" } });
    screen.render();
    const board = session.board();
    const why = await explain(board, key, { scores: client.scores, limit: service.limits.words }).catch((error) => ({ problem: `The model could not be asked: ${error.message}.` }));
    if (state.opened !== key || session.board() !== board) return;
    state.why = why;
    screen.render();
    list.reveal(key, why.words?.length ? ".why-words" : ".why");
  },
  several(action, key) {
    if (act[action](key)) toast.show(byId("said").textContent);
  },
};
const threshold = createThresholdView(byId("threshold"), {
  own: model.threshold,
  onPreview(value) {
    state.preview = { value };
    screen.render();
  },
  onUse(value) {
    act.useThreshold(value);
    screen.render();
  },
});
const several = createSeveralView({ session, decide: tools.several });
const screen = createScreen({ session, tools, threshold, several, context, own: model.threshold, onListKey: (event, key) => keys.onListKey(event, key) });
const { list } = screen;
const keys = watchKeys({ session, tools, list, screen, own: model.threshold, say, openHelp });
createRecentView(notebook, {
  openNote: (note) => opener.open(note.source, { name: `Opened ${note.title}` }),
  openVersion: (note, version) => opener.openVersion(note, version),
  async remove(note) {
    const putBack = await notebook.remove(note);
    const text = `Removed ${note.title}`;
    say(text);
    toast.show(`${text}.`, { undo: async () => (await putBack(), say(`${note.title} is under Recent again`)) });
  },
});
const counts = () => state.boards.map((board) => countsOf(board, state.threshold)).reduce((sum, each) => Object.fromEntries(Object.keys(each).map((name) => [name, (sum[name] ?? 0) + each[name]])), {});
const exporter = createExportView({ write: writeOut, counts, stem: () => stemOf(state.source.name) });
const showViews = radios(byId("views"), "view", (view) => {
  state.view = view;
  screen.render();
  opener.remember();
});
const showFilters = radios(byId("filters"), "filter", (filter) => {
  state.filter = filter;
  screen.render();
});
screen.useRadios(showViews, showFilters);

watchInputs({
  openFiles: (files) =>
    opener.load(async () => {
      const sources = await Promise.all(files.map(sourceOfFile));
      return sources.length === 1 ? sources[0] : severalOf(sources);
    }),
  openText: (text) => opener.open(pasted(text), { name: "Opened the pasted text" }),
  openExample: ({ file, title }) => opener.load(async () => sourceOf(await (await request(`/page/examples/${file}`)).arrayBuffer(), file), { name: `Opened ${title}` }),
});
byId("new").addEventListener("click", async () => {
  await opener.open(newNote(), { name: "Began a new note" });
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
  Object.assign(state, { at: Number(event.target.value), selected: null, opened: null, splitting: false, preview: null, why: null });
  state.view = session.views().includes(state.view) ? state.view : session.views()[0];
  screen.render();
  opener.remember();
});
editor.addEventListener("input", () => opener.typed(editor.value));
const leave = () => {
  finish();
  opener.rescue();
  corrections.rescue();
  corrections.flush();
};
document.addEventListener("visibilitychange", () => document.hidden && leave());
addEventListener("pagehide", leave);

if (service.workspace) {
  const again = () => state.source && opener.open(state.source, { at: state.at, view: state.view });
  createLearnView(byId("learning"), { say, changed: again, problem: (error) => problems.show(error) }).catch(() => {});
}
await opener.start();
editor.readOnly = false; // Before, what is typed would be in no note.
document.documentElement.dataset.ready = "true";

/** Uses what is in a field that is being filled in. */
function finish() {
  document.activeElement?.dispatchEvent(new Event("leave"));
  afterFocus.run();
}

/** Work that waits until the focus has moved; `run` does it at once. */
function createDeferred() {
  let waiting = [];
  const run = () => {
    const now = waiting;
    waiting = [];
    for (const work of now) work();
  };
  return { run, add: (work) => (waiting.push(work), setTimeout(run)) };
}

/** Runs an action on a sentence and keeps the focus there. */
function stay(key, action) {
  const inside = byId("list").contains(document.activeElement);
  action();
  const next = key ?? state.selected;
  if (inside && next) list.focus(next);
}

/** Shows what an undone or redone action was about, and moves the focus away from a button that its own click disabled. */
function keepFocus(button, action) {
  action();
  if (state.selected) list.reveal(state.selected);
  if (button.disabled) byId(button.id === "undo" ? "redo" : "undo").focus();
}

async function writeOut(writer, { obsidian, accepted }) {
  if (writer.name !== LABELLED.name) return client.write(session.corrected({ accepted }), writer.name, { obsidian, written: session.writtenOn() });
  const boards = new Map([...(await corrections.boards()), ...session.labelledBoards()].map((board) => [board.id, board]));
  return [...boards.values()].map((board) => `${JSON.stringify(board)}\n`).join("");
}

function say(text) {
  byId("said").textContent = text;
}
