"""What a model is shown around a region: the headings above it, as context that it reads and does not label.

People leave an empty line between a heading and its list, so the heading is another region. A region is therefore read
under its headings: the marked ones by level, else the nearest short line above that stands alone or opens a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from inkslate.board import Board, Line, Region

_MOST_WORDS = 8  # of a line that is taken for a heading without being marked as one
_ENDS_OF_SENTENCES = (".", "!", "?", ",", ";")


@dataclass(frozen=True, slots=True)
class View:
    """What a model sees beside a region's words and its layout."""

    headings: bool = False  # the headings above each window, and which lines are headings
    indents: bool = False  # depths of nesting
    boxes: bool = False  # open and ticked boxes

    @property
    def is_plain(self) -> bool:
        """Whether the model sees nothing but the region."""
        return self == View()


VIEWS: Mapping[str, View] = MappingProxyType(
    {
        "region": View(),
        "headings": View(headings=True),
        "facts": View(headings=True, indents=True, boxes=True),
    }
)


class Passage(NamedTuple):
    """A region and the lines above it that belong to it; equal passages get equal answers."""

    region: Region
    above: tuple[Line, ...] = ()


class Opening(NamedTuple):
    """Windows that begin at word `start` or later begin with these context lines, given by their numbers."""

    start: int
    lines: tuple[int, ...]


class Outline(NamedTuple):
    """Where the windows of a region may begin, and with which context."""

    line_starts: Sequence[int] = ()
    section_starts: Sequence[int] = ()  # of marked headings: no window crosses one
    context: tuple[Line, ...] = ()
    openings: Sequence[Opening] = ()


def passages(board: Board, view: View) -> list[Passage]:
    """The regions of the board, each under its headings where the view has them."""
    if not view.headings:
        return [Passage(region) for region in board.regions]
    return list(_under_headings(board))


def outline(passage: Passage, view: View) -> Outline:
    """Where windows of the passage may begin. Each begins with the headings above its first line."""
    region, above = passage
    if not view.headings:
        return Outline(region.line_starts)
    context = list(above)
    chain = list(range(len(above)))
    openings = [Opening(0, tuple(chain))] if above else []
    sections = []
    opener = _opening_line(region)
    for line, begin in zip(region.lines, region.line_starts, strict=True):
        if line.heading and line.words:
            chain = [at for at in chain if 0 < context[at].heading < line.heading]
            openings.append(Opening(begin, tuple(chain)))
            sections += [begin] if begin else []
        elif line is not opener:
            continue
        chain = [*chain, len(context)]
        context.append(line)
        openings.append(Opening(begin + len(line.words), tuple(chain)))
    return Outline(region.line_starts, sections, tuple(context), openings)


def _opening_line(region: Region) -> Line | None:
    """The unmarked first line of a list, which is its heading: short, and followed by items or ending in a colon."""
    first, second = (*_lines_with_words(region), None, None)[:2]
    if first is None or second is None or first.heading or not _is_short(first):
        return None
    followed = second.bullet or second.box is not None or second.indent > first.indent
    return first if followed or first.words[-1].text.endswith(":") else None


def _under_headings(board: Board) -> Iterator[Passage]:
    marked: list[Line] = []
    alone: Line | None = None  # the last short line that stood alone under these headings
    opener: Line | None = None  # the heading of the last list under that
    for region in board.regions:
        lone, opens = _lone_line(region), _opening_line(region)
        # A list with a heading of its own is not under that of the list before.
        over = opener if lone is None and opens is None else None
        first = next((line.heading for line in region.lines if line.words), 0)
        if first:
            yield Passage(region, tuple(_above_level(marked, first)))
        else:
            yield Passage(region, (*marked, *(line for line in (alone, over) if line is not None)))
        for line in region.lines:
            if line.heading and line.words:
                marked = [*_above_level(marked, line.heading), line]
                alone = opener = None
        if lone is not None:
            alone, opener = lone, None
        elif opens is not None:
            opener = opens


def _above_level(marked: Sequence[Line], level: int) -> list[Line]:
    return [line for line in marked if line.heading < level]


def _lone_line(region: Region) -> Line | None:
    """The line of a region of one line, where it may be a heading without being marked as one."""
    lines = _lines_with_words(region)
    return lines[0] if len(lines) == 1 and not lines[0].heading and _is_short(lines[0]) else None


def _lines_with_words(region: Region) -> list[Line]:
    return [line for line in region.lines if line.words]


def _is_short(line: Line) -> bool:
    """Whether an unmarked line may be a heading: a few words, no list item, no full sentence."""
    return (
        len(line.words) <= _MOST_WORDS
        and not line.bullet
        and line.box is None
        and not line.words[-1].text.endswith(_ENDS_OF_SENTENCES)
    )
