// The menu of recent notes, with the earlier versions of each.

import { byId, make, quote } from "./dom.js";
import { countOf } from "./versions.js";

/** `openNote(note)`, `openVersion(note, version)` and `remove(note)` are called for a choice. */
export function createRecentView(notebook, { openNote, openVersion, remove }) {
  const menu = byId("recent");
  const list = menu.querySelector("ul");
  const opened = new Set(); // ids of notes whose versions are shown

  // What is listed may have changed by the next time: a stale row would open an old text.
  menu.addEventListener("toggle", () => (menu.open ? show() : list.replaceChildren()));

  /** `button` is in a row that is made again: the same one gets the focus, else the one in its place. */
  async function show(button = null) {
    const kind = button?.matches(".versions") ? ".versions" : ".remove";
    const at = [...list.querySelectorAll(kind)].indexOf(button);
    const notes = await notebook.list();
    list.replaceChildren(...(notes.length ? notes.map(row) : [make("li", { class: "hint", text: "Notes that you write or open are listed here." })]));
    if (!button) return;
    const buttons = list.querySelectorAll(kind);
    (buttons[Math.min(at, buttons.length - 1)] ?? menu.querySelector("summary")).focus();
  }

  function row(note) {
    const versions = [...(note.versions ?? [])].reverse();
    const more = make("button", {
      type: "button",
      class: "versions",
      "data-stays": true,
      "aria-expanded": String(opened.has(note.id)),
      text: versions.length === 1 ? "1 earlier version" : `${versions.length} earlier versions`,
      onclick: () => {
        if (!opened.delete(note.id)) opened.add(note.id);
        show(more);
      },
    });
    return make(
      "li",
      { "data-note": note.id },
      make(
        "div",
        { class: "row" },
        make("button", { type: "button", class: "note", onclick: () => openNote(note) }, quote(note.title, { class: "title" }), make("span", { class: "about" }, moment(note.time), " ", quote(note.excerpt))),
        make("button", { type: "button", class: "icon remove", "data-stays": true, "aria-label": `Remove ${note.title}`, title: "Remove", text: "✕", onclick: async (event) => {
          const { currentTarget } = event; // it is null after a pause
          await remove(note);
          await show(currentTarget);
        } }),
      ),
      versions.length ? more : null,
      opened.has(note.id)
        ? make("ul", {}, ...versions.map((version) => make("li", {}, make("button", { type: "button", class: "note version", onclick: () => openVersion(note, version) }, quote((version.text ?? note.title).trim().slice(0, 80), { class: "title" }), make("span", { class: "about", text: aboutOf(version) })))))
        : null,
    );
  }

  return { show };
}

function aboutOf(version) {
  const count = countOf(version);
  return [moment(version.time), count && (count === 1 ? "1 decision" : `${count} decisions`)].filter(Boolean).join(", ");
}

function moment(time) {
  const then = new Date(time);
  const isToday = then.toDateString() === new Date().toDateString();
  return isToday ? then.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" }) : then.toLocaleDateString(undefined, { day: "numeric", month: "short" });
}
