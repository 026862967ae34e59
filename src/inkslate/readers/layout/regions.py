"""Lines into regions and regions into reading order: paths down the page, then cuts into bands and columns."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from inkslate.readers.layout.page_frame import Ints, WordBoxes, neighbours
from inkslate.readers.layout.reading_order import CutRules, Extent, Interval, reading_order, touches

# In sizes of the writing, or times the usual distance of lines.
_FARTHEST = 4.5
_BLANK = 1.6
_SIZE_STEP = 3.0  # writing more than so much larger is a separate region

_BESIDE = 0.85  # lines whose middles are nearer are side by side
_EVEN = 0.7  # times the usual distance; what is nearer is between lines
_INDENT = 6.0  # how far aside a line may begin
_STEPS, _FEW = 4, 8  # how far, and how many at a time, lines are followed to see whether they are columns

Neighbours = dict[int, list[int]]


class _Lines:
    """The lines as lists of numbers, and their vertical distances."""

    def __init__(self, lines: Sequence[Sequence[int]], marks: WordBoxes) -> None:
        flat = np.array([mark for line in lines for mark in line], dtype=np.int64)
        starts = np.cumsum([0, *(len(line) for line in lines[:-1])])
        number = np.empty(len(marks.v), dtype=np.int64)
        number[flat] = np.repeat(np.arange(len(lines)), [len(line) for line in lines])
        self.left: list[float] = np.minimum.reduceat(marks.left[flat], starts).tolist()
        self.right: list[float] = np.maximum.reduceat(marks.right[flat], starts).tolist()
        sizes, sure = marks.size.tolist(), marks.sure.tolist()
        self.size = [_line_size([sizes[mark] for mark in line if sure[mark]] or [sizes[line[0]]]) for line in lines]
        self.top: list[float] = (np.minimum.reduceat(marks.v[flat], starts) - 0.35 * np.array(self.size)).tolist()
        self.bottom: list[float] = (np.maximum.reduceat(marks.v[flat], starts) + 0.35 * np.array(self.size)).tolist()
        self.middle: list[float] = [(top + bottom) / 2 for top, bottom in zip(self.top, self.bottom, strict=True)]
        self.stacked = _stacked(number, marks)

    def overlap(self, one: int, other: int) -> float:
        """How far two lines overlap from left to right; negative where they are apart."""
        return min(self.right[one], self.right[other]) - max(self.left[one], self.left[other])

    def beside(self, one: int, other: int) -> bool:
        """Whether two lines are side by side, with white space between them."""
        low, high = max(self.top[one], self.top[other]), min(self.bottom[one], self.bottom[other])
        return low < high and self.overlap(one, other) <= 0

    def distance(self, one: int, other: int, usual: float) -> float:
        """From a line to the one below, in sizes; a line of small letters only counts as `usual` writing."""
        far = self.stacked.get((one, other), self.middle[other] - self.middle[one])
        return far / max((self.size[one] + self.size[other]) / 2, 0.7 * usual)


def find_regions(lines: Sequence[Sequence[int]], marks: WordBoxes) -> list[list[int]]:
    """The numbers of the lines of each region, both in reading order."""
    rows = _Lines(lines, marks)
    paths = _paths(rows, len(lines))
    spaced = [space for path in paths for space in _spaces(path, rows)]
    usual = _quantile(spaced, 0.3) if spaced else 1.3
    paths = _with_outdents(paths, rows, usual)
    regions = [part for path in paths for part in _split_at_blanks(path, rows, usual)]
    order = reading_order([_extent(region, rows) for region in regions], _RULES)
    return [regions[number] for number in order]


def _line_size(sizes: list[float]) -> float:
    """Words of small letters only are low: the higher ones tell the size of the line."""
    return _quantile(sizes, 0.75)


def _quantile(numbers: list[float], share: float) -> float:
    return sorted(numbers)[int(share * len(numbers))]


def _stacked(number: Ints, marks: WordBoxes) -> dict[tuple[int, int], float]:
    """Pairs of lines of which the second is next below the first somewhere, and the distance of their words."""
    upper, lower = neighbours(
        marks.left, marks.v, near=(marks.right + marks.size, marks.v, marks.size), rows=range(6), steps=range(-4, 0)
    )
    down = marks.v[lower] - marks.v[upper]
    size = marks.pair_size(upper, lower)
    kept = (
        (number[upper] != number[lower])
        & (down > 0.4 * size)
        & (down <= _FARTHEST * size)
        & (marks.right[lower] > marks.left[upper] - size)
    )
    upper, lower, down = upper[kept], lower[kept], down[kept]
    nearest = np.full(len(marks.v), np.inf)
    np.minimum.at(nearest, upper, down)
    kept = down <= 1.4 * nearest[upper]
    keys, which = np.unique(number[upper[kept]] * len(marks.v) + number[lower[kept]], return_inverse=True)
    mean = np.bincount(which.ravel(), weights=down[kept]) / np.maximum(np.bincount(which.ravel()), 1)
    return {divmod(key, len(marks.v)): far for key, far in zip(keys.tolist(), mean.tolist(), strict=True)}


def _paths(rows: _Lines, count: int) -> list[list[int]]:
    """Lines that follow each other downwards: each has one above and one below that are each other's nearest."""
    below: Neighbours = defaultdict(list)
    above: Neighbours = defaultdict(list)
    for one, other in rows.stacked:
        below[one].append(other)
        above[other].append(one)
    next_line = {one: _nearest(one, below, rows, down=True) for one in list(below)}
    last_line = {other: _nearest(other, above, rows, down=False) for other in list(above)}
    follows = {
        one: other
        for one, other in next_line.items()
        if other is not None
        and last_line[other] == one
        and max(rows.size[one], rows.size[other]) <= _SIZE_STEP * min(rows.size[one], rows.size[other])
    }
    paths, seconds = [], set(follows.values())
    for line in range(count):
        if line not in seconds:
            paths.append([line])
            while paths[-1][-1] in follows:
                paths[-1].append(follows[paths[-1][-1]])
    return paths


def _with_outdents(paths: list[list[int]], rows: _Lines, usual: float) -> list[list[int]]:
    """The paths, with lines taken in that begin far left or right of the one above, at an even distance.

    Only with nothing beside them: what is beside lines is a column or a note in the margin.
    """
    follows = {one: other for path in paths for one, other in pairwise(path)}
    before = {other: one for one, other in follows.items()}
    order = sorted(range(len(rows.middle)), key=rows.middle.__getitem__)
    for one, other in _outdents(order, rows, usual):
        if one in follows:
            del before[follows[one]]
        if other in before:
            del follows[before[other]]
        follows[one], before[other] = other, one
    return [list(_path(line, follows)) for line in order if line not in before]


def _path(line: int, follows: Mapping[int, int]) -> Iterator[int]:
    yield line
    while line in follows:
        line = follows[line]
        yield line


def _outdents(order: list[int], rows: _Lines, usual: float) -> Iterator[tuple[int, int]]:
    """Pairs of lines, one next below the other, that have nothing in common from left to right."""
    crowded = {
        line
        for one, other in pairwise(order)
        if rows.middle[other] - rows.middle[one] < _BESIDE * min(rows.size[one], rows.size[other])
        for line in (one, other)
    }
    for one, other, after in zip(order, order[1:], [*order[2:], *order[-1:]], strict=False):
        small, large = sorted((rows.size[one], rows.size[other]))
        # Where one covers the other, it was seen already whether they belong together.
        aside = -rows.overlap(one, other)
        if crowded.isdisjoint((one, other, after)) and 0 <= aside <= _INDENT * large and large <= _SIZE_STEP * small:
            distance = rows.distance(one, other, large)
            if _EVEN * usual <= distance <= _BLANK * max(usual, 1.0):
                yield one, other


def _nearest(line: int, onward: Neighbours, rows: _Lines, *, down: bool) -> int | None:
    """The one line next to this one; None where it spans two columns, as a heading over them does."""
    others = onward[line]
    far = {other: rows.stacked[(line, other) if down else (other, line)] for other in others}
    over = [other for other in others if rows.overlap(line, other) > 0] or others
    limit = 1.4 * min(far[other] for other in over)
    # Of those at the same height, the one that begins where this line does.
    close = sorted(
        (other for other in over if far[other] <= limit),
        key=lambda other: (abs(rows.left[other] - rows.left[line]), far[other], other),
    )
    best = close[0]
    # Columns need not begin at the same height.
    apart = [other for other in over if other != best and rows.overlap(best, other) <= 0]
    return None if any(_are_columns(best, other, onward, rows) for other in apart[:_FEW]) else best


def _are_columns(one: int, other: int, onward: Neighbours, rows: _Lines) -> bool:
    """Whether the columns that continue from two lines are side by side; an indented line is not a column."""
    for first, second in ((one, other), (other, one)):
        lines = [first]
        for _ in range(_STEPS):
            if any(rows.beside(line, second) for line in lines):
                return True
            lines = [after for line in lines for after in onward.get(line, ()) if rows.overlap(line, after) > 0][:_FEW]
    return False


def _spaces(path: list[int], rows: _Lines) -> list[float]:
    usual = _quantile([rows.size[line] for line in path], 0.5)
    return [rows.distance(one, other, usual) for one, other in pairwise(path)]


def _split_at_blanks(path: list[int], rows: _Lines, page: float) -> list[list[int]]:
    """The path's parts between gaps that are wide for it; where it is short, for the page."""
    spaces = _spaces(path, rows)
    if not spaces:
        return [path]
    usual = _quantile(spaces, 0.3)
    if len(spaces) < 3:
        usual = min(usual, max(page, 1.3))
    limit = _BLANK * max(1.0, usual)
    parts = [[path[0]]]
    for line, space in zip(path[1:], spaces, strict=True):
        if space > limit:
            parts.append([])
        parts[-1].append(line)
    return parts


def _extent(region: Sequence[int], rows: _Lines) -> Extent:
    inset = 0.25 * min(rows.size[line] for line in region)  # a small overlap of neighbouring columns does not count
    return Extent(
        min(rows.left[line] for line in region) + inset,
        max(rows.right[line] for line in region) - inset,
        min(rows.top[line] for line in region),
        max(rows.bottom[line] for line in region),
    )


def _join(columns: list[Interval], spans: list[Interval]) -> list[Interval] | None:
    """The columns with a strip's spans in them, or None where the strip spans columns or is beside all of them."""
    if len(columns) < 2:
        return None
    # In place: a copy for each of many bands would be quadratic, and a failed join ends the group anyway.
    joined, new = columns, []
    for left, right in spans:
        first = bisect_left(joined, left, key=lambda column: column[1])
        if first == len(joined) or joined[first][0] > right:
            new.append((left, right))
        elif first + 1 < len(joined) and joined[first + 1][0] <= right:
            return None
        else:
            low, high = joined[first]
            joined[first] = (min(low, left), max(high, right))
    if len(new) == len(spans):
        return None
    return sorted(joined + new) if new else joined


_RULES = CutRules(continues=touches, join=_join, largest_knot=60)
