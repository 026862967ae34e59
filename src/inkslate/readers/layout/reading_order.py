"""The reading order of boxes on a page: bands from top to bottom, and in each band column after column (XY-cut)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inkslate.board import Box

Interval = tuple[float, float]
Continues = Callable[[Interval, Interval], bool]
Join = Callable[[list[Interval], list[Interval]], list[Interval] | None]

_DEEPEST = 40  # cuts within cuts; beyond it, boxes are read from the top


@dataclass(frozen=True, slots=True)
class Extent:
    """From where to where something reaches on the page."""

    left: float
    right: float
    top: float
    bottom: float

    @classmethod
    def of(cls, box: Box) -> Extent:
        """The extent of a box."""
        return cls(box.x, box.x + box.width, box.y, box.y + box.height)


def touches(run: Interval, item: Interval) -> bool:
    """Whether the item begins where the run ends, or before."""
    return item[0] <= run[1]


def begins_inside(run: Interval, item: Interval) -> bool:
    """Whether the item begins before the run ends."""
    return item[0] < run[1]


def overlaps_by_half(run: Interval, item: Interval) -> bool:
    """Whether half of the shorter one lies in the other: a dash lies in its line, the next line does not."""
    shorter = min(run[1] - run[0], item[1] - item[0])
    return min(run[1], item[1]) - max(run[0], item[0]) >= shorter / 2


def never_join(columns: list[Interval], spans: list[Interval]) -> None:
    """Every band is read by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRules:
    """How a page is cut. The recognisers' boxes differ in what can be relied on, so their readers differ in this.

    `join` gives the columns of a band with the spans of the strip below it, or None where the strip begins a new band.
    """

    continues: Continues  # whether an item goes on with the run of items before it
    shorter_first: bool = False  # of items that begin at the same place; else they stay in their order
    join: Join = never_join
    deepest: int = _DEEPEST
    largest_knot: int = 0  # of up to this many boxes without a cut, the topmost is read and the rest is cut again
    right_to_left: bool = False


def reading_order(extents: Sequence[Extent], rules: CutRules) -> list[int]:
    """The numbers of the boxes in reading order."""
    result: list[int] = []
    waiting = [(list(range(len(extents))), 0)]
    while waiting:
        items, depth = waiting.pop()
        if len(items) < 2 or depth > rules.deepest:
            result.extend(_from_top(items, extents))
            continue
        parts = []
        for band in _bands(items, extents, rules):
            columns = _columns(band, extents, rules)
            parts += columns[::-1] if rules.right_to_left else columns
        if len(parts) == 1:
            first, *rest = _from_top(items, extents)
            parts = [[first], rest]
            depth = depth if len(items) <= rules.largest_knot else rules.deepest
        waiting.extend((part, depth + 1) for part in reversed(parts))
    return result


def split_into_runs(items: Sequence[int], intervals: Sequence[Interval], rules: CutRules) -> list[list[int]]:
    """The items in the order of their intervals, split where one does not go on with those before it."""
    runs: list[list[int]] = []
    begin = end = 0.0
    for interval, item in sorted(zip(intervals, items, strict=True), key=_interval if rules.shorter_first else _low):
        if runs and rules.continues((begin, end), interval):
            end = max(end, interval[1])
        else:
            runs.append([])
            begin, end = interval
        runs[-1].append(item)
    return runs


def _interval(pair: tuple[Interval, int]) -> Interval:
    return pair[0]


def _low(pair: tuple[Interval, int]) -> float:
    return pair[0][0]


def _from_top(items: list[int], extents: Sequence[Extent]) -> list[int]:
    return sorted(items, key=lambda item: (extents[item].top, extents[item].left))


def _columns(items: list[int], extents: Sequence[Extent], rules: CutRules) -> list[list[int]]:
    sides = [(extents[item].left, extents[item].right) for item in items]
    return split_into_runs(items, sides, rules)


def _bands(items: list[int], extents: Sequence[Extent], rules: CutRules) -> list[list[int]]:
    """Strips from top to bottom, put together as long as they share columns."""
    bands: list[list[int]] = []
    columns: list[Interval] = []
    heights = [(extents[item].top, extents[item].bottom) for item in items]
    for strip in split_into_runs(items, heights, rules):
        spans = [_span(run, extents) for run in _columns(strip, extents, rules)]
        joined = rules.join(columns, spans) if bands else None
        if joined is None:
            bands.append(strip)
            columns = spans
        else:
            bands[-1].extend(strip)
            columns = joined
    return bands


def _span(items: list[int], extents: Sequence[Extent]) -> Interval:
    return min(extents[item].left for item in items), max(extents[item].right for item in items)
