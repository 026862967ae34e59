"""Where a long region is cut into windows.

The text itself decides: a region is labelled in segments between lines that are chosen by the words around them, not by
their distance from the start. So a page that is repeated on a board is cut at the same lines each time, and a line gets
the same answer wherever its page stands.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

_BEFORE, _BEHIND = 4, 24  # pieces around a line's beginning that decide whether it is a cut


class Flow(NamedTuple):
    """The pieces of a region: the word of each, its tokens, and how many tokens there are before each and in all."""

    words: Sequence[int]
    tokens: Sequence[tuple[int, ...]]
    ends: Sequence[int]


class Slice(NamedTuple):
    """Pieces start..end of one window, of which begin..stop are labelled; the others are there to be read."""

    start: int
    begin: int
    stop: int
    end: int


def cut(flow: Flow, section: tuple[int, int], line_starts: Sequence[int], room: int) -> Iterator[Slice]:
    """The windows of a section, each of at most `room` tokens: one, or several that overlap.

    A segment that is labelled has at most three quarters of a window, and half of the rest before and behind it, but no
    more than a quarter each.
    """
    first, last = section
    ends = flow.ends
    if ends[last] - ends[first] <= room:
        if first < last:
            yield Slice(first, first, last, last)
        return
    lines = line_starts[bisect_right(line_starts, first) : bisect_left(line_starts, last)]
    for begin, stop in _segments(flow, (first, last), lines, room):
        spare = min(room - (ends[stop] - ends[begin]), room // 2) // 2
        start = max(first, bisect_left(ends, ends[begin] - spare))
        end = min(last, bisect_right(ends, ends[stop] + spare) - 1)
        yield Slice(start, begin, stop, end)


def _segments(flow: Flow, section: tuple[int, int], lines: Sequence[int], room: int) -> Iterator[tuple[int, int]]:
    """Segments between the chosen lines, none longer than three quarters of a window."""
    fingerprints = {at: _fingerprint(flow, at) for at in lines}
    places = [flow.ends[at] for at in lines]
    chosen = [
        lines[at] for at in _local_minima([*fingerprints.values()], places, reach=5 * room // 16, least=room // 32)
    ]
    waiting = list(pairwise((section[0], *chosen, section[1])))[::-1]
    while waiting:
        begin, stop = waiting.pop()
        if flow.ends[stop] - flow.ends[begin] <= 3 * room // 4 or stop - begin < 2:
            yield begin, stop
            continue
        middle = _middle(flow, lines, fingerprints, begin, stop)
        waiting += [(middle, stop), (begin, middle)]


def _middle(flow: Flow, lines: Sequence[int], fingerprints: dict[int, int], begin: int, stop: int) -> int:
    """Where to divide a segment: a line near its middle, chosen by its words, or its middle if there is none."""
    size, before = flow.ends[stop] - flow.ends[begin], flow.ends[begin]
    half = before + size // 2
    least, most = (bisect_left(flow.ends, before + part * size // 4) for part in (1, 3))
    near = lines[bisect_left(lines, max(least, begin + 1)) : bisect_left(lines, min(most, stop))]
    if near:
        return min(near, key=lambda at: (fingerprints[at], abs(flow.ends[at] - half)))
    return min(max(bisect_left(flow.ends, half), begin + 1), stop - 1)


def _local_minima(values: Sequence[int], places: Sequence[int], *, reach: int, least: int) -> Iterator[int]:
    """The indices whose value is the least within `reach` on both sides.

    Only equal values can be closer to each other than that, as on a repeated page; they are `least` apart.
    """
    before = _least_before(values, places, reach)
    behind = _least_before(values[::-1], [-place for place in reversed(places)], reach)[::-1]
    last = -least
    for at, place in enumerate(places):
        if values[at] <= min(before[at], behind[at]) and place - last >= least:
            last = place
            yield at


def _least_before(values: Sequence[int], places: Sequence[int], reach: int) -> list[int]:
    """For every index the least value among those up to `reach` before it, its own included."""
    rising: deque[int] = deque()  # indices within reach, by value
    least = []
    for at, value in enumerate(values):
        while rising and places[rising[0]] < places[at] - reach:
            rising.popleft()
        while rising and values[rising[-1]] >= value:
            rising.pop()
        rising.append(at)
        least.append(values[rising[0]])
    return least


def _fingerprint(flow: Flow, at: int) -> int:
    around = flow.tokens[max(0, at - _BEFORE) : at + _BEHIND]
    return zlib.crc32(array("q", chain.from_iterable(around)).tobytes())
