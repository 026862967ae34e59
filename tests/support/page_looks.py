"""What the page shows, and what the browser has stored of its notes: texts, earlier versions and decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.support.browser import Sheet

Decisions = dict[str, str]

# One round trip: it waits until the page is quiet, then looks.
_LOOK = """async () => {
  const until = performance.now() + 60000;
  const [notes, busy] = ["#notes", "#busy"].map((name) => document.querySelector(name));
  const isQuiet = () => !notes.hasAttribute("data-stale") && busy.hidden;
  while (!isQuiet()) {
    if (performance.now() > until) throw new Error("the page is not quiet after a minute");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    note: notes.dataset.note,
    text: document.querySelector("#editor").value,
    is_text: document.querySelector("#views input[value='write']") !== null,
    decided: Object.fromEntries([...document.querySelectorAll("#list .item:is(.accepted, .dismissed)")].map((item) => [
      item.querySelector(".text").textContent,
      [item.classList.contains("accepted") ? "accepted" : "dismissed",
       item.querySelector(".owner bdi")?.textContent ?? ""].join(" ")])),
  };
}"""
_STORED = """async () => {
  const { all } = await import("/page/database.js");
  const decoder = new TextDecoder();
  const textOf = (source) => source.kind === "several" ? source.parts.map(textOf).join("\\n")
    : source.kind === "text" ? source.text : decoder.decode(source.bytes);
  const told = (regions, { region, start, end, decided, owner }) => {
    const { lines } = regions.find((each) => each.id === region);
    const words = lines.flatMap((line) => line.words?.map((word) => word.text) ?? line.text.split(" "));
    return [words.slice(start, end).join(" "), `${decided ? "accepted" : "dismissed"} ${owner ?? ""}`];
  };
  const decidedIn = (review) =>
    Object.fromEntries((review?.notes.decisions ?? []).map((each) => told(review.board.regions, each)));
  return (await all("notes")).map((note) => ({
    id: note.id,
    text: textOf(note.source),
    versions: (note.versions ?? []).map((each) => ({ text: each.text, decided: decidedIn(each.review) })),
  }));
}"""


@dataclass
class Seen:
    """What the page shows: the note, its text and what was decided. The text of a file is not in the editor."""

    note: str
    text: str
    is_text: bool
    decided: Decisions

    def has(self, text: str) -> bool:
        """Whether the words are still there; those of a file do not change."""
        return not self.is_text or text in " ".join(self.text.replace("\n- ", " ").split())


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
