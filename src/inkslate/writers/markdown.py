"""Markdown task lists: `- [ ] text`, with a heading for each board where there are several.

Three targets share this module: `markdown`, which every program shows, `obsidian` with the signs of the Tasks plugin,
and `dataview` with inline fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from inkslate.details.task_marks import find_marks
from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.markdown_text import escape_markdown
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.records import TaskRecord, as_day
from inkslate.writers.spelling import spelled

# The Tasks plugin reads these at a line's end as dates, priorities and so on, and has no escape: as character
# references they look the same and the plugin ignores them. What a note states with a box keeps its marks, and a vault
# is in the plugin's own syntax.
_SIGNIFIERS = re.compile("[➕⏳⌛🛫📅📆🗓✅❌🔁🏁🆔⛔🔺⏫🔼🔽⏬]")
_TAG = re.compile(r"(?<!\S)\\#(?=[^\W\d][\w/-]*(?!\S))")
_NOT_IN_LINKS = re.compile(r"[\[\]|#^\\]+")
_ITEM = re.compile(
    r"^[ \t]*[-*+][ ]\[(?P<box>.)\][ ](?P<text>.*)[ ](?:\^(?P<block>[\w-]+)|<!-- ?(?P<comment>[\w-]+) ?-->)[ \t]*\r?$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class _Style:
    """How a target writes what is not text."""

    due: Callable[[str], str] | None  # None: the due date is in parentheses, with the owner
    owner: Callable[[str], str]
    completed: Callable[[str], str] | None
    key: Callable[[str], str]  # a task's id
    links: bool  # to the note, also where nobody says how


_PLAIN_STYLE = _Style(None, "({})".format, None, key="<!-- {} -->".format, links=False)
_SIGNS_ONLY = _Style("📅 {}".format, "({})".format, None, key="<!-- {} -->".format, links=False)
_TASKS = _Style("📅 {}".format, "({})".format, "✅ {}".format, key="^{}".format, links=True)
_DATAVIEW = _Style("[due:: {}]".format, "[owner:: {}]".format, "[completion:: {}]".format, key="^{}".format, links=True)


def write_markdown(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """Task lists with owner and due date; with `obsidian` the due date follows as the Tasks plugin's mark."""
    return _write(extractions, _SIGNS_ONLY if options.obsidian else _PLAIN_STYLE, options)


def write_obsidian(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """Task lists of Obsidian's Tasks plugin, with a link to the note and the task's id as the id of its block."""
    return _write(extractions, _TASKS, options)


def write_dataview(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """Task lists with Dataview's inline fields, links and ids."""
    return _write(extractions, _DATAVIEW, options)


def read_back(text: str) -> dict[str, TaskRecord]:
    """The tasks of a list that one of these writers wrote, by their ids."""
    return {match["block"] or match["comment"]: _record(match) for match in _ITEM.finditer(text)}


def wiki_link(note: str, heading: str | None = None) -> str:
    """`[[note#heading]]`, without the suffix of Markdown and characters that no link can have."""
    parts = [" ".join(_NOT_IN_LINKS.sub(" ", part).split()) for part in (note.removesuffix(".md"), heading or "")]
    shown = parts[0].rpartition("/")[2]
    target = "#".join(part for part in parts if part)
    return f"[[{target}]]" if target == shown else f"[[{target}|{shown}]]"


def _record(match: re.Match[str]) -> TaskRecord:
    done = match["box"] in "xX-"
    return TaskRecord(done=done, completed=find_marks(f"- {match['text']}").marks.day("completion") if done else None)


def _write(extractions: Sequence[Extraction], style: _Style, options: WriterOptions) -> str:
    if len(extractions) == 1:
        return "".join(line + "\n" for line in _lines(extractions[0], style, options))
    sections = (
        "\n".join([f"## {escape_markdown(spelled(extraction.board.id))}", "", *_lines(extraction, style, options)])
        for extraction in extractions
    )
    return "\n\n".join(sections) + "\n" if extractions else ""


def _lines(extraction: Extraction, style: _Style, options: WriterOptions) -> Iterator[str]:
    for item in items([extraction], options.records):
        done, completed = _state(item, options)
        known = item.id in options.records
        parts = [
            f"- [{'x' if done else ' '}] {_text(item, style, ours=known)}",
            "" if known else _who(item, style),  # the list of a vault is matched by its words
            item.record.link or (wiki_link(item.board, item.heading) if style.links else ""),
            item.marks,
            style.due(item.due_day) if style.due and item.due_day and not item.states_due else "",
            style.completed(as_day(completed).isoformat()) if style.completed and completed else "",
            style.key(item.id) if known or style.links else "",
        ]
        yield " ".join(part for part in parts if part)


def _who(item: OutputTask, style: _Style) -> str:
    """The owner; where the target has no sign for a due date, the due date too."""
    details = item.shown_details if style.due is None else (item.owner or "")
    return style.owner(_escaped(details, style)) if details else ""


def _state(item: OutputTask, options: WriterOptions) -> tuple[bool, date | None]:
    """Whether a task is done, and since when; a mark of the note says that already."""
    record = item.record.joined(options.existing.get(item.id, item.record))
    stated = find_marks(f"- {item.marks}").marks.day("completion")
    return record.done, None if stated else record.completed


def _text(item: OutputTask, style: _Style, *, ours: bool) -> str:
    text = escape_markdown(item.text)
    if style.due is None:
        return text
    if item.stated or ours:  # a tag of the note stays a tag
        return _TAG.sub("#", text)
    return _without_signs(text)


def _escaped(text: str, style: _Style) -> str:
    return escape_markdown(text) if style.due is None else _without_signs(escape_markdown(text))


def _without_signs(text: str) -> str:
    """The text without what plugins would read: Dataview's fields, (due:: 2026-03-12), even with backslashes."""
    return _SIGNIFIERS.sub(lambda mark: f"&#{ord(mark[0])};", text.replace("::", ":&#58;"))
