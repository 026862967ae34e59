// Shows a problem in sentences: what is wrong, and what to do. A file can be read again in another format.

import { make, quote } from "./dom.js";
import { readerTitleOf } from "./formats.js";

export function createProblemView(parent, { readAs, again }) {
  /** `retry` is what the button "Try again" does. */
  function show(error, source = null, readers = [], retry = again) {
    const isChoice = source?.kind === "file" && [415, 422].includes(error.status);
    const children = [
      make("p", {}, make("strong", { text: source?.name ? "This note cannot be read. " : "That did not work. " }), quote(sentence(error.message)), " ", quote(sentence(remedyOf(error, isChoice)))),
      isChoice ? reading(source, readers) : null,
      [0, 429, 500, 502, 503, 504].includes(error.status) ? make("button", { type: "button", text: "Try again", onclick: retry }) : null,
      make("button", { type: "button", text: "Close", onclick: hide }),
    ];
    parent.replaceChildren(...children.filter(Boolean));
    parent.hidden = false;
  }

  function reading(source, readers) {
    const choice = make("select", {}, ...readers.map((reader) => make("option", { value: reader.name, text: readerTitleOf(reader) })));
    const button = make("button", { type: "button", text: "Try", onclick: () => readAs(source, choice.value) });
    return make("span", { class: "group" }, make("label", {}, "Read it as ", choice), button);
  }

  function hide() {
    parent.hidden = true;
    parent.replaceChildren();
  }

  return { show, hide };
}

/** Where the page offers the formats, nobody needs to know the parameter of the API. */
function remedyOf({ remedy }, isChoice) {
  return isChoice && remedy?.includes("?from=") ? "Choose its format" : (remedy ?? "");
}

/** Problems of the service are parts of sentences; the name of a file at their beginning stays as it is. */
export function sentence(text) {
  const trimmed = text.trim();
  if (!trimmed) return "";
  const begins = /^[^:]*\.\w+(?: line \d+)?[:,]/.test(trimmed) ? trimmed[0] : trimmed[0].toUpperCase();
  return `${begins}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? "" : "."}`;
}
