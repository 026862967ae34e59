"""Plain text: blank lines separate regions, and what marks a list item at a line's start is its bullet."""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.board import Board, Line, Region
from inkslate.readers.bullets import split_bullet
from inkslate.readers.document import Document


def parse_text(text: str, *, board: str) -> Board:
    """A board from plain text."""
    regions: list[Region] = []
    lines: list[Line] = []
    for raw in [*text.splitlines(), ""]:
        if raw.strip():
            bullet, rest = split_bullet(raw)
            lines.append(Line.from_text(rest, bullet=bullet))
        elif lines:
            regions.append(Region(f"r{len(regions) + 1}", tuple(lines)))
            lines = []
    return Board(board, tuple(regions))


def scan(document: Document) -> Iterator[Board]:
    yield parse_text(document.text, board=document.stem)
