// Notes while they are edited: revisions over one WebSocket. Of several waiting revisions only the newest is sent.

import { currentToken } from "./api.js";

/** `send(text)` returns the extraction, or null where a newer text replaced it; it rejects without a connection. */
export function createLive(query) {
  let socket = null;
  let revision = 0;
  let flying = null;
  let waiting = null;

  function send(text) {
    return new Promise((resolve, reject) => {
      waiting?.resolve(null);
      waiting = { text, resolve, reject };
      if (!flying) go();
    });
  }

  function go() {
    if (!socket || socket.readyState > WebSocket.OPEN) return connect();
    if (socket.readyState !== WebSocket.OPEN || !waiting) return undefined;
    flying = { ...waiting, revision: (revision += 1) };
    waiting = null;
    return socket.send(JSON.stringify({ revision, text: flying.text }));
  }

  function connect() {
    const address = new URL("/v1/live", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    for (const [name, value] of Object.entries({ ...query(), full: true })) address.searchParams.set(name, value);
    socket = new WebSocket(address, protocols());
    socket.addEventListener("open", go);
    socket.addEventListener("message", (event) => receive(JSON.parse(event.data)));
    socket.addEventListener("close", fail);
  }

  function receive(message) {
    const { resolve, reject } = flying ?? {};
    flying = null;
    if (message.problem) reject?.(message.problem);
    else resolve?.(waiting ? null : message.extraction);
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
