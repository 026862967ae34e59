// Formats of files and writers. The service lists them; this page has no list of its own.

import { askJson } from "./api.js";

let formats = { readers: [], writers: [], opened: {}, titles: {}, uses: {}, editable: {}, ink: [] };

/** Loads the formats, once, before anything else here is used. */
export async function loadFormats() {
  const [api, page] = await Promise.all([askJson("/v1/formats"), askJson("/page/formats.json")]);
  formats = { ...api, ...page };
  return formats;
}

/** The format of a file that can be edited as text; undefined for other files. */
export function editableFormat(name) {
  return formats.editable[suffixOf(name)];
}

/** Whether a file may contain strokes; a name without a suffix says nothing. */
export function mayHaveStrokes(name) {
  return !name.includes(".") || formats.ink.includes(suffixOf(name));
}

/** What a person calls the format of a reader. */
export function readerTitleOf(reader) {
  return formats.opened[reader.name] ?? reader.name;
}

/** The title of a writer in the export dialog. */
export function titleOf(writer) {
  return formats.titles[writer.name] ?? writer.name;
}

/** What a person does with what a writer writes. */
export function useOf(writer) {
  return formats.uses[writer.name] ?? "";
}

function suffixOf(name) {
  return name.includes(".") ? name.split(".").pop().toLowerCase() : "";
}
