// Opens notes and keeps them: what was open before can be undone and is among the recent notes.

import { byId, set } from "./dom.js";
import { isBlank } from "./notebook.js";
import { newNote } from "./sources.js";

const TYPING_PAUSE = 60; // milliseconds without a key press before the text is sent
const BUSY_DELAY = 100; // milliseconds before the busy indicator is shown
const AGAIN = 2000; // milliseconds after which a service that was away is asked again

/** `finish()` uses what is in a field that is being filled in: the field goes with the note. */
export function createOpener({ session, notebook, problems, readers, toast, say, finish }) {
  const { state } = session;
  const editor = byId("editor");
  let typing = null;
  let again = null;
  let works = 0;
  let isUnread = false; // what was typed while another note was being opened
  const arriving = new Set(); // sources that are being opened

  /** Opens a source; `options` are those of the session. The last note stays among the recent ones. */
  async function open(source, options = {}) {
    keepTyped();
    arriving.add(source);
    working(1);
    try {
      return await replaceBy(source, options);
    } finally {
      arriving.delete(source);
      working(-1);
      if (isUnread && !arriving.size && typing === null) readAgain();
    }
  }

  /** Opens the source that `get` returns a promise of; where there is none, the problem is shown. */
  async function load(get, options) {
    const source = await get().catch((error) => problems.show(error, null, [], () => load(get, options)));
    return source && open(source, options);
  }

  async function replaceBy(source, options) {
    const shown = { ...state };
    const mine = await notebook.distinct(source);
    const kept = mine.kind === "text" ? notebook.remember(mine, options) : null; // Nobody else may have this text.
    const keep = () => kept ?? notebook.remember(mine, options);
    const name = options.name ?? `Opened ${mine.name || "a note"}`;
    const done = await busy(session.open(mine, { ...options, name, keep, leave, shown }), mine, { isOvertaken: keep });
    if (state.source !== mine) {
      isUnread = true; // A file that cannot be read, or another one was faster: what was open stays, and may have been typed in.
      if (state.source?.id === mine.id) remember();
      return done;
    }
    showText();
    remember();
    const found = byId("count").textContent;
    if (state.boards.some((board) => board.regions.length)) say(`${found} ${found === "1" ? "task" : "tasks"} found`);
    if (shown.source && !isBlank(shown.source)) toast.show(`${name}. The last note is under Recent.`);
    return done;
  }

  /** An earlier version opens with the decisions of then: text as a note of its own, a file as it is. */
  function openVersion(note, version) {
    const text = { text: version.text, ...(version.written && { written: version.written }), id: `${note.id.slice(0, 150)}-v${version.time.toString(36)}` };
    const source = version.text === null ? note.source : { ...note.source, ...text };
    return open(source, { at: version.at ?? 0, corrected: version.review, name: `Opened an earlier version of ${note.title}` });
  }

  async function start() {
    const last = await notebook.last();
    if (last && (await open(last.source, { at: last.at, view: last.view }), state.source)) return;
    await busy(session.open(newNote()));
    showText();
  }

  function typed(text) {
    session.type(text);
    clearTimeout(typing);
    typing = setTimeout(() => {
      typing = null;
      remember();
      isUnread = arriving.size > 0; // Reading this note would stop the other one.
      if (!isUnread) busy(session.refresh());
    }, TYPING_PAUSE);
    byId("start").hidden = true;
    byId("notes").setAttribute("data-stale", "");
    byId("undo").disabled = !session.history.canUndo;
  }

  function readAgain() {
    isUnread = false;
    if (session.isStale()) busy(session.refresh());
  }

  /** Stores what was typed and not yet sent. */
  function keepTyped() {
    clearTimeout(again);
    again = null;
    if (typing === null) return;
    clearTimeout(typing);
    typing = null;
    remember();
  }

  function leave() {
    keepTyped();
    finish();
  }

  /** After undo or redo another note is displayed, or one that is not read yet. */
  function replaced() {
    clearTimeout(typing);
    typing = null;
    showText();
    remember();
    readAgain();
  }

  /** Changes what is known about the note, and reads it again. */
  async function change(values, name) {
    if (!state.source) return;
    keepTyped();
    await busy(session.describe(values, name));
    remember();
  }

  function showText() {
    const text = state.source?.kind === "text" ? state.source.text : "";
    if (editor.value === text) return;
    const isFocused = document.activeElement === editor;
    editor.replaceWith(editor); // The browser forgets what was typed: its undo would mix that into this text.
    editor.value = text;
    if (isFocused) editor.focus();
  }

  function remember() {
    if (state.source) notebook.remember(state.source, { at: state.at, view: state.view });
  }

  /** How much is being read: those who cannot see the page are told of it when it is done. */
  function working(by) {
    works += by;
    set(byId("notes"), "aria-busy", works > 0 && "true");
    if (!works) byId("busy").hidden = true;
  }

  /** Waits for work, shows the busy indicator if it takes long, and shows problems; asks again where the service is away. */
  async function busy(work, source = state.source, { isOvertaken = () => {} } = {}) {
    const timer = setTimeout(() => (byId("busy").hidden = false), BUSY_DELAY);
    clearTimeout(again);
    again = null;
    working(1);
    try {
      const done = await work;
      if (done) problems.hide();
      return done;
    } catch (error) {
      if (error.name === "AbortError") return void isOvertaken();
      if (error.name !== "Error" && error.status === undefined) throw error;
      problems.show(error, source, readers);
      if (error.status === 0 && session.isStale()) again = setTimeout(retry, AGAIN);
      return false;
    } finally {
      clearTimeout(timer);
      working(-1);
    }
  }

  const retry = () => (state.source ? busy(session.refresh()) : start());

  return { open, load, openVersion, start, typed, replaced, change, remember, retry, rescue: () => notebook.rescue(state.source, { at: state.at, view: state.view }, [...arriving]) };
}
