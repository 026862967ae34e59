// When the note was written, and who is known: days count from the one, owners are found and picked from the others.

import { byId, make } from "./dom.js";

const PEOPLE = "inkslate.people";

/** `onWritten(date)` gets null where the note's own date counts again; `onPeople(names)` gets what the user entered, for `know`. */
export function createContextView({ onWritten, onPeople }) {
  const summary = byId("context").querySelector("summary");
  const [written, about, reset, people] = ["written", "written-about", "written-reset", "people"].map(byId);
  let known = stored();
  people.value = known.join(", ");

  written.addEventListener("change", () => onWritten(written.value || null));
  reset.addEventListener("click", () => onWritten(null));
  people.addEventListener("change", () => onPeople(people.value.split(",").map((name) => name.trim().slice(0, 100)).filter(Boolean)));

  function know(names) {
    known = names;
    people.value = known.join(", ");
    try {
      localStorage.setItem(PEOPLE, JSON.stringify(known));
    } catch {
      // Without storage the names are known until the page is closed.
    }
  }

  /** `set` is the date that the user set, `own` that of the note; either may be null. `names` are owners that were seen. */
  function render({ set, own, names }) {
    const day = (set ?? own ?? today()).slice(0, 10);
    if (document.activeElement !== written) written.value = day;
    about.textContent = set ? "as you set it" : own ? "from the note itself" : "today: the note has no date";
    reset.hidden = !set;
    const shown = new Date(`${day}T00:00`).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
    summary.textContent = `Written on ${shown}${known.length ? ` · ${known.length === 1 ? "1 person" : `${known.length} people`}` : " · People"}`;
    const all = [...new Set([...known, ...names])].sort((one, other) => one.localeCompare(other));
    const list = byId("names");
    if (list.dataset.names !== all.join("\n")) {
      list.replaceChildren(...all.map((name) => make("option", { value: name })));
      list.dataset.names = all.join("\n");
    }
  }

  return { render, people: () => known, know };
}

function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString();
}

function stored() {
  try {
    const names = JSON.parse(localStorage.getItem(PEOPLE) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
