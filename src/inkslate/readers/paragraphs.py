"""Paragraphs of text documents, in the order of the file, as lines of a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.board import DONE
from inkslate.readers.note_lines import NoteLines, NumberedWords


@dataclass(slots=True)
class Paragraph:
    """A paragraph; `number` counts those of the file from 1, and line breaks in its text are kept."""

    number: int
    text: str
    bullet: bool = False
    box: str | None = None
    heading: int = 0
    indent: int = 0
    struck: bool = False


def add_paragraphs(lines: NoteLines, paragraphs: Sequence[Paragraph]) -> None:
    """The lines of paragraphs below each other; an empty one is a gap."""
    for paragraph in paragraphs:
        numbered = NumberedWords(f"p{paragraph.number}")
        rows = [row for row in paragraph.text.split("\n") if row.strip()]
        if not rows:
            if not paragraph.bullet:
                lines.gap()
            continue
        is_item = paragraph.bullet or paragraph.box is not None
        box = DONE if paragraph.struck and is_item else paragraph.box
        lines.add(
            numbered(rows[0].split()),
            bullet=paragraph.bullet,
            box=box,
            heading=paragraph.heading,
            indent=paragraph.indent,
        )
        for row in rows[1:]:
            lines.add(numbered(row.split()), indent=paragraph.indent)


def add_table(lines: NoteLines, rows: Sequence[Sequence[Sequence[Paragraph]]]) -> None:
    """Rows of cells: a row whose cells have one paragraph each is a line; of others each paragraph is one."""
    for row in rows:
        cells = [[paragraph for paragraph in cell if paragraph.text.strip()] for cell in row]
        if any(len(cell) > 1 for cell in cells):
            for cell in cells:
                add_paragraphs(lines, cell)
            continue
        parts = [paragraph for cell in cells for paragraph in cell]
        lines.add([word for part in parts for word in NumberedWords(f"p{part.number}")(part.text.split())])
