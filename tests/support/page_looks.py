"""What the page shows, and what the browser has stored of its notes: texts, earlier versions and decisions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.support.browser import Sheet

Decisions = dict[str, str]

OWNER, DUE = "Zora", "2031-05-17"  # those that a walk sets: what is found in the words is not a decision

_SEEN = """
  const notes = document.querySelector("#notes");
  const seen = () => ({
    note: notes.dataset.note,
    at: Number(document.querySelector("#boards").value || 0),
    text: document.querySelector("#editor").value,
    is_text: document.querySelector("#views input[value='write']") !== null,
    decided: Object.fromEntries([...document.querySelectorAll("#list .item:is(.accepted, .dismissed)")].map((item) => [
      item.querySelector(".text").textContent,
      [item.classList.contains("accepted") ? "accepted" : "dismissed",
       item.querySelector(".owner bdi")?.textContent === "OWNER" ? "OWNER" : "",
       ...(item.querySelector(".due time")?.dateTime === "DUE" ? ["DUE"] : [])].join(" ")])),
  });
  const quiet = async () => {
    const until = performance.now() + 60000;
    while (notes.hasAttribute("data-stale") || notes.hasAttribute("aria-busy")) {
      if (performance.now() > until) throw new Error("the page is not quiet after a minute");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
""".replace("OWNER", OWNER).replace("DUE", DUE)
# One round trip: it waits until the page is quiet, then looks.
_LOOK = f"async () => {{ {_SEEN} await quiet(); return seen(); }}"
_RUSH = f"""async (steps) => {{ {_SEEN}
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const drop = (text) => {{
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], `${{text.split(" ")[2]}}.txt`));
    document.body.dispatchEvent(new DragEvent("drop", {{ dataTransfer: transfer, bubbles: true, cancelable: true }}));
  }};
  const paste = (text) => {{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const options = {{ clipboardData, bubbles: true, cancelable: true }};
    document.body.dispatchEvent(new ClipboardEvent("paste", options));
  }};
  const type = (text) => {{
    const editor = document.querySelector("#editor");
    if (!seen().is_text) return;
    editor.value += `\n${{text}}`;
    editor.dispatchEvent(new Event("input"));
  }};
  const click = (button) => document.querySelector(button)?.click();
  const does = {{ drop, paste, type, click }};
  const all = [];
  for (const [name, value, milliseconds] of steps) {{
    const before = seen();
    does[name](value);
    all.push([name, value, before, seen()]);
    if (milliseconds) await pause(milliseconds);
  }}
  await pause(50);
  await quiet();
  return all;
}}"""
_STORED = """async () => {
  const { all } = await import("/page/database.js");
  const { wordsOf } = await import("/page/review.js");
  const decoder = new TextDecoder();
  const textOf = (source) => source.kind === "several" ? source.parts.map(textOf).join("\\n")
    : source.kind === "text" ? source.text : decoder.decode(source.bytes);
  const told = (regions, { region, start, end, decided, owner, due }) => {
    const { lines } = regions.find((each) => each.id === region);
    const words = lines.flatMap(wordsOf).map((word) => word.text);
    const details = [owner === "OWNER" ? owner : "", ...(due === "DUE" ? [due] : [])];
    return [words.slice(start, end).join(" "), [decided ? "accepted" : "dismissed", ...details].join(" ")];
  };
  const decidedIn = (review) =>
    Object.fromEntries((review?.notes.decisions ?? []).map((each) => told(review.board.regions, each)));
  return (await all("notes")).map((note) => ({
    id: note.id,
    text: textOf(note.source),
    versions: (note.versions ?? []).map((each) => ({ text: each.text, decided: decidedIn(each.review) })),
  }));
}""".replace("OWNER", OWNER).replace("DUE", DUE)


@dataclass
class Seen:
    """What the page shows: the note, which of its boards, its text (not that of a file) and what was decided."""

    note: str
    at: int
    text: str
    is_text: bool
    decided: Decisions

    @property
    def place(self) -> tuple[str, int]:
        """The board: the note and its number there."""
        return self.note, self.at

    def has(self, text: str) -> bool:
        """Whether the words are still there, as whole words; those of a file do not change."""
        return not self.is_text or self.count(text) > 0

    def count(self, text: str) -> int:
        """How often the words are in the text."""
        words = " ".join(self.text.replace("\n- ", " ").split())
        return len(re.findall(rf"(?<![^\W_]){re.escape(text)}(?![^\W_])", words))


@dataclass
class Version:
    """An earlier version of a note; that of a file has no text."""

    text: str | None
    decided: Decisions


@dataclass
class Note:
    """A note among the recent ones."""

    id: str
    text: str
    versions: list[Version]

    def words(self) -> set[str]:
        """The words of the note and of its versions; the text of a file is JSON."""
        texts = [self.text, *(version.text or "" for version in self.versions)]
        return {word for text in texts for word in text.replace("\\n", " ").replace('"', " ").split()}


def look(page: Sheet) -> Seen:
    """What the page shows when it is quiet."""
    return Seen(**page.page.evaluate(_LOOK))


def stored_notes(page: Sheet) -> list[Note]:
    """The notes that the browser has stored."""
    found: list[dict[str, Any]] = page.page.evaluate(_STORED)
    return [Note(note["id"], note["text"], [Version(**version) for version in note["versions"]]) for note in found]


def rush(page: Sheet, steps: list[tuple[str, str, int]]) -> list[tuple[str, str, Seen, Seen]]:
    """Do things faster than the page answers, each followed by a pause in milliseconds; what it showed around each."""
    found: list[Any] = page.page.evaluate(_RUSH, steps)
    return [(name, value, Seen(**before), Seen(**after)) for name, value, before, after in found]
