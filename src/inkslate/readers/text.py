"""Plain text: blank lines separate regions, and a line that begins with a list mark is a list item."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inkslate.board import Board, Line, Region, Word
from inkslate.readers.document import Document
from inkslate.readers.layout.bullets import find_bullet, with_lettered_items

_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\r\n|\r|\n")


def parse_text(text: str, *, board: str) -> Board:
    """A board from plain text."""
    return _parse(text, board, None)  # finding places takes time, and only files need them


def scan(document: Document) -> Iterator[Board]:
    """The board of a file; a word's source is LINE:COLUMN, from 1, in characters (code points)."""
    yield _parse(document.text, document.stem, _places(document.text))


def _parse(text: str, board: str, places: Iterator[list[tuple[int, int]]] | None) -> Board:
    regions: list[Region] = []
    lines: list[Line] = []
    for raw in [*text.splitlines(), ""]:
        if stripped := raw.strip():
            bullet = find_bullet(stripped)
            texts = stripped[bullet.end :].split()
            words = [Word(word) for word in texts] if places is None else _placed(texts, next(places))
            lines.append(Line(tuple(words), bool(bullet), bullet.done))
        elif lines:
            regions.append(Region(f"r{len(regions) + 1}", with_lettered_items(lines)))
            lines = []
    return Board(board, tuple(regions))


def _placed(texts: list[str], places: list[tuple[int, int]]) -> list[Word]:
    """The words with their places. `places` has the ends of all words of the line, those of the bullet included."""
    kept = places[len(places) - len(texts) :]
    return [
        Word(text, None, (f"{number}:{end - len(text) + 1}",)) for text, (number, end) in zip(texts, kept, strict=True)
    ]


def _places(text: str) -> Iterator[list[tuple[int, int]]]:
    """For each line that is not blank, the number of the file's line and the column where each word ends.

    Python ends lines at more characters (U+2028, form feed) than editors do: the file's lines end in CR or LF.
    """
    for number, line in enumerate(_LINE_END.split(text), 1):
        at = 0
        for part in line.splitlines(keepends=True):
            ends = [(number, at + match.end()) for match in _WORD.finditer(part)]
            if ends:
                yield ends
            at += len(part)
