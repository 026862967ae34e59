"""Plain text: blank lines separate regions, and what marks a list item at a line's start is its bullet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from inkslate.board import Board, Line, Region
from inkslate.readers.document import Document
from inkslate.readers.layout.bullets import find_bullet, with_lettered_items

_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\r\n|\r|\n")


def parse_text(text: str, *, board: str) -> Board:
    """A board from plain text."""
    regions: list[Region] = []
    lines: list[Line] = []
    for raw in [*text.splitlines(), ""]:
        if stripped := raw.strip():
            bullet = find_bullet(stripped)
            lines.append(Line.from_text(stripped[bullet.end :], bullet=bool(bullet), done=bullet.done))
        elif lines:
            regions.append(Region(f"r{len(regions) + 1}", with_lettered_items(lines)))
            lines = []
    return Board(board, tuple(regions))


def scan(document: Document) -> Iterator[Board]:
    """The board of a file; a word's source is LINE:COLUMN, from 1, in characters (code points)."""
    board = parse_text(document.text, board=document.stem)
    # Apart from parsing, because text that comes from no file needs no places and should not wait for them.
    places = _places(document.text)
    yield replace(
        board,
        regions=tuple(
            replace(region, lines=tuple(_placed(line, next(places)) for line in region.lines))
            for region in board.regions
        ),
    )


def _placed(line: Line, places: list[tuple[int, int]]) -> Line:
    """The line with its words' places. `places` has the ends of all that stood there, the bullet in front included."""
    kept = places[len(places) - len(line.words) :]
    return replace(
        line,
        words=tuple(
            replace(word, source=(f"{number}:{end - len(word.text) + 1}",))
            for word, (number, end) in zip(line.words, kept, strict=True)
        ),
    )


def _places(text: str) -> Iterator[list[tuple[int, int]]]:
    """For each line that is not blank, the file's line and the column's end of everything between white space.

    What parses as a line end (U+2028, a form feed) need not be one in an editor: the file's lines end in CR or LF.
    """
    for number, line in enumerate(_LINE_END.split(text), 1):
        at = 0
        for part in line.splitlines(keepends=True):
            ends = [(number, at + match.end()) for match in _WORD.finditer(part)]
            if ends:
                yield ends
            at += len(part)
