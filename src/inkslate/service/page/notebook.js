// The notes that were opened, in this browser, each with its earlier versions. Nothing is removed but by the user.

import * as database from "./database.js";
import * as place from "./place.js";
import { createRescue } from "./rescue.js";
import { hasWordsOf, isIn, textOfBoard, versionOf, withVersion } from "./versions.js";

export function createNotebook({ tell }) {
  const unsaved = createRescue("inkslate.unsaved.note"); // what was typed or replaced just before a page was closed
  const unwritten = new Set(); // versions that are not in the database yet
  const unfinished = new Map(); // by id: texts that are not in the database yet, {source, at, view, time}
  const known = new Map(); // by id: the text that this page has read or written last

  /** All notes, the last one first: {id, title, excerpt, source, time, versions}. */
  async function list() {
    const notes = await database.all("notes").catch(() => []);
    return notes.sort((one, other) => other.time - one.time);
  }

  /** Stores a note; empty ones are not worth it. `about` has at, view and boards. */
  async function remember(source, { at = 0, view = null } = {}) {
    const entry = { source, at, view, time: Date.now() };
    unfinished.set(source.id, entry);
    place.put({ id: source.id, at, view });
    database.put("last", "document", { id: source.id, at, view }).catch(() => {});
    const isStored = await keep(source.id, (note) => {
      if (!note && isBlank(source)) return null;
      const next = { ...note, versions: versionsBefore(note, source), source, time: Date.now() };
      known.set(source.id, source.text);
      return isBlank(source) ? next : { ...next, ...describe(source) };
    });
    if (isStored && unfinished.get(source.id) === entry) unfinished.delete(source.id);
    return isStored;
  }

  /** The versions of a stored note before its text is replaced: what another window wrote is one more. */
  function versionsBefore(note, source) {
    const versions = note?.versions ?? [];
    if (!note || !known.has(source.id) || note.source.text === known.get(source.id) || isBlank(note.source)) return versions;
    const other = versionOf(note.source, null);
    return isIn(other, versionOf(source, null)) ? versions : withVersion(versions, other);
  }

  /** Stores the state of a note before words of it or decisions on it are lost. `at` is the place of the board. */
  async function keepVersion(source, review, at = 0) {
    if (source.kind === "text" ? isBlank(source) : !review) return;
    const entry = { id: source.id, source: source.kind === "text" ? source : null, version: versionOf(source, review, at) };
    unwritten.add(entry);
    if (await write(entry)) unwritten.delete(entry);
  }

  /** Stores the decisions of another window, which `next` overwrites, as an earlier version; `note` is the id of their note. */
  function keepOverwritten({ note: id, at }, review, next) {
    return keep(id, (note) => {
      if (!note) return null;
      const isWhole = note.source.kind !== "text" || hasWordsOf(note.source.text, review.board);
      const source = isWhole ? note.source : { ...note.source, text: textOfBoard(review.board) };
      const [other, mine] = [review, next].map((each) => versionOf(source, each, at));
      return isIn(other, mine) ? null : { ...note, versions: withVersion(note.versions ?? [], other) };
    });
  }

  function write({ id, source, version }) {
    return keep(id, (stored) => {
      const note = stored ?? (source && { ...describe(source), source, time: Date.now() });
      return note && { ...note, versions: withVersion(note.versions ?? [], version) };
    });
  }

  /** Changes a note in the database, after all changes before; false where that fails. */
  async function keep(id, change) {
    try {
      await database.update("notes", id, (note) => {
        const next = change(note);
        return next && { ...next, id };
      });
      return true;
    } catch (error) {
      tell(`The note cannot be stored in this browser (${error?.message ?? "no reason is known"}). Export what you need before you close the page.`);
      return false;
    }
  }

  /** The same source, under another id where a note with other text has this one. */
  async function distinct(source) {
    const note = await database.get("notes", source.id).catch(() => null);
    if (note && source.kind === "text" && note.source.text !== source.text) return { ...source, id: `${source.id}-${Date.now().toString(36)}` };
    if (note) known.set(source.id, note.source.text);
    return source;
  }

  /** Puts the open text, others that are not stored yet, texts that are being opened, and versions where they are written at once: the page may be gone before the database answers. */
  function rescue(source, about, arriving = []) {
    const isText = (each) => each?.kind === "text";
    const based = (entry) => ({ ...entry, base: known.get(entry.source.id) });
    const open = isText(source) ? based({ ...about, source, time: Date.now() }) : null;
    const others = [...unfinished.values()].filter((each) => isText(each.source) && each.source.id !== source?.id).map(based);
    const texts = [...others.map((each) => each.source.text), open?.source.text];
    const rescued = { open, others, arriving: arriving.filter((each) => isText(each) && !texts.includes(each.text)) };
    // The place is small. The text is what matters most.
    if (!unsaved.put({ ...rescued, versions: [...unwritten] })) unsaved.put(rescued);
  }

  /** The note that was open last, {source, at, view}; null where there is none. */
  async function last() {
    const left = unsaved.take();
    const mine = left.find((each) => each.isOwn) ?? left.at(-1);
    const stored = [];
    for (const { value } of left) stored.push(await takeOver(value));
    if (stored.every((each) => each.isStored)) unsaved.forget();
    if (mine && stored[left.indexOf(mine)].isNewest) return mine.value.open;
    const { id, source, at, view } = place.get() ?? (await database.get("last", "document").catch(() => null)) ?? {};
    const note = id ? await database.get("notes", id).catch(() => null) : null;
    if (note) return { source: note.source, at, view };
    return source ? { source: { ...source, id: source.id ?? `earlier-${Date.now()}` }, at, view } : null; // an earlier version of the page stored it so
  }

  /** Stores what a window left: whether that worked, and whether the text that was open is the newest of its note. */
  async function takeOver({ versions = [], arriving, others, open }) {
    const stored = [];
    for (const entry of versions) stored.push(await write(entry));
    for (const text of arriving) stored.push(await remember(await distinct(text)));
    for (const other of others) stored.push((await takeText(other)).isStored);
    const last = open ? await takeText(open) : { isStored: true, isNewest: false };
    return { isStored: stored.every(Boolean) && last.isStored, isNewest: last.isNewest };
  }

  /** Stores a text that a window left: whether that worked, and whether it is the newest of its note. */
  async function takeText({ source, base = null, ...about }) {
    const isNewest = await isNewer({ source, ...about });
    known.set(source.id, base);
    return { isNewest, isStored: await (isNewest ? remember(source, about) : keepOlder(source)) };
  }

  /** An older text of a note is an earlier version, unless the note still has all of it. */
  async function keepOlder(source) {
    if (isBlank(source)) return true;
    const note = await database.get("notes", source.id).catch(() => null);
    const older = versionOf(source, null);
    return (note && isIn(older, versionOf(note.source, null))) || write({ id: source.id, source, version: older });
  }

  /** Whether a rescued text is newer than the stored note: the page may have gone on after it was hidden. */
  async function isNewer({ source, time }) {
    const note = await database.get("notes", source.id).catch(() => null);
    return !note || time === undefined || note.time <= time;
  }

  /** Removes a note; what it returns puts the note back. */
  async function remove(note) {
    const stored = (await database.get("notes", note.id)) ?? note;
    await database.remove("notes", note.id);
    const merged = (now) => ({ ...now, versions: (stored.versions ?? []).reduceRight((all, each) => withVersion(all, each), now.versions ?? []) });
    return () => keep(note.id, (now) => (now ? merged(now) : stored));
  }

  return { list, remember, keepVersion, keepOverwritten, distinct, rescue, last, remove };
}

export function isBlank(source) {
  return !source || (source.kind === "text" && !source.text.trim());
}

function describe(source) {
  const lines = source.kind === "text" ? source.text.split("\n").map((line) => line.trim().replace(/^#{1,6}\s+/, "")).filter(Boolean) : [];
  return { title: source.name || lines[0]?.slice(0, 80) || "Note", excerpt: (source.name ? lines[0] : lines[1])?.slice(0, 80) ?? "" };
}
