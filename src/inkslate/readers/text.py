"""Plain text: blank lines separate regions, and a line that begins with a list mark is a list item."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from inkslate.board import DEEPEST_HEADING, DONE, OPEN, Board, Line, Region, Word
from inkslate.readers.document import Document, line_starts
from inkslate.readers.layout.bullets import Marks, find_bullet, find_marks, with_done_behind, with_lettered_items
from inkslate.readers.layout.headings import HEADING, framed, is_rule, underlined
from inkslate.readers.layout.indents import Indents
from inkslate.readers.tight_marks import tight_marks

_WORD = re.compile(r"\S+")
_TAB = 4
# A line that only todo.txt has: a mark with a date, a project or a context, or both marks.
_TODOTXT = re.compile(
    r"^(?:x \d{4}-\d\d-\d\d |\([A-Z]\) \d{4}-\d\d-\d\d |x \([A-Z]\) \S|(?:x|\([A-Z]\)) \S.*?\s[+@]\w)", re.MULTILINE
)
# People tick off with an `x` in front in other lists too. Where a line begins as below, `x` is a variable.
_TICK = re.compile(r"(?P<done>x) +(?=[^\W\d_][^\W\d_])")
_VARIABLE = re.compile(
    r"\s*x +(?:and|are|as|by|does|equals|has|in|is|of|or|times|to|was|will)\b|\s*x *[^\w\s]", re.IGNORECASE
)
_FEWEST_TICKS = 2
_TODOTXT_NAMES = ("todo.txt", "done.txt")
_TASKPAPER_SUFFIXES = (".taskpaper", ".todo")
_TASKPAPER_ITEM = re.compile(r"[-*+]\s")  # there it is a task as long as nothing says that it is done
_TODOTXT_MARK = re.compile(r"(?:(?P<done>x) (?:\d{4}-\d\d-\d\d ){0,2}|\([A-Z]\) (?:\d{4}-\d\d-\d\d )?)\s*(?=\S)")


def parse_text(text: str, *, board: str) -> Board:
    """A board from plain text; its words have spans and no sources."""
    # A byte-order mark that was left in a text is no word; as an empty line it moves no other character.
    return _parse("\n" + text[1:] if text.startswith("\ufeff") else text, board, None)


def scan(document: Document) -> Iterator[Board]:
    """The board of a file; a word's source is LINE:COLUMN, from 1, in characters (code points)."""
    name = PurePath(document.name.lower())
    todotxt, taskpaper = name.name in _TODOTXT_NAMES, name.suffix in _TASKPAPER_SUFFIXES
    starts = line_starts(document.text)
    board = _parse(document.text, document.stem, starts, todotxt=todotxt, taskpaper=taskpaper)
    yield _with_projects(board) if taskpaper else board


def _parse(
    text: str, board: str, starts: Sequence[int] | None, *, todotxt: bool = False, taskpaper: bool = False
) -> Board:
    regions: list[Region] = []
    lines: list[Line] = []
    indents = Indents()
    raw_lines = [*text.splitlines(keepends=True), ""]
    mark = _mark_of(text, raw_lines, todotxt=todotxt)
    tight = tight_marks(raw_lines)
    at = behind = 0
    for index, raw in enumerate(raw_lines):
        at, behind = behind, behind + len(raw)
        stripped = raw.strip()
        if stripped and lines and (level := underlined(stripped, lines[-1])):
            lines[-1] = replace(lines[-1], heading=level)
        elif stripped and not is_rule(stripped, lines[-1] if lines else None):
            marks, heading, end = _marks(stripped, mark, tight.get(index, 0))
            if taskpaper and marks.box is None and _TASKPAPER_ITEM.match(stripped):
                marks = replace(marks, box=OPEN)
            margin = len(raw) - len(raw.lstrip())
            words = _words(raw[: margin + end], margin + marks.end, at, starts)
            column = 0 if not margin else len(raw[:margin].expandtabs(_TAB))
            depth = indents.depth(column, is_item=marks.bullet, is_rest=marks.box is None)
            lines.append(Line(words, marks.bullet, marks.box, heading, depth, marks.keyword))
        elif lines:
            regions.append(Region(f"r{len(regions) + 1}", with_lettered_items(lines)))
            lines, indents = [], Indents()
    return Board(board, tuple(regions))


def _with_projects(board: Board) -> Board:
    """The board of a TaskPaper file: what ends with a colon and is no item is the heading of a project."""
    regions = [
        replace(region, lines=tuple([_project(line) if _is_project(line) else line for line in region.lines]))
        for region in board.regions
    ]
    return replace(board, regions=tuple(regions))


def _is_project(line: Line) -> bool:
    if line.bullet or line.box is not None or line.heading:
        return False
    named = next((word.text for word in reversed(line.words) if not word.text.startswith("@")), "")
    return named.endswith(":")


def _project(line: Line) -> Line:
    return replace(line, heading=min(line.indent + 1, DEEPEST_HEADING), indent=0)


def _words(raw: str, begin: int, at: int, starts: Sequence[int] | None) -> tuple[Word, ...]:
    """The words of a line from `begin` on. The line is at `at` in the text; the lines of the file are at `starts`."""
    found = _WORD.finditer(raw, begin)
    if starts is None:
        return tuple([Word(match[0], None, (), (at + match.start(), at + match.end())) for match in found])
    # Python ends lines at more characters (U+2028, form feed) than editors do: a line of the file may be several here.
    number = bisect_right(starts, at)
    shift = at - starts[number - 1] + 1
    return tuple(
        [
            Word(match[0], None, (f"{number}:{match.start() + shift}",), (at + match.start(), at + match.end()))
            for match in found
        ]
    )


def _mark_of(text: str, raw_lines: Sequence[str], *, todotxt: bool) -> re.Pattern[str] | None:
    """What marks the lines of todo.txt, or of a list where several lines are ticked off with an `x`; else None."""
    if todotxt or _TODOTXT.search(text):
        return _TODOTXT_MARK
    if "x " not in text:
        return None
    ticks = sum(bool(_TICK.match(raw.lstrip())) for raw in raw_lines)
    return _TICK if ticks >= _FEWEST_TICKS and not any(map(_VARIABLE.match, raw_lines)) else None


def _marks(text: str, listed: re.Pattern[str] | None, tight: int) -> tuple[Marks, int, int]:
    """What the marks in front of a line say, the level of a heading, and where the text ends.

    `tight` is the length of a list mark with no space behind it; 0 where there is none.
    """
    if title := framed(text):
        return Marks(title.start), title.level, title.end
    if listed is not None and (mark := listed.match(text)):
        done = mark["done"] is not None
        return Marks(mark.end(), box=DONE if done else OPEN, keyword=mark[0].split()[0]), 0, len(text)
    if heading := HEADING.match(text):
        boxed = find_bullet(text[heading.end() :])
        return Marks(heading.end() + (boxed.end if boxed.box else 0), box=boxed.box), len(heading[1]), len(text)
    marks = find_marks(text[tight:])
    if tight:
        marks = replace(marks, end=tight + marks.end, bullet=True)
    return with_done_behind(marks, text[marks.end :], is_item=marks.bullet), 0, len(text)
