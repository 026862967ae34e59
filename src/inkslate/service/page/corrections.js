// Corrections as labelled boards: in the service's workspace where it has one, else in this browser.

import { askJson, request, sendJson } from "./api.js";
import * as database from "./database.js";

const WAIT = 400;

/** `tell(text)` says what became of the last correction, `wait(flag)` whether one is still on its way. */
export function createKeeper({ inWorkspace, tell, wait }) {
  const revisions = new Map();
  let waiting = new Map();
  let timer = null;
  let busy = false;

  /** What was kept of a board: `{board, notes}`, or null. */
  async function load(id) {
    if (!inWorkspace) return (await database.get("boards", id)) ?? null;
    const known = await askJson("/v1/corrections", { query: { id } });
    if (!known.corrections.length) return null;
    const kept = await askJson("/v1/corrections/board", { query: { id } });
    revisions.set(id, kept.revision);
    return kept;
  }

  /** Keeps a board a little later; with null, forgets it. */
  function keep(id, correction) {
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
      for (const [id, correction] of now) await (correction ? store(id, correction) : forget(id));
      tell([...now.values()].some(Boolean) ? `Corrections are kept in ${await place()}.` : "");
    } catch (error) {
      for (const [id, correction] of now) if (!waiting.has(id)) waiting.set(id, correction);
      timer = setTimeout(flush, 5000);
      tell(`Corrections could not be kept (${error.message}); trying again.`);
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
      // Another window was faster: what is said last counts.
      await load(id);
      await sendJson("/v1/corrections", { ...correction, revision: revisions.get(id) + 1 }, { method: "PUT" });
      revisions.set(id, revisions.get(id) + 1);
    }
    return undefined;
  }

  async function forget(id) {
    if (!inWorkspace) return database.remove("boards", id);
    revisions.delete(id);
    return request("/v1/corrections/board", { method: "DELETE", query: { id } });
  }

  async function place() {
    if (inWorkspace) return "the service's workspace";
    return (await database.lasts()) ? "this browser" : "this page until it is closed";
  }

  /** Every labelled board that this browser keeps. */
  async function boards() {
    return inWorkspace ? [] : (await database.all("boards")).map((kept) => kept.board);
  }

  return { load, keep, flush, boards };
}
