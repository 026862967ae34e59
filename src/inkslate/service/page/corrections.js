// Stores corrections as labelled boards: in the service's workspace where it has one, else in this browser.

import { askJson, Problem, request, sendJson } from "./api.js";
import * as database from "./database.js";
import { createRescue } from "./rescue.js";
import { decisionsOf } from "./versions.js";

const WAIT = 150;
const AGAIN = 3000;
const FEW = 50; // boards: the service is asked for each of them, for more it lists what it has

/**
 * `tell(text, isProblem)` shows the result of the last save, `wait(flag)` whether a save is pending. `overwritten(place, old, next)`
 * keeps what another window stored, before it is overwritten.
 */
export function createCorrectionStore({ inWorkspace, tell, wait, overwritten }) {
  const revisions = new Map(); // by id: the latest in the workspace, -1 where it has none
  const unsaved = createRescue("inkslate.unsaved.corrections"); // made just before a page was closed, or while the service was away
  const known = new Map(); // by id: the decisions that this window has read or written last, as text
  const sent = new Map(); // by id: those that were sent since; whether they arrived is not known yet
  let left = unsaved.take().flatMap(({ value }) => value); // what windows left, [id, {correction, place, bases}], the oldest first
  let hasLeft = left.length > 0; // the browser still has what windows left
  let taking = null;
  let waiting = new Map(); // by id: {correction, place}
  let writing = new Map();
  let busy = false;
  let timer = hasLeft ? setTimeout(flush, WAIT) : null;
  wait(hasLeft);

  /** Takes what windows left, once: until that worked, this throws a Problem. */
  async function takeLeft() {
    taking ??= takeAll().finally(() => (taking = null));
    await taking;
  }

  /** A correction that a window left is the next one where what is stored is what it changed; else it is an earlier version. */
  async function takeAll() {
    while (left.length) {
      const [id, { bases = null, ...entry }] = left[0];
      const now = waiting.has(id) ? waiting.get(id).correction : await remembered(id);
      if (!bases || bases.includes(decisionsOf(now))) {
        waiting.set(id, entry);
        noteSent(id, entry.correction);
      } else if (entry.correction && entry.place) await overwritten(entry.place, entry.correction, now);
      left = left.slice(1);
    }
  }

  function noteSent(id, correction) {
    sent.set(id, [...new Set([...(sent.get(id) ?? []), decisionsOf(correction)])]);
  }

  /** The stored corrections of boards, each `{board, notes}` or null. Throws a Problem. */
  async function load(ids) {
    await takeLeft();
    const listed = inWorkspace && ids.length > FEW ? await listAll() : null;
    return Promise.all(ids.map((id) => {
      const newer = [waiting, writing].find((each) => each.has(id));
      if (newer) return newer.get(id).correction;
      if (!listed || listed.has(id)) return remembered(id);
      revisions.set(id, -1);
      known.set(id, decisionsOf(null));
      return null;
    }));
  }

  async function remembered(id) {
    const found = await stored(id);
    known.set(id, decisionsOf(found));
    return found;
  }

  async function stored(id) {
    if (!inWorkspace) return (await database.get("boards", id).catch(unreadable)) ?? null;
    const { corrections: latest } = await askJson("/v1/corrections", { query: { id } });
    revisions.set(id, latest[0]?.revision ?? -1);
    if (!latest.length) return null;
    const found = await askJson("/v1/corrections/board", { query: { id } });
    revisions.set(id, found.revision);
    return found;
  }

  async function listAll() {
    const ids = new Set();
    for (let after = ""; after !== null; ) {
      const page = await askJson("/v1/corrections", { query: { after, limit: 1000 } });
      for (const { board } of page.corrections) ids.add(board);
      after = page.next;
    }
    return ids;
  }

  /** Saves a correction after a short pause; null deletes it. `place` is what `overwritten` gets. */
  function save(id, correction, place) {
    waiting.set(id, { correction, place });
    wait(true);
    clearTimeout(timer);
    timer = setTimeout(flush, WAIT);
  }

  async function flush() {
    clearTimeout(timer);
    timer = null;
    if (busy || !(waiting.size || hasLeft)) return;
    busy = true;
    try {
      await takeLeft();
      writing = waiting;
      waiting = new Map();
      for (const [id, entry] of writing) {
        noteSent(id, entry.correction);
        await (entry.correction ? store(id, entry) : remove(id, entry));
        known.set(id, decisionsOf(entry.correction));
        sent.delete(id);
      }
      tell([...writing.values()].some((each) => each.correction) ? `Corrections are saved in ${await place()}.` : "", false);
    } catch (error) {
      for (const [id, entry] of writing) if (!waiting.has(id)) waiting.set(id, entry);
      timer = setTimeout(flush, AGAIN);
      rescue(); // The page may be closed before the service is back.
      tell(`Corrections are not saved yet: ${error.message}. This page keeps them and tries again.`, true);
    } finally {
      writing = new Map();
      busy = false;
    }
    wait(waiting.size + left.length > 0);
    if (!waiting.size && !left.length) {
      unsaved.forget();
      hasLeft = false;
    }
    if (waiting.size && !timer) flush();
  }

  async function store(id, entry) {
    const { correction } = entry;
    if (!inWorkspace) {
      await keepOther(id, entry);
      return database.put("boards", id, correction);
    }
    // What was rescued may equal an old revision: sent as that, it would change nothing.
    if (!revisions.has(id)) await keepOther(id, entry);
    const send = (number) => sendJson("/v1/corrections", { board: correction.board, notes: correction.notes, revision: number }, { method: "PUT" });
    try {
      await send(revisions.get(id) + 1);
    } catch (error) {
      if (error.status !== 409) throw error;
      // Another window saved a revision first, or an earlier visit: the last change wins.
      await keepOther(id, entry);
      await send(revisions.get(id) + 1);
    }
    revisions.set(id, revisions.get(id) + 1);
    return undefined;
  }

  async function remove(id, entry) {
    const found = await keepOther(id, entry);
    if (!inWorkspace) return database.remove("boards", id);
    revisions.delete(id);
    return found ? request("/v1/corrections/board", { method: "DELETE", query: { id } }) : undefined;
  }

  /** What is stored; where another window stored it, it is kept before it is overwritten. */
  async function keepOther(id, { correction, place: where }) {
    const found = await stored(id);
    if (found && where && decisionsOf(found) !== known.get(id)) await overwritten(where, found, correction);
    return found;
  }

  async function place() {
    if (inWorkspace) return "the service's workspace";
    return (await database.isPersistent()) ? "this browser" : "this page until it is closed";
  }

  /** All labelled boards that are stored in this browser. */
  async function boards() {
    return inWorkspace ? [] : (await database.all("boards")).map((each) => each.board);
  }

  /** Keeps what is not saved yet where it is written at once. */
  function rescue() {
    const bases = (id) => [known.get(id), ...(sent.get(id) ?? [])].filter(Boolean);
    const unstored = [...new Map([...writing, ...waiting])].map(([id, entry]) => [id, { ...entry, bases: bases(id) }]);
    if (unstored.length) unsaved.put(unstored); // Without storage they are lost with the page, as the text below the list says.
  }

  return { load, save, flush, boards, rescue };
}

function unreadable(error) {
  throw new Problem(500, { detail: `the corrections in this browser cannot be read (${error?.message})`, remedy: "reload the page" });
}
