// The opened document: text that can be edited here, or the bytes of a file. Each has an id of its own.

import { Problem } from "./api.js";
import { editableFormat } from "./formats.js";

/** A source from a file's bytes and name. */
export function sourceOf(bytes, name) {
  const format = editableFormat(name);
  const text = format ? decoded(bytes) : null;
  if (text === null) return fileOf(bytes, name);
  return { kind: "text", text, format, name, id: `${stemOf(name)}-${hashOf(text)}` };
}

/** A source from a file of this computer. Throws a Problem: a folder is dropped like a file, and a file may be gone. */
export async function sourceOfFile(file) {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Problem(400, { detail: `the browser cannot read ${file.name}`, remedy: "if it is a folder, drop the files in it; else check that the file is still there" });
  });
  return sourceOf(bytes, file.name);
}

/** Several files as one source. */
export function severalOf(parts) {
  return { kind: "several", name: `${parts.length} files`, parts, id: `files-${hashOf(parts.map((part) => part.id).join("\n"))}` };
}

/** A source from pasted text: notes, or the content of a file. */
export function pasted(text) {
  return /^\s*[[{<]/.test(text) ? fileOf(new TextEncoder().encode(text).buffer, "pasted") : newNote(text);
}

export function newNote(text = "") {
  const day = localTime().slice(0, 10);
  const random = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { kind: "text", text, format: "text", name: "", id: `note-${day}-${random}` };
}

export function stemOf(name) {
  return name.replace(/\.[^.]*$/, "").slice(0, 100) || "notes";
}

/** The id under which corrections of a board are stored; two files with the same name get different ids. */
export function storedId(source, board) {
  if (source.kind === "text") return source.id;
  const words = board.regions.map((region) => region.lines.map((line) => line.text).join("\n")).join("\n\n");
  return `${board.id.slice(0, 200)}-${hashOf(words)}`;
}

export function localTime() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}

function fileOf(bytes, name) {
  return { kind: "file", bytes, name, format: null, id: `${stemOf(name)}-${hashOf(new Uint8Array(bytes))}` };
}

/** A short hash of a text or of bytes (FNV-1a twice); not secure against intended collisions. */
function hashOf(value) {
  const codeAt = typeof value === "string" ? (at) => value.charCodeAt(at) : (at) => value[at];
  let [one, other] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < value.length; at += 1) {
    one = Math.imul(one ^ codeAt(at), 0x01000193);
    other = Math.imul(other ^ (codeAt(at) + at), 0x01000193);
  }
  return [one, other].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

function decoded(bytes) {
  const head = new Uint8Array(bytes.slice(0, 2));
  const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[head.join()];
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
  } catch {
    return null; // The service reports the error.
  }
}
