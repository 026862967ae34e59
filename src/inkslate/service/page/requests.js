// Extractions from the service. Written text goes over the live connection, which looks only at what changed.

import { askJson, Problem, sendJson } from "./api.js";
import { createLive } from "./live.js";
import { localTime, stemOf } from "./sources.js";

const WITH_STROKES = /(^[^.]*|\.(jiix|inkml|json|xml|ink))$/i;

function when() {
  return { now: localTime(), locale: /^en(-[A-Za-z0-9]{2,8})*$/.test(navigator.language) ? navigator.language : "en" };
}

export function createAsker() {
  const live = createLive(when);
  let lives = true;

  /** The extractions of a source; null where a newer text took its place. */
  async function extract(source, signal) {
    if (source.kind === "text" && source.format === "text" && lives) {
      try {
        const extraction = await live.send(source.text);
        return extraction && [{ ...extraction, id: stemOf(source.name) }];
      } catch (problem) {
        if (problem) throw new Problem(problem.status, problem);
        lives = false; // A proxy without WebSockets, or a service that went away: the next request says which.
        setTimeout(() => (lives = true), 10000);
      }
    }
    const isText = source.kind === "text";
    const answer = await askJson("/v1/extract", {
      method: "POST",
      query: { ...when(), from: source.format, name: source.name.slice(0, 200) || null },
      body: isText ? source.text : source.bytes,
      type: isText ? "text/plain;charset=utf-8" : "application/octet-stream",
      signal,
    });
    return isText ? answer.extractions.map((each) => ({ ...each, id: stemOf(source.name) })) : answer.extractions;
  }

  /** The strokes of a file by their ids; none where it has none. */
  async function strokes(source, signal) {
    if (source.kind !== "file" || !WITH_STROKES.test(source.name)) return new Map();
    try {
      const query = { from: source.format, name: source.name.slice(0, 200) || null };
      const answer = await askJson("/v1/strokes", { method: "POST", query, body: source.bytes, type: "application/octet-stream", signal });
      return new Map(answer.strokes.map((stroke) => [stroke.id, stroke.points]));
    } catch {
      return new Map(); // The extraction says what is wrong with the file.
    }
  }

  /** Extractions as a writer writes them. */
  async function write(extractions, to, { obsidian = false } = {}) {
    return (await sendJson("/v1/write", { extractions }, { query: { to, obsidian, now: localTime() } })).text();
  }

  /** Owner and due date of tasks that `tasks` does not list. */
  async function details(extraction) {
    const answer = await sendJson("/v1/write", { extractions: [extraction] }, { query: { to: "jsonl", details: true, ...when() } });
    return JSON.parse(await answer.text()).tasks;
  }

  return { extract, strokes, write, details, service: () => askJson("/v1/service"), formats: () => askJson("/v1/formats") };
}
