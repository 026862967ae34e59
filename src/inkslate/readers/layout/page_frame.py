"""Boxes in the page's own frame: size of the writing, tilt of the page, neighbours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inkslate.board import Box

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_ANGLES = np.radians(np.arange(-20, 20.1, 0.5))
_TILT_SAMPLE = 3000  # this many words are enough to find the tilt
_SIZE_RATIO = 2.6  # a word of small letters only is half as high as one with strokes up and down


@dataclass(frozen=True)
class WordBoxes:
    """Boxes as arrays: u runs along the lines, v down the page; `size` is the height of the writing."""

    left: Floats
    right: Floats
    v: Floats
    size: Floats
    sure: Bools  # a dash or a bullet does not tell the size of the writing

    @property
    def centre(self) -> Floats:
        """The middle of each box along the line."""
        return (self.left + self.right) / 2

    def pair_size(self, first: Ints, second: Ints) -> Floats:
        """The size of writing that two marks have in common."""
        mean = (self.size[first] + self.size[second]) / 2
        mean = np.where(self.sure[first] & ~self.sure[second], self.size[first], mean)
        return np.where(self.sure[second] & ~self.sure[first], self.size[second], mean)

    def alike(self, first: Ints, second: Ints) -> Bools:
        """Whether two marks may be of the same writing by their size."""
        ratio = self.size[first] / self.size[second]
        return ~(self.sure[first] & self.sure[second]) | ((ratio <= _SIZE_RATIO) & (ratio >= 1 / _SIZE_RATIO))


def straighten(boxes: Sequence[Box], texts: Sequence[str]) -> WordBoxes:
    """The boxes turned back by the tilt of the page."""
    x, y, width, height = np.array([(box.x, box.y, box.width, box.height) for box in boxes]).T
    # Numbers near the ends of the floating-point range would overflow; a power of two changes nothing else.
    largest = max(np.abs(x).max(), np.abs(y).max(), width.max(), height.max())
    exponent = -math.frexp(largest)[1] if largest else 0
    x, y, width, height = (np.ldexp(side, exponent) for side in (x, y, width, height))
    x, y = x + width / 2, y + height / 2
    x, y = x - x.min(), y - y.min()
    letters = np.array([len(text) for text in texts], dtype=np.float64)
    sure = np.array([any(map(str.isalnum, text)) for text in texts]) & (height > 0)
    size = _sizes(x, y, width, height, letters, sure)
    upright = WordBoxes(x - width / 2, x + width / 2, y, size, sure)
    tilt = _tilt(upright)
    cos, sin = math.cos(tilt), math.sin(tilt)
    if _grow_with_length(width[sure], height[sure], abs(sin / cos)):
        stretch = cos * cos - sin * sin
        width, height = (
            np.clip((width * cos - height * abs(sin)) / stretch, width / 2, width),
            (height * cos - width * abs(sin)) / stretch,
        )
        size = np.where(sure, np.clip(height, size / 2, size), size)
    u, v = x * cos + y * sin, y * cos - x * sin
    return WordBoxes(u - width / 2, u + width / 2, v - v.min(), size, sure)


def _grow_with_length(width: Floats, height: Floats, slope: float) -> bool:
    """Whether the boxes surround tilted words: a longer word then has a higher box.

    Some sources move upright boxes along the line instead, and those are as large as their words.
    """
    spread = width - width.mean() if len(width) else width
    return bool((spread * height).sum() >= slope / 2 * (spread * spread).sum())


def neighbours(
    left: Floats, v: Floats, *, near: tuple[Floats, Floats, Floats], rows: range, steps: range
) -> tuple[Ints, Ints]:
    """Pairs (query, item): items whose left edge is among the next at or after (steps >= 0) or before (< 0) a point.

    `near` holds the queries' u, v and size. Rows are one to two sizes high and counted from the query's own.
    Looking at a few steps in a few rows bounds the work however the items are heaped.
    """
    u, at, size = near
    level = np.ceil(np.log2(size)).astype(np.int64)
    sorted_left, count = np.sort(left), len(left) + 1
    rank, query_rank = np.searchsorted(sorted_left, left), np.searchsorted(sorted_left, u)
    found: list[tuple[Ints, Ints]] = []
    for one in np.unique(level):
        row = np.floor(np.ldexp(v, -int(one))).astype(np.int64)
        key = row * count + rank
        order = np.argsort(key, kind="stable")
        sorted_key, sorted_row = key[order], row[order]
        queries = np.flatnonzero(level == one)
        own = np.floor(np.ldexp(at[queries], -int(one))).astype(np.int64)
        for offset in rows:
            first = np.searchsorted(sorted_key, (own + offset) * count + query_rank[queries])
            for step in steps:
                place = first + step
                inside = (place >= 0) & (place < len(order))
                inside[inside] = sorted_row[place[inside]] == (own + offset)[inside]
                found.append((queries[inside], order[place[inside]]))
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    return np.concatenate([pair[0] for pair in found]), np.concatenate([pair[1] for pair in found])


def _sizes(x: Floats, y: Floats, width: Floats, height: Floats, letters: Floats, sure: Bools) -> Floats:
    """How high the writing is; a letter is about half as wide as high, which tells long tilted words from high ones."""
    size = np.clip(2 * width / letters, height / 2, height)
    if sure.any():
        typical = float(np.median(size[sure]))
    elif (width > 0).any():
        typical = float(np.median((2 * width / letters)[width > 0]))
    else:  # points only: all there is to go by are their distances
        down, along = np.diff(np.unique(y)) / 1.5, np.diff(np.unique(x)) / 4
        steps = down if len(down) else along
        typical = float(np.median(steps)) if len(steps) else 1.0
    extent = max(float(np.ptp(x)), float(np.ptp(y)))
    size = np.where(sure, np.maximum(size, typical / 20), np.maximum(size, typical))
    return np.maximum(size, max(extent * 1e-9, 1e-290))


def _tilt(marks: WordBoxes) -> float:
    """The angle at which most words find their right neighbour straight ahead."""
    chosen = np.arange(0, len(marks.v), -(-len(marks.v) // _TILT_SAMPLE))
    start = marks.left + 0.4 * (marks.right - marks.left)
    query, other = neighbours(
        marks.left,
        marks.v,
        near=(start[chosen], marks.v[chosen], marks.size[chosen]),
        rows=range(-4, 5),
        steps=range(3),
    )
    word = chosen[query]
    size = marks.pair_size(word, other)
    gap = (marks.left[other] - marks.right[word]) / size
    along, down = (marks.centre[other] - marks.centre[word]) / size, (marks.v[other] - marks.v[word]) / size
    kept = (gap >= -1) & (gap <= 3) & (along > 0.3) & (np.abs(down) <= 0.4 + 0.4 * along) & marks.alike(word, other)
    query, gap, along, down = query[kept], gap[kept], along[kept], down[kept]
    if not len(query):
        return 0.0
    order = np.lexsort((down, along, query))
    query, gap, along, down = query[order], gap[order], along[order], down[order]
    starts = np.flatnonzero(np.r_[True, query[1:] != query[:-1]])
    nearness = 1 / (1 + np.maximum(gap, 0))
    scores = []
    for angle in _ANGLES:
        off = np.abs(down * math.cos(angle) - along * math.sin(angle))
        straight = nearness * np.maximum(0, 1 - off / 0.4)
        # Chance alignments are as good as real ones on a small board, so a level page is preferred.
        scores.append(np.maximum.reduceat(straight, starts).sum() * (1 - 0.15 * abs(angle) / _ANGLES[-1]))
    best = max(range(len(scores)), key=lambda number: (round(scores[number], 9), -abs(_ANGLES[number])))
    angle = float(_ANGLES[best])
    ahead = np.abs(down * math.cos(angle) - along * math.sin(angle)) <= 0.3
    return float(np.median(np.arctan2(down[ahead], along[ahead]))) if ahead.any() else angle
