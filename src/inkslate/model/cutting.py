"""Where a long region is cut into windows.

Cuts depend on the text around them alone: a page that is repeated on a board is cut at the same lines each time, so a
line gets the same answer wherever its page stands.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

_BEFORE, _BEHIND = 4, 8  # pieces around a cut that decide where it is


class Flow(NamedTuple):
    """The pieces of a region: the word of each, its tokens, and how many tokens there are before each and in all."""

    words: Sequence[int]
    tokens: Sequence[tuple[int, ...]]
    ends: Sequence[int]


class Context(NamedTuple):
    """Tokens that are read and not labelled, and the number of the context word that each belongs to."""

    ids: tuple[int, ...] = ()
    words: tuple[int, ...] = ()


class Slice(NamedTuple):
    """Pieces start..end of one window, behind their context; whether a section begins and ends with them."""

    start: int
    end: int
    opens: bool
    closes: bool
    context: Context


def cut(
    flow: Flow, section: tuple[int, int], line_starts: Sequence[int], room_at: Callable[[int], tuple[int, Context]]
) -> Iterator[Slice]:
    """Slices of a section's pieces that overlap by about a quarter of a window.

    `room_at` gives the tokens that fit into a window that begins at a piece, and its context.
    """
    begin, end = section
    ends = flow.ends
    start = covered = begin
    while covered < end:
        room, context = room_at(start)
        stop = min(bisect_right(ends, ends[start] + room) - 1, end)
        if stop < end:
            least = bisect_left(ends, ends[start] + 5 * room // 8)
            stop = _best_line(flow, line_starts, max(least, covered), stop)
        yield Slice(start, stop, start == begin, stop == end, context)
        covered = stop
        overlap = bisect_left(ends, ends[stop] - room // 4)
        farthest = bisect_left(ends, ends[stop] - 3 * room // 8)
        at = bisect_left(line_starts, farthest)
        at_line = at < len(line_starts) and line_starts[at] <= overlap
        start = max(line_starts[at] if at_line else overlap, start + 1)


def _best_line(flow: Flow, line_starts: Sequence[int], least: int, most: int) -> int:
    """The line start behind `least` and up to `most` that the text itself chooses; `most` where there is none."""
    lines = line_starts[bisect_right(line_starts, least) : bisect_right(line_starts, most)]
    return min(lines, key=lambda at: (_fingerprint(flow, at), -at), default=most)


def _fingerprint(flow: Flow, at: int) -> int:
    around = flow.tokens[max(0, at - _BEFORE) : at + _BEHIND]
    return zlib.crc32(array("q", chain.from_iterable(around)).tobytes())
