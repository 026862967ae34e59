"""Paragraphs of text documents, in the order of the file, as lines of a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.board import DONE
from inkslate.readers.layout.bullets import find_bullet
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
        lines.check(paragraph.text)
        numbered = NumberedWords(f"p{paragraph.number}")
        rows = [row for row in paragraph.text.split("\n") if row.strip()]
        if not rows:
            if not paragraph.bullet:
                lines.gap()
            continue
        lines.add(
            numbered(rows[0].split()),
            bullet=paragraph.bullet,
            box=paragraph.box,
            heading=paragraph.heading,
            indent=paragraph.indent,
            struck=paragraph.struck,
        )
        for row in rows[1:]:
            lines.add(numbered(row.split()), indent=paragraph.indent, struck=paragraph.struck)


def add_table(lines: NoteLines, rows: Sequence[Sequence[Sequence[Paragraph]]]) -> None:
    """Rows of cells: a row whose cells have one paragraph each is a line; of others each paragraph is one.

    No sentence goes on from row to row.
    """
    for row in rows:
        lines.part()
        cells = [[paragraph for paragraph in cell if paragraph.text.strip() or paragraph.box] for cell in row]
        if any(len(cell) > 1 for cell in cells):
            for cell in cells:
                add_paragraphs(lines, cell)
            continue
        parts = [paragraph for cell in cells for paragraph in cell]
        boxes = [part for part in parts if part.box or _is_box(part.text.strip())]
        if len(boxes) == 1:  # in whatever column: it is the box of the row
            parts = boxes + [part for part in parts if part is not boxes[0]]
        lines.check(*(part.text for part in parts))
        words = [word for part in parts for word in NumberedWords(f"p{part.number}")(part.text.split())]
        is_struck = bool(parts) and all(part.struck for part in parts)
        lines.add(words, box=DONE if is_struck else boxes[0].box if len(boxes) == 1 else None)
    lines.part()


def _is_box(text: str) -> bool:
    """Whether there is a check box and nothing else."""
    mark = find_bullet(text)
    return mark.box is not None and mark.end == len(text)
