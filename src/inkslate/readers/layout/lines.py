"""Words with boxes into lines: each word is linked to the one that follows it; lines are cut between columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inkslate.readers.layout.bullets import split_bullet
from inkslate.readers.layout.page_frame import Bools, Floats, Ints, WordBoxes, neighbours

# All in sizes of the writing.
_WIDEST_GAP = 8.0  # beyond it, nothing is on one line
_ALONE_GAP = 3.5  # a note in the margin is at least this far away
_REACH = 4.5  # how far up and down the neighbours are asked


def find_lines(marks: WordBoxes, texts: Sequence[str]) -> list[list[int]]:
    """The marks of each line from left to right; lines in no particular order."""
    following = _link(marks)
    lines = _chains(following)
    return _cut_between_columns(lines, marks, texts)


def _link(marks: WordBoxes) -> Ints:
    """For each mark the one that follows it on its line, or -1: cheapest links first, one in and one out each."""
    first, second = _candidates(marks)
    size = marks.pair_size(first, second)
    gap = (marks.left[second] - marks.right[first]) / size
    along = (marks.centre[second] - marks.centre[first]) / size
    down = (marks.v[second] - marks.v[first]) / size
    narrower = np.minimum(marks.right[first] - marks.left[first], marks.right[second] - marks.left[second]) / size
    kept = (
        (gap <= _WIDEST_GAP)
        & (gap >= -0.6 * narrower - 0.3)
        & (np.abs(down) <= np.minimum(1.8, 0.4 + 0.3 * np.maximum(along, 0)))
        & marks.alike(first, second)
    )
    cost = np.abs(gap) + 3 * np.abs(down)
    order = np.flatnonzero(kept)
    order = order[np.lexsort((second[order], first[order], cost[order]))]
    pairs = list(zip(first[order].tolist(), second[order].tolist(), size[order].tolist(), strict=True))
    following, before = [-1] * len(marks.v), [-1] * len(marks.v)
    centre, v = marks.centre.tolist(), marks.v.tolist()
    for _ in range(2):  # what was too steep at first may continue a line that climbs
        for one, other, unit in pairs:
            if following[one] < 0 and before[other] < 0:
                length, rise = 0.0, 0.0
                for start, chain in ((one, before), (other, following)):
                    end = start
                    for _ in range(3):
                        end = chain[end] if chain[end] >= 0 else end
                    length, rise = length + abs(centre[start] - centre[end]), rise + _climb(start, end, centre, v)
                slope = rise / (length + 3 * unit)
                far = (centre[other] - centre[one]) / unit
                if abs((v[other] - v[one]) / unit - slope * far) <= min(0.8, 0.4 + 0.1 * max(far, 0)):
                    following[one], before[other] = other, one
    return np.array(following, dtype=np.int64)


def _climb(start: int, end: int, centre: Sequence[float], v: Sequence[float]) -> float:
    return v[end] - v[start] if centre[end] >= centre[start] else v[start] - v[end]


def _candidates(marks: WordBoxes) -> tuple[Ints, Ints]:
    start = marks.left + 0.4 * (marks.right - marks.left)
    first, second = neighbours(
        marks.left, marks.v, near=(start, marks.v, marks.size), rows=range(-2, 3), steps=range(6)
    )
    # Strictly rightwards, so that no chain of links can close into a ring.
    ahead = (marks.left[second] > marks.left[first]) | ((marks.left[second] == marks.left[first]) & (second > first))
    return first[ahead], second[ahead]


def _chains(following: Ints) -> list[list[int]]:
    has_before = np.zeros(len(following), dtype=np.bool_)
    has_before[following[following >= 0]] = True
    after = following.tolist()
    lines = []
    for head in np.flatnonzero(~has_before).tolist():
        line = [head]
        while after[line[-1]] >= 0:
            line.append(after[line[-1]])
        lines.append(line)
    return lines


def _cut_between_columns(lines: list[list[int]], marks: WordBoxes, texts: Sequence[str]) -> list[list[int]]:
    ends = np.array([mark for line in lines for mark in line[:-1]], dtype=np.int64)
    begins = np.array([mark for line in lines for mark in line[1:]], dtype=np.int64)
    if not len(ends):
        return lines
    size = marks.pair_size(ends, begins)
    gap = (marks.left[begins] - marks.right[ends]) / size
    usual = float(np.median(np.maximum(gap, 0)))
    # In writing with wide spaces a column needs a wider one, within reason: a table has no usual spaces.
    wide = dict.fromkeys(begins[gap >= np.clip(2 * usual, 1.0, 2.5)].tolist())
    cells = [_cells(line, wide, texts) for line in lines]
    openings = np.array([cell[0] for row in cells for cell in row[1:]], dtype=np.int64)
    if not len(openings):
        return lines
    line_numbers = np.empty(len(marks.v), dtype=np.int64)
    for number, line in enumerate(lines):
        line_numbers[line] = number
    before = np.full(len(marks.v), -1, dtype=np.int64)
    before[begins] = ends
    tabular = np.array([_is_tabular(row, texts) for row in cells])
    celled = np.array([len(row) for row in cells])
    cuts = _column_openings(
        openings, before[openings], marks, line_numbers, tabular, celled, max(0.7, 1.2 * min(usual, 2))
    )
    parts = []
    for row in cells:
        parts.append(list(row[0]))
        for cell in row[1:]:
            if cell[0] in cuts:
                parts.append([])
            parts[-1].extend(cell)
    return parts


def _cells(line: list[int], wide: dict[int, None], texts: Sequence[str]) -> list[list[int]]:
    """The line's parts between wide gaps; a bullet belongs to what follows it, however far."""
    cells = [[line[0]]]
    for mark in line[1:]:
        bullet, rest = split_bullet(" ".join(texts[one] for one in cells[-1])) if len(cells[-1]) <= 3 else (False, "-")
        if mark in wide and not (bullet and not rest):
            cells.append([mark])
        else:
            cells[-1].append(mark)
    return cells


def _is_tabular(row: list[list[int]], texts: Sequence[str]) -> bool:
    """Whether the cells behind the first look like those of a table: dates and amounts, or many single words."""
    rest = [[texts[mark] for mark in cell] for cell in row[1:]]
    if any(split_bullet(" ".join(cell))[0] for cell in rest):
        return False
    if len(rest) >= 2 and all(len(cell) == 1 for cell in rest):
        return True
    return bool(rest) and all(len(cell) <= 2 and any(map(str.isdigit, "".join(cell))) for cell in rest)


def _column_openings(
    openings: Ints, before: Ints, marks: WordBoxes, line_numbers: Ints, tabular: Bools, celled: Ints, corridor: float
) -> set[int]:
    """Which wide gaps are white space that runs on above or below, with writing to its right: columns."""
    size = marks.pair_size(before, openings)
    start, end = marks.right[before], marks.left[openings]
    v = (marks.v[before] + marks.v[openings]) / 2
    query, other = neighbours(
        marks.left, marks.v, near=(end + 3 * size, v, size), rows=range(-5, 6), steps=range(-10, 0)
    )
    down = (marks.v[other] - v[query]) / size[query]
    kept = (
        (line_numbers[other] != line_numbers[openings[query]])
        & (np.abs(down) <= _REACH)
        & (np.abs(down) > 0.4)
        & (marks.right[other] > (start - 4 * size)[query])
    )
    query, other, down = query[kept], other[kept], down[kept]
    order = np.lexsort((other, marks.left[other], query))
    query, other, down = query[order], other[order], down[order]
    bounds = np.searchsorted(query, np.arange(len(openings) + 1)).tolist()
    cuts = set()
    for number, opening in enumerate(openings.tolist()):
        near, below = other[bounds[number] : bounds[number + 1]], down[bounds[number] : bounds[number + 1]] > 0
        unit, line = size[number], line_numbers[opening]
        rows = {row for row in line_numbers[near].tolist() if celled[row] > 1}
        if tabular[line] and sum(tabular[row] for row in rows) >= 0.6 * len(rows):
            continue
        sides = [
            _runs_on(start[number], end[number], marks.left[side], marks.right[side], corridor * unit, 3 * unit)
            for side in (near[below], near[~below])
        ]
        alone = celled[line] == 2 and end[number] - start[number] >= _ALONE_GAP * unit and len(near) > 0
        if "column" in sides or (alone and "blocked" not in sides):
            cuts.add(opening)
    return cuts


def _runs_on(start: float, end: float, left: Floats, right: Floats, corridor: float, indent: float) -> str:
    """What the neighbours on one side (by left edge) make of a gap: a `column`, `blocked`, or merely `open`."""
    at, found = start, None
    for one, other in zip(left.tolist(), right.tolist(), strict=True):
        if min(one, end) - at >= corridor:
            found = min(one, end)
            break
        at = max(at, other)
    else:
        found = end if end - at >= corridor else None
    if found is None:
        return "blocked"
    return "column" if any(found - 1e-12 <= one <= end + indent for one in left.tolist()) else "open"
