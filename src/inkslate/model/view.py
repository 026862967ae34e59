"""What a model is shown around a region: the headings above it, as context that it reads and does not label.

People leave an empty line between a heading and its list, so the heading is another region. A region is therefore read
under its headings: the marked ones by level, else the nearest short line above that stands alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from inkslate.board import DEEPEST_HEADING, Board, Line, Region

_MOST_WORDS = 8  # of a line that is taken for a heading without being marked as one
_ENDS_OF_SENTENCES = (".", "!", "?", ",", ";")


@dataclass(frozen=True, slots=True)
class View:
    """What a model sees beside a region's words and its layout."""

    headings: bool = False  # the headings above each window, and which lines are headings
    before: bool = False  # the lines of the region before
    title: bool = False
    run: bool = False
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
        "before": View(headings=True, before=True),
        "indents": View(headings=True, indents=True),
        "boxes": View(headings=True, boxes=True),
        "gaps": View(indents=True),
        "title": View(headings=True, title=True),
        "run": View(headings=True, run=True),
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
    """The regions of the board, each under its headings."""
    if not view.headings:
        return [Passage(region) for region in board.regions]
    return list(_under_headings(board, view))


def outline(passage: Passage, view: View) -> Outline:
    """Where windows of the passage may begin. Each begins with the headings above its first line."""
    region, above = passage
    if not view.headings:
        return Outline(region.line_starts, context=above, openings=_opening_at_start(above))
    context = list(above)
    openings, sections = list(_opening_at_start(above)), []
    chain = list(range(len(above)))
    starts = (*region.line_starts[1:], len(region.word_texts))
    for number, (line, begin, end) in enumerate(zip(region.lines, region.line_starts, starts, strict=True)):
        if line.heading and line.words:
            chain = [at for at in chain if 0 < context[at].heading < line.heading]
            if begin:
                sections.append(begin)
        elif number or len(region.lines) == 1 or not _is_short(line):
            continue
        # An unmarked first line of a list is the heading of windows that begin farther down.
        chain = [*chain, len(context)]
        context.append(line)
        openings.append(Opening(end, tuple(chain)))
    return Outline(region.line_starts, sections, tuple(context), openings)


def _opening_at_start(above: Sequence[Line]) -> tuple[Opening, ...]:
    return (Opening(0, tuple(range(len(above)))),) if above else ()


def _under_headings(board: Board, view: View) -> Iterator[Passage]:
    chain: list[Line] = []
    before: tuple[Line, ...] = ()
    first: tuple[Line, ...] = ()
    title: list[Line] = []
    for number, region in enumerate(board.regions):
        above = tuple(chain)
        if view.run and first and first[0] not in above:
            above = (*above[:-1], *first, *above[-1:])
        if view.title and title and title[0] not in above:
            above = (*title, *above)
        yield Passage(region, _distinct(above, before) if view.before else above)
        if number == 0 and region.lines and region.lines[0].words:
            title = [region.lines[0]]
        first = (first or _only_words(region)) if _stands_alone(region) else ()
        for line in region.lines:
            if line.heading and line.words:
                chain = [*_above_level(chain, line.heading), line]
        if _stands_alone(region):
            chain = [*_above_level(chain, DEEPEST_HEADING + 1), *_only_words(region)]
        before = _only_words(region)


def _above_level(chain: Sequence[Line], level: int) -> list[Line]:
    """The marked headings of a higher level; an unmarked one ends with any heading."""
    return [line for line in chain if 0 < line.heading < level]


def _distinct(chain: Sequence[Line], before: tuple[Line, ...]) -> tuple[Line, ...]:
    return (*[line for line in chain if all(line is not other for other in before)], *before)


def _stands_alone(region: Region) -> bool:
    lines = _only_words(region)
    return len(lines) == 1 and not lines[0].heading and _is_short(lines[0])


def _only_words(region: Region) -> tuple[Line, ...]:
    return tuple([line for line in region.lines if line.words])


def _is_short(line: Line) -> bool:
    """Whether an unmarked line may be a heading: a few words, no list item, no full sentence."""
    return (
        0 < len(line.words) <= _MOST_WORDS
        and not line.bullet
        and line.box is None
        and not line.words[-1].text.endswith(_ENDS_OF_SENTENCES)
    )
