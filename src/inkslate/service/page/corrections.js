// Stores corrections as labelled boards: in the service's workspace where it has one, else in this browser.

import { askJson, request, sendJson } from "./api.js";
import * as database from "./database.js";

const WAIT = 400;

/** `tell(text)` shows the result of the last save, `wait(flag)` whether a save is pending. */
export function createCorrectionStore({ inWorkspace, tell, wait }) {
  const revisions = new Map();
  let waiting = new Map();
  let timer = null;
  let busy = false;

  /** The stored correction of a board, `{board, notes}`, or null. */
  async function load(id) {
    if (!inWorkspace) return (await database.get("boards", id)) ?? null;
    const known = await askJson("/v1/corrections", { query: { id } });
    if (!known.corrections.length) return null;
    const stored = await askJson("/v1/corrections/board", { query: { id } });
    revisions.set(id, stored.revision);
    return stored;
  }

  /** Saves a correction after a short pause; null deletes it. */
  function save(id, correction) {
    waiting.set(id, correction);
    wait(true);
    clearTimeout(timer);
    timer = setTimeout(flush, WAIT);
  }

  async function flush() {
    clearTimeout(timer);
    timer = null;
    if (busy || !waiting.size) return;
    busy = true;
    const now = waiting;
    waiting = new Map();
    try {
      for (const [id, correction] of now) await (correction ? store(id, correction) : remove(id));
      tell([...now.values()].some(Boolean) ? `Corrections are saved in ${await place()}.` : "");
    } catch (error) {
      for (const [id, correction] of now) if (!waiting.has(id)) waiting.set(id, correction);
      timer = setTimeout(flush, 5000);
      tell(`Corrections could not be saved (${error.message}); trying again.`);
    } finally {
      busy = false;
    }
    wait(waiting.size > 0);
    if (waiting.size && !timer) flush();
  }

  async function store(id, correction) {
    if (!inWorkspace) return database.put("boards", id, correction);
    const revision = (revisions.get(id) ?? -1) + 1;
    try {
      await sendJson("/v1/corrections", { ...correction, revision }, { method: "PUT" });
      revisions.set(id, revision);
    } catch (error) {
      if (error.status !== 409) throw error;
      // Another window saved a revision first: the last change wins.
      await load(id);
      await sendJson("/v1/corrections", { ...correction, revision: revisions.get(id) + 1 }, { method: "PUT" });
      revisions.set(id, revisions.get(id) + 1);
    }
    return undefined;
  }

  async function remove(id) {
    if (!inWorkspace) return database.remove("boards", id);
    revisions.delete(id);
    return request("/v1/corrections/board", { method: "DELETE", query: { id } });
  }

  async function place() {
    if (inWorkspace) return "the service's workspace";
    return (await database.isPersistent()) ? "this browser" : "this page until it is closed";
  }

  /** All labelled boards that are stored in this browser. */
  async function boards() {
    return inWorkspace ? [] : (await database.all("boards")).map((stored) => stored.board);
  }

  return { load, save, flush, boards };
}
