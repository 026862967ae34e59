"""Rows of words that come in no order to rely on: which stand below each other, and columns from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inkslate.board import Box
from inkslate.readers.flow import MOST, Block, Group, Page, Row, apart, middle
from inkslate.readers.stray_bullets import join_bullets


def arrange(rows: Sequence[Row]) -> list[Group]:
    """Rows of a page in no order to rely on, as groups in reading order: columns from left to right."""
    rows = join_bullets(rows)
    groups = [Group([Block([rows[index] for index in indices])]) for indices in _clusters(rows, Page(rows))]
    for group in groups:
        group.box = group.blocks[0].box
    return _cut(groups)


def _clusters(rows: Sequence[Row], page: Page) -> Iterator[list[int]]:
    """Rows that stand below each other with nothing beside them; rows without a box stay with the one before."""
    above = _neighbours(rows, page)
    below: dict[int, list[int]] = {}
    for number, ups in above.items():
        for up in ups:
            below.setdefault(up, []).append(number)
    members: dict[int, list[int]] = {}
    home: dict[int, int] = {}
    for number in above:
        ups = above[number]
        # A heading over two columns, or a note under them, belongs to neither.
        alone = len(ups) == 1 and len(below[ups[0]]) == 1
        home[number] = home[ups[0]] if alone else number
        members.setdefault(home[number], []).append(number)
    previous: int | None = None
    loose: list[int] = []
    for number in range(len(rows)):
        if number in home:
            previous = home[number]
        elif previous is None:
            loose.append(number)
        else:
            members[previous].append(number)
    if loose:
        yield loose
    yield from members.values()


def _neighbours(rows: Sequence[Row], page: Page) -> dict[int, list[int]]:
    """For each row, from top to bottom, the rows right above it."""
    boxes = {number: row.box for number, row in enumerate(rows) if row.box is not None}
    above: dict[int, list[int]] = {}
    recent: list[int] = []
    for number in sorted(boxes, key=lambda number: (middle(boxes[number]), boxes[number].x)):
        box = boxes[number]
        recent = [up for up in recent if box.y - boxes[up].y - boxes[up].height <= page.gap][-MOST:]
        ups = [up for up in recent if apart(boxes[up], box) < 0 and middle(boxes[up]) < middle(box)]
        lowest = max((middle(boxes[up]) for up in ups), default=0.0)
        above[number] = [up for up in ups if middle(boxes[up]) >= lowest - page.height / 2]
        recent.append(number)
    return above


def _cut(groups: list[Group], *, depth: int = 0) -> list[Group]:
    """Groups in reading order: columns where white runs down between all of them, else bands from top to bottom."""
    parts = _strips(groups, across=True)
    if len(parts) == 1:
        parts = _bands(_strips(groups, across=False))
    if len(parts) == 1 or depth > 40:
        return sorted(groups, key=lambda group: (group.box.y, group.box.x) if group.box else (float("-inf"), 0.0))
    return [group for part in parts for group in _cut(part, depth=depth + 1)]


def _bands(strips: list[list[Group]]) -> list[list[Group]]:
    """Strips from top to bottom, put together as long as the same white runs down through them."""
    bands: list[list[Group]] = []
    columns: list[tuple[float, float]] = []
    for strip in strips:
        taken = _merged(columns + [(box.x, box.x + box.width) for group in strip if (box := group.box)])
        if bands and 1 < len(taken) < MOST:
            bands[-1] += strip
            columns = taken
        else:
            bands.append(list(strip))
            columns = _merged([(box.x, box.x + box.width) for group in strip if (box := group.box)])
    return bands


def _merged(sides: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Intervals that overlap as one."""
    merged: list[tuple[float, float]] = []
    for start, end in sorted(sides):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _strips(groups: list[Group], *, across: bool) -> list[list[Group]]:
    """The groups parted where a straight line fits between them."""
    sides = []
    for number, group in enumerate(groups):
        box = group.box or Box(0.0, 0.0, 0.0, 0.0)
        sides.append((box.x, box.x + box.width, number) if across else (box.y, box.y + box.height, number))
    strips: list[list[Group]] = []
    reach = float("-inf")
    for start, end, number in sorted(sides):
        if start >= reach:
            strips.append([])
        strips[-1].append(groups[number])
        reach = max(reach, end)
    return strips
