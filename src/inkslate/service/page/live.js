// Notes while they are edited: revisions over one WebSocket. Of several waiting revisions only the newest is sent.

import { currentToken, parametersOf } from "./api.js";

/** `send(notes, query, start)` returns the answer, or null where newer notes replaced these; it rejects without a connection. */
export function createLive() {
  let socket = null;
  let revision = 0;
  let flying = null;
  let waiting = null;

  /** `notes` has text and name; a connection has one `query`, and was opened with `start`, which later sends need not repeat. */
  function send(notes, query, start) {
    return new Promise((resolve, reject) => {
      waiting?.resolve(null);
      waiting = { notes, query: String(parametersOf({ ...query, full: true })), start, resolve, reject };
      if (!flying) go();
    });
  }

  function go() {
    if (!waiting) return undefined;
    if (!socket || socket.readyState > WebSocket.OPEN || socket.query !== waiting.query) return connect();
    if (socket.readyState !== WebSocket.OPEN) return undefined;
    flying = { ...waiting, revision: (revision += 1) };
    waiting = null;
    return socket.send(JSON.stringify({ revision, ...flying.notes }));
  }

  function connect() {
    const address = new URL("/v1/live", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.search = `${waiting.query}&${parametersOf(waiting.start)}`;
    const old = socket;
    const mine = (socket = new WebSocket(address, protocols()));
    mine.query = waiting.query;
    old?.close();
    mine.addEventListener("open", go);
    mine.addEventListener("message", (event) => mine === socket && receive(JSON.parse(event.data)));
    mine.addEventListener("close", () => mine === socket && fail());
  }

  function receive(message) {
    const { resolve, reject } = flying ?? {};
    flying = null;
    if (message.problem) reject?.(message.problem);
    else resolve?.(waiting ? null : message);
    go();
  }

  function fail() {
    const lost = [flying, waiting];
    flying = waiting = socket = null;
    for (const each of lost) each?.reject(null);
  }

  return { send };
}

function protocols() {
  const token = currentToken();
  if (!token) return ["inkslate"];
  const encoded = btoa(token).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return ["inkslate", `inkslate.token.${encoded}`];
}
