"""Google Keep: a JSON file of Takeout is a note, its title a heading, each item of a check list a line with its box.

The source of a word is a JSON pointer and its number: `/listContent/2/text#0` is the first word of the third item.
"""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.board import DONE, OPEN, Board
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields
from inkslate.readers.document import Document, read_object
from inkslate.readers.note_lines import NoteLines, NumberedWords

_ALWAYS = ("isTrashed", "isArchived", "userEditedTimestampUsec")
_PARTS = ("title", "textContent", "listContent")


def recognises(document: Document) -> bool:
    """Whether it is an object with the fields that Takeout writes for every note."""
    try:
        note = document.json
    except ValueError:
        return False
    return isinstance(note, dict) and all(key in note for key in _ALWAYS)


def scan(document: Document) -> Iterator[Board]:
    """The board of a note. One in the trash is empty: nobody wants its tasks."""
    note = read_object(document)
    if not any(note.has(key) for key in (*_ALWAYS, *_PARTS)):
        raise InputError(f"{document.name}: has no title, text or list of Google Keep; it is of another format")
    lines = NoteLines(document.name)
    if not note.flag("isTrashed"):
        _add_note(note, lines)
    yield Board(document.stem, lines.regions())


def _add_note(note: Fields, lines: NoteLines) -> None:
    lines.add(NumberedWords("/title")((note.text("title") or "").split()), heading=1)
    lines.add_text(note.text("textContent") or "", NumberedWords("/textContent"))
    for number, item in enumerate(note.objects("listContent")):
        box = DONE if item.flag("isChecked") else OPEN
        words = NumberedWords(f"/listContent/{number}/text")((item.text("text") or "").split())
        lines.add(words, bullet=True, box=box)
