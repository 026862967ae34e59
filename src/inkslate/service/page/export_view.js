// The export dialog: the corrected tasks in the format of each writer, to copy or to download.

import { byId, make } from "./dom.js";
import { titleOf } from "./formats.js";

export const LABELLED = { name: "labelled", media_type: "application/jsonl", suffix: "jsonl" };

/** `write(writer, {obsidian})` returns a promise of the text, `stem()` the file name without its suffix. */
export function createExportView({ write, stem, say }) {
  const dialog = byId("export-dialog");
  const choices = make("fieldset", { class: "writers" }, make("legend", { text: "Format" }));
  const obsidian = make("input", { type: "checkbox", id: "obsidian", onchange: show });
  const option = make("label", { class: "option", hidden: true }, obsidian, " Due dates for Obsidian's Tasks plugin");
  const preview = make("pre", { tabindex: 0, role: "region", "aria-label": "Exported text", dir: "auto" });
  const copy = make("button", { type: "button", class: "main", id: "copy", text: "Copy", onclick: copyText });
  const save = make("button", { type: "button", id: "download", text: "Download", onclick: download });
  const close = make("button", { type: "button", text: "Close", onclick: () => dialog.close() });
  let chosen = null;
  let text = "";
  let turn = 0;

  dialog.append(
    make("h2", { id: "export-title", text: "Export" }),
    make("div", { class: "export" }, choices, make("div", { class: "result" }, option, preview)),
    make("div", { class: "group end" }, close, save, copy),
  );

  function open(writers) {
    const all = [...writers, LABELLED];
    chosen = all.find((writer) => writer.name === chosen?.name) ?? all.find((writer) => writer.name === "markdown") ?? all[0];
    const labels = all.map((writer) => {
      const input = make("input", { type: "radio", name: "writer", value: writer.name, onchange: () => choose(writer) });
      input.checked = writer === chosen;
      const about = writer === LABELLED ? "Labelled boards, for training" : titleOf(writer);
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
    say((await copied(text, dialog)) ? "Copied" : "The browser does not allow copying; select the text instead");
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

/** The clipboard API needs TLS except on localhost; the older command works without. */
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
