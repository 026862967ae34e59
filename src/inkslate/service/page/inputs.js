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
  const show = (by) => {
    depth = Math.max(0, depth + by);
    sign.hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => {
    event.preventDefault();
    show(1);
  });
  addEventListener("dragleave", () => show(-1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    show(-depth);
    const files = [...event.dataTransfer.files];
    const text = event.dataTransfer.getData("text/plain");
    if (files.length) openFiles(files);
    else if (text) openText(text);
  });
}

async function fillExamples(openExample) {
  const examples = await (await fetch("/page/examples.json")).json();
  const menu = byId("examples");
  const button = (example, done) =>
    make(
      "button",
      {
        type: "button",
        "data-example": example.file,
        onclick: () => {
          done();
          openExample(example);
        },
      },
      quote(example.title),
      make("span", { class: "about", text: example.about }),
    );
  const rows = (done) => examples.map((example) => make("li", {}, button(example, done)));
  menu.querySelector("ul").append(...rows(() => menu.removeAttribute("open")));
  byId("start").querySelector("ul").append(...rows(() => {}));
  document.addEventListener("click", (event) => !menu.contains(event.target) && menu.removeAttribute("open"));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.removeAttribute("open");
    menu.querySelector("summary").focus();
  });
}
