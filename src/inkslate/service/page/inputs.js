// How notes are opened: file dialog, drag and drop, paste, examples.

import { byId, make, quote } from "./dom.js";

export function watchInputs({ openFiles, openText, openExample }) {
  const file = byId("file");
  byId("open").addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    openFiles([...file.files]);
    file.value = "";
  });
  watchDrops(openFiles, openText);
  document.addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!files.length && event.target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!files.length && !text.trim()) return;
    event.preventDefault();
    if (files.length) openFiles(files);
    else openText(text);
  });
  fillExamples(openExample);
}

function watchDrops(openFiles, openText) {
  const sign = byId("drop");
  let depth = 0;
  let isOurs = false; // what is dragged out of this page is not opened in it
  const show = (by) => {
    depth = Math.max(0, depth + by);
    sign.hidden = depth === 0;
  };
  addEventListener("dragstart", () => (isOurs = true));
  addEventListener("dragend", () => (isOurs = false));
  addEventListener("dragenter", (event) => {
    if (isOurs) return;
    event.preventDefault();
    show(1);
  });
  addEventListener("dragleave", () => !isOurs && show(-1));
  addEventListener("dragover", (event) => !isOurs && event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    show(-depth);
    if (isOurs) return;
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData("text/plain");
    if (files.length) openFiles(files);
    else if (text.trim()) openText(text);
  });
}

async function fillExamples(openExample) {
  const examples = await (await fetch("/page/examples.json")).json();
  const button = (example) =>
    make("button", { type: "button", "data-example": example.file, onclick: () => openExample(example) }, quote(example.title), make("span", { class: "about", text: example.about }));
  const rows = () => examples.map((example) => make("li", {}, button(example)));
  byId("examples").querySelector("ul").append(...rows());
  byId("start").querySelector("ul").append(...rows());
}
