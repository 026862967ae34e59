// Extractions, strokes and written files from the service. Edited text uses the live connection, which only runs what changed.

import { askJson, Problem, sendJson } from "./api.js";
import { mayHaveStrokes } from "./formats.js";
import { createLive } from "./live.js";
import { localTime, stemOf } from "./sources.js";

function dateOptions() {
  return { now: localTime(), locale: /^en(-[A-Za-z0-9]{2,8})*$/.test(navigator.language) ? navigator.language : "en" };
}

export function createClient() {
  const live = createLive(dateOptions);
  let liveWorks = true;

  /** The extractions of a source; null where a newer text replaced it. */
  async function extract(source, signal) {
    if (source.kind === "text" && source.format === "text" && liveWorks) {
      try {
        const extraction = await live.send(source.text);
        return extraction && [{ ...extraction, id: stemOf(source.name) }];
      } catch (problem) {
        if (problem) throw new Problem(problem.status, problem);
        liveWorks = false; // No WebSockets, or no service: the next request shows which.
        setTimeout(() => (liveWorks = true), 10000);
      }
    }
    const isText = source.kind === "text";
    const response = await askJson("/v1/extract", {
      method: "POST",
      query: { ...dateOptions(), from: source.format, name: source.name.slice(0, 200) || null },
      body: isText ? source.text : source.bytes,
      type: isText ? "text/plain;charset=utf-8" : "application/octet-stream",
      signal,
    });
    return isText ? response.extractions.map((each) => ({ ...each, id: stemOf(source.name) })) : response.extractions;
  }

  /** The strokes of a file by id; empty where it has none. */
  async function strokes(source, signal) {
    if (source.kind !== "file" || !mayHaveStrokes(source.name)) return new Map();
    try {
      const query = { from: source.format, name: source.name.slice(0, 200) || null };
      const response = await askJson("/v1/strokes", { method: "POST", query, body: source.bytes, type: "application/octet-stream", signal });
      return new Map(response.strokes.map((stroke) => [stroke.id, stroke.points]));
    } catch {
      return new Map(); // The request for the extraction reports the error in the file.
    }
  }

  /** Extractions in the format of a writer. */
  async function write(extractions, to, { obsidian = false } = {}) {
    return (await sendJson("/v1/write", { extractions }, { query: { to, obsidian, now: localTime() } })).text();
  }

  /** Owner and due date of tasks that `tasks` does not list. */
  async function details(extraction) {
    const response = await sendJson("/v1/write", { extractions: [extraction] }, { query: { to: "jsonl", details: true, ...dateOptions() } });
    return JSON.parse(await response.text()).tasks;
  }

  return { extract, strokes, write, details, service: () => askJson("/v1/service") };
}
