// Extractions, strokes and written files from the service. Edited text uses the live connection, which only runs what changed.

import { askJson, Problem, sendJson } from "./api.js";
import { mayHaveStrokes } from "./formats.js";
import { createLive } from "./live.js";
import { localTime, stemOf } from "./sources.js";

const LIVE_AGAIN = 10000;

/** Where days count from, and who is known: `written` is a date that the user set. */
function contextOf({ written = null, people = [] }) {
  const locale = /^en(-[A-Za-z0-9]{2,8})*$/.test(navigator.language) ? navigator.language : "en";
  return { now: written ?? localTime(), locale, ...(people.length && { people }), ...(written === null && { dated: true }) };
}

export function createClient() {
  const live = createLive();
  let liveWorks = true;

  /** The extractions of a source and the dates of its notes; null where a newer text replaced it. */
  async function extract(source, { people = [], signal } = {}) {
    const context = contextOf({ written: source.written, people });
    const named = (found) => ({ ...found, extractions: found.extractions.map((each) => ({ ...each, id: stemOf(source.name) })) });
    if (source.kind === "text" && source.format === "text" && liveWorks) {
      try {
        const { now, ...rest } = context; // The time goes on: it is no reason to connect again.
        const answer = await live.send({ text: source.text, name: source.name }, source.written ? context : rest, source.written ? {} : { now });
        return answer && named({ extractions: [answer.extraction], written: [answer.written ?? null] });
      } catch (problem) {
        if (problem) throw new Problem(problem.status, problem);
        liveWorks = false; // No WebSockets, or no service: the next request shows which.
        setTimeout(() => (liveWorks = true), LIVE_AGAIN);
      }
    }
    const isText = source.kind === "text";
    const found = await askJson("/v1/extract", {
      method: "POST",
      query: { ...context, from: source.format, name: source.name.slice(0, 200) || null },
      body: isText ? source.text : source.bytes,
      type: isText ? "text/plain;charset=utf-8" : "application/octet-stream",
      signal,
    });
    liveWorks = true;
    const dated = { extractions: found.extractions, written: found.written ?? found.extractions.map(() => null) };
    return isText ? named(dated) : dated;
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
  async function write(extractions, to, { obsidian = false, written = null } = {}) {
    return (await sendJson("/v1/write", { extractions }, { query: { to, obsidian, now: written ?? localTime() } })).text();
  }

  /** Owner and due date of tasks that `tasks` does not list. */
  async function details(extraction, context) {
    const { dated, ...query } = contextOf(context);
    const response = await sendJson("/v1/write", { extractions: [extraction] }, { query: { to: "jsonl", details: true, ...query } });
    return JSON.parse(await response.text()).tasks;
  }

  /** What the model finds on several boards. */
  async function scores(boards) {
    return (await (await sendJson("/v1/extract", boards)).json()).extractions;
  }

  return { extract, strokes, write, details, scores, service: () => askJson("/v1/service"), model: () => askJson("/v1/model") };
}
