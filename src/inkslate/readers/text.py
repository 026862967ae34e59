"""Plain text: blank lines separate regions, and a line that begins with a list mark is a list item."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from inkslate.board import DONE, OPEN, Board, Line, Region, Word
from inkslate.readers.document import Document
from inkslate.readers.layout.bullets import Marks, find_marks, with_lettered_items
from inkslate.readers.layout.indents import Indents

_WORD = re.compile(r"\S+")
_TAB = 4
_HEADING = re.compile(r"(#{1,6})\s+(?=\S)")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
# A line that only todo.txt has: a mark with a date, a project or a context.
_TODOTXT = re.compile(r"^(?:x \d{4}-\d\d-\d\d |\([A-Z]\) \d{4}-\d\d-\d\d |(?:x|\([A-Z]\)) \S.*?\s[+@]\w)", re.MULTILINE)
_TODOTXT_MARK = re.compile(r"(?:(?P<done>x) (?:\d{4}-\d\d-\d\d ){0,2}|\([A-Z]\) (?:\d{4}-\d\d-\d\d )?)\s*(?=\S)")
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
    indents = Indents()
    todotxt = bool(_TODOTXT.search(text))
    for raw in [*text.splitlines(), ""]:
        if stripped := raw.strip():
            ends = next(places) if places is not None else None
            if lines and (underline := _UNDERLINE.fullmatch(stripped)) and _is_title(lines[-1]):
                lines[-1] = replace(lines[-1], heading=1 if underline[0][0] == "=" else 2)
                continue
            marks, heading = _marks(stripped, todotxt=todotxt)
            texts = stripped[marks.end :].split()
            words = [Word(word) for word in texts] if ends is None else _placed(texts, ends)
            column = 0 if raw[:1] == stripped[:1] else len(raw.expandtabs(_TAB)) - len(raw.expandtabs(_TAB).lstrip())
            depth = indents.depth(column, is_item=marks.bullet)
            lines.append(Line(tuple(words), marks.bullet, marks.box, heading, depth, marks.keyword))
        elif lines:
            regions.append(Region(f"r{len(regions) + 1}", with_lettered_items(lines)))
            lines, indents = [], Indents()
    return Board(board, tuple(regions))


def _marks(text: str, *, todotxt: bool) -> tuple[Marks, int]:
    """What the marks in front of a line say, and the level of a heading."""
    if todotxt and (mark := _TODOTXT_MARK.match(text)):
        done = mark["done"] is not None
        return Marks(mark.end(), box=DONE if done else OPEN, keyword=mark[0].split()[0]), 0
    if heading := _HEADING.match(text):
        return Marks(heading.end()), len(heading[1])
    return find_marks(text), 0


def _is_title(line: Line) -> bool:
    """Whether a rule below the line can make it a heading."""
    return bool(line.words) and not line.bullet and line.box is None and not line.heading


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
