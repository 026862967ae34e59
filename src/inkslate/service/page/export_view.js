// The export dialog: the corrected tasks in the format of each writer, to copy, download, share or drag.

import { byId, make } from "./dom.js";
import { titleOf, useOf } from "./formats.js";
import { sentence } from "./problem_view.js";

export const LABELLED = { name: "labelled", media_type: "application/jsonl", suffix: "jsonl" };

/** `write(writer, {obsidian, accepted})` returns a promise of the text, `counts()` those of tasks, `stem()` the file name without its suffix. */
export function createExportView({ write, counts, stem }) {
  const dialog = byId("export-dialog");
  const choices = make("fieldset", { class: "writers" }, make("legend", { text: "Format" }));
  const rule = make("p", { id: "rule" });
  const accepted = checkbox("accepted", "Only accepted tasks");
  const obsidian = checkbox("obsidian", "Due dates for Obsidian's Tasks plugin");
  const use = make("p", { id: "use" });
  const preview = make("pre", { tabindex: 0, role: "region", "aria-label": "Exported text", dir: "auto" });
  const copy = make("button", { type: "button", class: "main", id: "copy", text: "Copy", onclick: copyText });
  const save = make("button", { type: "button", id: "download", text: "Download", onclick: download });
  const share = make("button", { type: "button", id: "share", text: "Share…", onclick: shareText, hidden: !navigator.share });
  const drag = make("span", { id: "drag", draggable: "true", title: "Drag the list into another app", text: "Drag the list" });
  const close = make("button", { type: "button", text: "Close", onclick: () => dialog.close() });
  const told = make("p", { id: "exported", role: "status" }); // here: nothing outside of an open dialog is read out
  let chosen = null;
  let text = "";
  let turn = 0;
  let address = null;

  dialog.append(
    make("h2", { id: "export-title", text: "Export" }),
    make("div", { class: "export" }, choices, make("div", { class: "result" }, rule, accepted.label, obsidian.label, use, preview)),
    told,
    make("div", { class: "group end" }, drag, close, share, save, copy),
  );
  drag.addEventListener("dragstart", (event) => {
    event.dataTransfer.effectAllowed = "copy";
    event.dataTransfer.setData("text/plain", text);
    event.dataTransfer.setData("DownloadURL", `${chosen.media_type}:${fileName()}:${address}`);
  });

  function checkbox(id, words) {
    const input = make("input", { type: "checkbox", id, onchange: () => show() });
    return { input, label: make("label", { class: "option" }, input, ` ${words}`) };
  }

  function open(writers) {
    const all = [...writers, LABELLED];
    chosen = all.find((writer) => writer.name === chosen?.name) ?? all.find((writer) => writer.name === "markdown") ?? all[0];
    const labels = all.map((writer) => {
      const input = make("input", { type: "radio", name: "writer", value: writer.name, onchange: () => choose(writer) });
      input.checked = writer === chosen;
      return make("label", {}, input, make("span", { text: writer === LABELLED ? "Labelled boards, for training" : titleOf(writer) }));
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
    told.textContent = "";
    const isLabelled = chosen.name === LABELLED.name;
    obsidian.label.hidden = chosen.name !== "markdown";
    accepted.label.hidden = rule.hidden = isLabelled;
    rule.textContent = ruleOf(counts(), accepted.input.checked);
    use.textContent = isLabelled ? "For `inkslate train`: every sentence with what you decided." : useOf(chosen);
    const mine = (turn += 1);
    copy.disabled = save.disabled = share.disabled = true;
    drag.hidden = true;
    try {
      const written = await write(chosen, { obsidian: obsidian.input.checked && chosen.name === "markdown", accepted: accepted.input.checked });
      if (mine !== turn) return;
      text = written;
      preview.textContent = text || "There are no tasks.";
      preview.classList.remove("failed");
      if (address) URL.revokeObjectURL(address);
      address = URL.createObjectURL(new Blob([text], { type: chosen.media_type }));
      copy.disabled = save.disabled = share.disabled = false;
      drag.hidden = !text;
    } catch (error) {
      if (mine !== turn) return;
      preview.textContent = `${sentence(error.message)} ${sentence(error.remedy ?? "")}`;
      preview.classList.add("failed");
    }
  }

  async function copyText() {
    told.textContent = (await copied(text, dialog)) ? "Copied." : "The browser does not allow copying. Select the text instead.";
    copy.focus();
  }

  function download() {
    make("a", { href: address, download: fileName() }).click();
    told.textContent = `Downloaded ${fileName()}.`;
  }

  function shareText() {
    navigator.share({ title: stem(), text }).catch(() => {}); // The user closed the list of apps.
  }

  const fileName = () => `${stem()}-tasks.${chosen.suffix}`;
  return { open };
}

/** What is exported, in words. */
function ruleOf({ tasks, accepted, left }, onlyAccepted) {
  const number = (count) => (count === 1 ? "1 task" : `${count} tasks`);
  if (!tasks) return "There are no tasks to export.";
  if (onlyAccepted) return `${number(accepted)}: those that you accepted. ${left} that you have not decided on are left out.`;
  return `${number(tasks)}: all that are not dismissed. You accepted ${accepted} and have not decided on ${left}.`;
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
