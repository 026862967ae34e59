"""Open tasks as assistants get them: plain values of bounded size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from inkslate.assistant.folders import ConfinedPath, Folders
from inkslate.assistant.limits import MAX_NAME, MAX_SOURCES, MAX_TASK
from inkslate.extraction import Extraction

_LINED = ("text", "markdown", "org")  # formats whose sources are LINE:COLUMN


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTask:
    """An open task and where it is."""

    id: str
    text: str
    owner: str | None
    due: str | None  # YYYY-MM-DD or YYYY-MM-DDTHH:MM
    stated: bool  # with a box or a keyword
    file: str | None = None  # None for a text
    line: int | None = None  # from 1
    heading: str | None = None
    sources: tuple[str | int, ...] = ()  # ids in the file

    def to_json(self) -> dict[str, Any]:
        """The task as plain values; long ones are cut."""
        return {
            "id": self.id,
            "text": _cut(self.text, MAX_TASK),
            "owner": _cut(self.owner, MAX_NAME),
            "due": self.due,
            "stated": self.stated,
            "source": {
                "file": self.file,
                "line": self.line,
                "heading": _cut(self.heading, MAX_NAME),
                "ids": [_cut(str(source), MAX_NAME) for source in self.sources[:MAX_SOURCES]],
            },
        }


@dataclass(frozen=True, slots=True)
class FolderTasks:
    """What is open in a folder, and why notes could not be read."""

    tasks: Sequence[OpenTask]
    notes: int
    failed: Sequence[str] = ()


class FolderReader(Protocol):
    """Looks for open tasks in folders; it writes nothing."""

    def tasks(self, folders: Folders, place: ConfinedPath) -> FolderTasks:
        """What is open in a folder."""
        ...

    def notes(self, folders: Folders, place: ConfinedPath) -> list[dict[str, Any]]:
        """The notes of a folder."""
        ...


def open_tasks(extraction: Extraction, *, format: str, file: str | None) -> list[OpenTask]:
    """The tasks of an extraction with their places."""
    found = []
    headings = _headings(extraction)
    for task in extraction.tasks:
        lined = format in _LINED and bool(task.sources)
        line = int(str(task.sources[0]).partition(":")[0]) if lined else None
        found.append(
            OpenTask(
                id=task.id,
                text=task.text,
                owner=task.owner,
                due=task.due,
                stated=task.stated is not None,
                file=file,
                line=line,
                heading=headings.get((task.region, task.lines[0])),
                sources=() if lined else task.sources,
            )
        )
    return found


def _headings(extraction: Extraction) -> dict[tuple[str, int], str]:
    """The nearest heading above each line that has one."""
    found: dict[tuple[str, int], str] = {}
    above: str | None = None
    for region in extraction.board.regions:
        for number, line in enumerate(region.lines):
            above = line.text if line.heading and line.words else above
            if above is not None:
                found[region.id, number] = above
    return found


def _cut(text: str | None, limit: int) -> str | None:
    return text if text is None or len(text) <= limit else text[: limit - 1] + "…"
