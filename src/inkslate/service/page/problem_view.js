// Shows a problem and its remedy; a file can be read again in another format.

import { make, quote } from "./dom.js";

export function createProblemView(parent, { readAs }) {
  function show(error, source = null, readers = []) {
    const children = [
      make("p", {}, quote(error.message), ". ", quote(error.remedy ?? "")),
      source?.kind === "file" && [415, 422].includes(error.status) ? reading(source, readers) : null,
      make("button", { type: "button", text: "Close", onclick: hide }),
    ];
    parent.replaceChildren(...children.filter(Boolean));
    parent.hidden = false;
  }

  function reading(source, readers) {
    const choice = make("select", {}, ...readers.map(({ name }) => make("option", { value: name, text: name })));
    const again = make("button", { type: "button", text: "Try", onclick: () => readAs(source, choice.value) });
    return make("span", { class: "group" }, make("label", {}, "Read it as ", choice), again);
  }

  function hide() {
    parent.hidden = true;
    parent.replaceChildren();
  }

  return { show, hide };
}
