// Requests to the service, with the token where there is one; problems become errors.

const RETRIES = 3;
let token = sessionItem("inkslate.token");
let askForToken = null;

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || "the service did not answer as expected");
    this.status = status;
    this.remedy = body.remedy || "";
    this.field = body.field || "";
  }
}

/** `ask` returns a promise of the token that the user types. */
export function onTokenNeeded(ask) {
  askForToken = ask;
}

export function currentToken() {
  return token;
}

export async function askJson(path, options) {
  return (await request(path, options)).json();
}

/** The response; a busy service is asked again after a pause. Throws a Problem. */
export async function request(path, { method = "GET", query = {}, body, type, signal } = {}) {
  const parameters = String(parametersOf(query));
  const address = parameters ? `${path}?${parameters}` : path;
  for (let tries = 0; ; tries += 1) {
    const headers = { ...(type && { "Content-Type": type }), ...(token && { Authorization: `Bearer ${token}` }) };
    const answer = await send(address, { method, headers, body, signal, cache: "no-store" });
    if (answer.ok) return answer;
    const problem = new Problem(answer.status, await answer.json().catch(() => ({})));
    if (answer.status === 401 && askForToken) {
      token = await askForToken(Boolean(token));
      keepSessionItem("inkslate.token", token);
    } else if ((answer.status === 429 || answer.status === 503) && tries < RETRIES) {
      await pause(400 * (tries + 1));
      signal?.throwIfAborted();
    } else throw problem;
  }
}

/** Parameters of an address: null, undefined and false are left out, each value of a list is one. */
export function parametersOf(query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined && each !== false) parameters.append(name, each);
    }
  }
  return parameters;
}

export function sendJson(path, value, options = {}) {
  return request(path, { method: "POST", ...options, type: "application/json", body: JSON.stringify(value) });
}

async function send(address, options) {
  try {
    return await fetch(address, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, { detail: "the service cannot be reached", remedy: "check that it is running, then try again" });
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function sessionItem(name) {
  try {
    return sessionStorage.getItem(name) || "";
  } catch {
    return "";
  }
}

function keepSessionItem(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Without storage the token is asked for again after a reload.
  }
}
