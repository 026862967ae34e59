// Take away: the tasks as they were corrected, as every writer writes them, to copy or to keep as a file.

import { byId, make } from "./dom.js";
import { TITLES } from "./writers.js"; // the service makes this file from its table of writers

export const LABELLED = { name: "labelled", media_type: "application/jsonl", suffix: "jsonl" };

/** `write(writer, {obsidian})` gives a promise of the text, `stem()` the name of a file without its ending. */
export function createTakeView({ write, stem, say }) {
  const dialog = byId("take-dialog");
  const choices = make("fieldset", { class: "writers" }, make("legend", { text: "As" }));
  const obsidian = make("input", { type: "checkbox", id: "obsidian", onchange: show });
  const option = make("label", { class: "option", hidden: true }, obsidian, " Due dates for Obsidian's Tasks plugin");
  const preview = make("pre", { tabindex: 0, role: "region", "aria-label": "What is taken away", dir: "auto" });
  const copy = make("button", { type: "button", class: "main", id: "copy", text: "Copy", onclick: copyText });
  const save = make("button", { type: "button", id: "download", text: "Download", onclick: download });
  const close = make("button", { type: "button", text: "Close", onclick: () => dialog.close() });
  let chosen = null;
  let text = "";
  let turn = 0;

  dialog.append(
    make("h2", { id: "take-title", text: "Take away" }),
    make("div", { class: "take" }, choices, make("div", { class: "result" }, option, preview)),
    make("div", { class: "group end" }, close, save, copy),
  );

  function open(writers) {
    const all = [...writers, LABELLED];
    chosen = all.find((writer) => writer.name === chosen?.name) ?? all.find((writer) => writer.name === "markdown") ?? all[0];
    const labels = all.map((writer) => {
      const input = make("input", { type: "radio", name: "writer", value: writer.name, onchange: () => choose(writer) });
      input.checked = writer === chosen;
      const about = writer === LABELLED ? "Labelled boards, to train on" : TITLES[writer.name];
      return make("label", {}, input, make("span", { text: about }));
    });
    choices.replaceChildren(choices.firstElementChild, ...labels);
    dialog.showModal();
    show();
  }

  function choose(writer) {
    chosen = writer;
    show();
  }

  async function show() {
    option.hidden = chosen.name !== "markdown";
    const mine = (turn += 1);
    copy.disabled = save.disabled = true;
    try {
      const written = await write(chosen, { obsidian: obsidian.checked && chosen.name === "markdown" });
      if (mine !== turn) return;
      text = written;
      preview.textContent = text || "There are no tasks.";
      copy.disabled = save.disabled = false;
    } catch (error) {
      if (mine === turn) preview.textContent = `${error.message}. ${error.remedy ?? ""}`;
    }
  }

  async function copyText() {
    say((await copied(text, dialog)) ? "Copied" : "The browser does not let this page copy; select the text instead");
    copy.focus();
  }

  function download() {
    const address = URL.createObjectURL(new Blob([text], { type: chosen.media_type }));
    const link = make("a", { href: address, download: `${stem()}-tasks.${chosen.suffix}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    say("Downloaded");
  }

  return { open };
}

/** Beyond this machine there is no clipboard without TLS; an old way works there too. */
async function copied(text, parent) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = make("textarea", { class: "quiet", "aria-hidden": "true", tabindex: -1 });
    area.value = text;
    parent.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
