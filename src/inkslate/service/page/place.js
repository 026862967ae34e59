// Which note and which of its boards this window shows. It is written at once: a reload may come before the database
// has stored it. A new window has none, and begins with the note that was open last in any window.

const NAME = "inkslate.place";

/** `place` has id, at and view. */
export function put(place) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(place));
  } catch {
    // The database has it soon.
  }
}

/** What this window showed before a reload; null where it is new. */
export function get() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME));
  } catch {
    return null;
  }
}
