// What a window could not store before it was closed, where it is written at once: the browser's local storage. Each
// window has an entry of its own, so that none deletes what another one left.

/** `name` is that of the kind of entries. */
export function createRescue(name) {
  const own = `${name}.${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
  let taken = [];

  /** What windows left, {value, isOwn}, the oldest first: `isOwn` where it was this window, before a reload. It stays there until `forget`. */
  function take() {
    try {
      const before = sessionStorage.getItem(name);
      taken = Object.keys(localStorage).filter((key) => key.startsWith(`${name}.`)).map((key) => [key, localStorage.getItem(key)]);
      return taken.map(([key, text]) => ({ ...parsed(text), isOwn: key === before })).filter(({ value }) => value).sort((one, other) => one.time - other.time);
    } catch {
      return [];
    }
  }

  /** Whether the browser stored it: the place is small. */
  function put(value) {
    try {
      localStorage.setItem(own, JSON.stringify({ value, time: Date.now() }));
      sessionStorage.setItem(name, own);
      return true;
    } catch {
      return false;
    }
  }

  /** Deletes what this window left and took: all of it is stored. What was written since it was taken stays. */
  function forget() {
    try {
      localStorage.removeItem(own);
      for (const [key, text] of taken) if (localStorage.getItem(key) === text) localStorage.removeItem(key);
    } catch {
      // There was nothing to forget.
    }
    taken = [];
  }

  return { take, put, forget };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
