"""Rows of a region as lines: depth of nesting from the places where they begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median_low

from inkslate.board import MOST_INDENT, Line
from inkslate.readers.layout.bullets import make_line
from inkslate.readers.layout.direction import rightward
from inkslate.readers.layout.indents import Indents
from inkslate.readers.layout.text_row import TextRow, middle
from inkslate.readers.layout.tilt import slope_of

# All in heights of the writing.
_STEP = 0.8  # lines of one column begin nearer to each other than this, ragged as they may be
_SLACK = 0.5  # a mark and a text without one may begin so far apart and still be at the same depth
_MARK_WIDTH = 1.2  # of a mark with the space behind it, where only the text has a place
_DOWN = 0.3  # a line that is not so far below the one before is beside it or in the next column
_ASIDE = 6.0  # white space between a line and all lines above it: another column
_FAR = 6.0  # text without a mark that begins farther right, and in the right half, is not nested
_WIDE = 8.0  # in a narrower column nothing is centred or at the right, lines are merely short or long
_HANGING = 3.0  # from a mark to the text of its item


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a line is, from the side where lines begin."""

    start: float
    end: float
    down: float
    is_item: bool


def lines_of_rows(rows: Sequence[TextRow]) -> list[Line]:
    """The lines of a region's rows: marks become facts, and where the rows begin tells how deep they are nested."""
    lines = [
        Line(tuple(row.words), heading=row.heading)
        if row.plain
        else make_line(row.words, bullet=row.bullet, box=row.check, heading=row.heading)
        for row in rows
    ]
    depths = _depths(rows, lines)
    return [replace(line, indent=depth) if depth else line for line, depth in zip(lines, depths, strict=True)]


def _depths(rows: Sequence[TextRow], lines: Sequence[Line]) -> list[int]:
    depths = [0 if row.indent is None else min(max(0, row.indent), MOST_INDENT) for row in rows]
    if len(rows) < 2 or any(row.indent is not None for row in rows):
        return depths
    heights = [_height(row) for row in rows if row.box is not None]
    height = median_low(heights) if heights else 0.0
    if height > 0:
        places = _places(rows, lines, height)
        for run in _columns(places, height):
            for number, depth in _nested(run, height):
                depths[number] = depth
    return depths


def _height(row: TextRow) -> float:
    """Of the writing: a row's box may be tilted, and then it is higher."""
    assert row.box is not None
    heights = [] if row.upright else [word.box.height for word in row.words if word.box is not None]
    return max(heights, default=row.box.height)


def _places(rows: Sequence[TextRow], lines: Sequence[Line], height: float) -> list[_Place | None]:
    """The place of each line; None for headings, and where there is none."""
    slope = 0.0 if any(row.upright for row in rows) else slope_of(rows)
    to_left = sum(rightward(line.words) for line in lines) < 0
    places: list[_Place | None] = []
    for row, line in zip(rows, lines, strict=True):
        if row.box is None or line.heading:
            places.append(None)
            continue
        boxes = [row.box] if row.mark is None else [row.box, row.mark]
        shift = slope * (row.box.y if slope > 0 else row.box.y + row.box.height)
        start, end = min(box.x for box in boxes) + shift, max(box.x + box.width for box in boxes) + shift
        start, end = (-end, -start) if to_left else (start, end)
        # A mark that is neither among the words nor has a place of its own is left of the text.
        unseen = line.bullet and row.mark is None and line.words == tuple(row.words)
        places.append(_Place(start - _MARK_WIDTH * height * unseen, end, middle(row.box), line.bullet))
    return places


_Run = list[tuple[int, _Place]]


def _columns(places: Sequence[_Place | None], height: float) -> Iterator[_Run]:
    """The numbers and places of lines below each other; a heading, a place beside or above begins anew."""
    run: _Run = []
    left = right = 0.0
    for number, place in enumerate(places):
        if run and (place is None or not _is_below(place, run[-1][1], (left, right), height)):
            yield run
            run = []
        if place is not None:
            left, right = (min(left, place.start), max(right, place.end)) if run else (place.start, place.end)
            run.append((number, place))
    if run:
        yield run


def _is_below(place: _Place, above: _Place, column: tuple[float, float], height: float) -> bool:
    left, right = column
    beside = place.start - right > _ASIDE * height or left - place.end > _ASIDE * height
    return place.down - above.down > _DOWN * height and not beside


def _nested(run: _Run, height: float) -> Iterator[tuple[int, int]]:
    """The numbers of lines that are nested, with their depths."""
    starts = _snapped(run, height)
    outside = _set_apart(run, starts, height)
    indents = Indents(slack=_SLACK * height)
    for number, place in run:
        if number not in outside:
            yield number, indents.depth(starts[number], is_item=place.is_item)


def _snapped(run: _Run, height: float) -> dict[int, float]:
    """Where the column begins that each line is in: no step between neighbours in it is a wide one."""
    starts: dict[int, float] = {}
    # The rest of an item begins between its mark and the next depth, so items are looked at by themselves.
    for kind in (True, False):
        order = sorted((place.start, number) for number, place in run if place.is_item is kind)
        column: list[tuple[float, int]] = []
        for (start, number), (next_start, _) in pairwise([*order, (float("inf"), -1)]):
            column.append((start, number))
            if next_start - start > _STEP * height:
                common = column[len(column) // 2][0]
                starts.update((member, common) for _, member in column)
                column = []
    return starts


def _set_apart(run: _Run, starts: dict[int, float], height: float) -> set[int]:
    """Centred lines and lines at the right, which no list marks. Lines of one column that are not so are nested."""
    left = min(place.start for _, place in run)
    *_, second, right = sorted([left, *(place.end for _, place in run)])
    if right - left < _WIDE * height:
        return set()
    found: set[int] = set()
    indented: set[float] = set()
    item = float("-inf")
    for number, place in run:
        item = place.start if place.is_item else item
        before, behind = place.start - left, right - place.end
        if before <= _STEP * height or -_SLACK * height <= place.start - item <= _HANGING * height:
            continue
        centred = abs(before - behind) <= _SLACK * height
        # At the right edge of two lines at least: of one alone, it is merely the longest.
        at_right = right - second <= _SLACK * height and behind <= _SLACK * height
        if centred or at_right or before > max(_FAR * height, (right - left) / 2):
            found.add(number)
        else:
            indented.add(starts[number])
    return {number for number in found if starts[number] not in indented}
