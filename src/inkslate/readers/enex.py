"""Evernote's ENEX: each note is a board, its title a heading, its boxes and tasks open or done as Evernote has them.

The source of a word is the place in the file and its number: `note[2]/content#5` is the sixth word of the second note.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from inkslate.board import Board, Word
from inkslate.readers.document import Document
from inkslate.readers.html_lines import HtmlLines
from inkslate.readers.limits import check_tags
from inkslate.readers.note_lines import NoteLines, NumberedWords
from inkslate.readers.region_ids import RegionIds, with_count
from inkslate.readers.xml import local, parse, root_tag

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ROOT = "en-export"


def recognises(document: Document) -> bool:
    """Whether the root element is that of ENEX."""
    return local(root_tag(document) or "") == _ROOT


def scan(document: Document) -> Iterator[Board]:
    """The notes in the order of the file; their ids are their titles."""
    check_tags(document.name, document.data)
    ids = RegionIds(with_count)  # notes may share a title
    for number, note in enumerate(parse(document, root=_ROOT).findall("note"), 1):
        title = " ".join((note.findtext("title") or "").split())
        yield _board(note, f"note[{number}]", ids.take(title or f"{document.stem}-{number}", number=number), document)


def _board(note: Element, place: str, id: str, document: Document) -> Board:
    lines = NoteLines(document.name)
    lines.add(NumberedWords(f"{place}/title")((note.findtext("title") or "").split()), heading=1)
    content = HtmlLines(lines, NumberedWords(f"{place}/content"))
    content.feed_all(note.findtext("content") or "", name=f"{document.name}, {place}/content")
    content.finish()
    lines.gap()
    for number, task in enumerate(note.findall("task"), 1):
        at = f"{place}/task[{number}]"
        words = NumberedWords(f"{at}/title")((task.findtext("title") or "").split())
        is_done = (task.findtext("taskStatus") or "").strip().lower() == "completed"
        lines.add_task(words, done=is_done, due=_due(task, f"{at}/dueDate"))
    return Board(id, lines.regions())


def _due(task: Element, place: str) -> Word | None:
    """The due date in the time zone of its writer; None where one of the two is missing or unknown."""
    try:
        zone = ZoneInfo((task.findtext("timeZone") or "").strip())
        moment = datetime.strptime((task.findtext("dueDate") or "").strip(), "%Y%m%dT%H%M%SZ")
        there = moment.replace(tzinfo=timezone.utc).astimezone(zone).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError, KeyError):  # a name of a zone is looked for among files
        return None
    has_time = (task.findtext("dueDateUIOption") or "").strip() == "date_time"
    return Word(there.isoformat(timespec="minutes") if has_time else there.date().isoformat(), None, (place,))
