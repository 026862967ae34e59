"""Rows of words in no reliable order: which are below each other, and columns from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise

from inkslate.board import Box
from inkslate.readers.layout.reading_order import (
    CutRules,
    Extent,
    Interval,
    begins_inside,
    reading_order,
    split_into_runs,
)
from inkslate.readers.layout.rows import MOST, TEXT, PageSpacing, RowBlock, RowGroup, apart
from inkslate.readers.layout.stray_bullets import join_bullets
from inkslate.readers.layout.text_row import TextRow, middle
from inkslate.readers.layout.tilt import straightened

_FAR = 3  # times the white space that separates rows: columns need not begin or end at the same height
_LEAPS = 3  # at least this many, and one in every three rows
_INDENT = 5  # heights of a row
_RULES = CutRules(continues=begins_inside, shorter_first=True)


def arrange_rows(rows: Sequence[TextRow]) -> list[RowGroup]:
    """Rows of a page in no reliable order, as groups in reading order: columns from left to right."""
    rows = join_bullets(straightened(rows))
    page = PageSpacing(rows)
    groups = [RowGroup([RowBlock([rows[index] for index in indices])]) for indices in _clusters(rows, page)]
    for group in groups:
        group.box = group.blocks[0].box
    return _in_reading_order(groups, page.height)


def reorder_columns(blocks: Sequence[RowBlock]) -> list[RowBlock]:
    """The blocks, with texts in a row that were read across columns put in the order of the columns."""
    result: list[RowBlock] = []
    for is_text, run in groupby(blocks, key=lambda block: block.kind == TEXT):
        texts = list(run)
        rows = [row for block in texts for row in block.rows]
        if is_text and _reads_across(rows):
            texts = [block for group in arrange_rows(rows) for block in group.blocks]
        result += texts
    return result


def _reads_across(rows: Sequence[TextRow]) -> bool:
    """Whether the order of the rows repeatedly leaps to the right, which the order of columns never does."""
    boxes = [row.box for row in rows if row.box is not None]
    leaps = sum(
        right.y < middle(left) < right.y + right.height and right.x - left.x - left.width > left.height
        for left, right in pairwise(boxes)
    )
    return leaps >= _LEAPS and _LEAPS * leaps >= len(boxes)


def _clusters(rows: Sequence[TextRow], page: PageSpacing) -> Iterator[list[int]]:
    """Rows below each other with nothing beside them; rows without a box stay with the one before."""
    boxes = {number: row.box for number, row in enumerate(rows) if row.box is not None}
    above = _Above(boxes, page)
    members: dict[int, list[int]] = {}
    home: dict[int, int] = {}
    for number in above.order:
        up = above.follows(number)
        home[number] = number if up is None else home[up]
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


class _Above:
    """Which rows are above which. Each row is compared with a few that end not far above it."""

    def __init__(self, boxes: Mapping[int, Box], page: PageSpacing) -> None:
        self._boxes, self._page = boxes, page
        self.order = sorted(boxes, key=lambda number: (middle(boxes[number]), boxes[number].x))
        self._before: dict[int, int] = dict(zip(self.order[1:], self.order, strict=False))
        self._after: dict[int, int] = dict(zip(self.order, self.order[1:], strict=False))
        self._beside: dict[int, list[int]] = {}
        self._next: dict[int, list[int]] = {}  # the rows right above
        self._seen: dict[int, list[int]] = {}  # and those that may be farther, with nothing between
        self._seen_from: dict[int, list[int]] = {}
        recent: list[int] = []
        for number in self.order:
            box = boxes[number]
            recent = [up for up in recent if self._white(up, number) <= _FAR * page.gap][-MOST:]
            same = [up for up in recent if middle(boxes[up]) > box.y and boxes[up].y + boxes[up].height > middle(box)]
            for up in same:
                self._beside.setdefault(up, []).append(number)
                self._beside.setdefault(number, []).append(up)
            ups = [up for up in recent if apart(boxes[up], box) < 0 and middle(boxes[up]) < middle(box)]
            self._look_up(number, ups)
            recent.append(number)

    def follows(self, number: int) -> int | None:
        """The row that this one continues; None where it begins a group."""
        before = self._before.get(number)
        ups = [before] if before is not None and self._goes_on(before, number) else self._next[number]
        # A heading over two columns, or a note under them, belongs to neither.
        if len(ups) != 1 or self._are_columns(self._seen[number]) or self._are_columns(self._seen_from.get(ups[0], [])):
            return None
        return ups[0]

    def _look_up(self, number: int, ups: list[int]) -> None:
        near = [up for up in ups if self._white(up, number) <= self._page.gap]
        lowest = max((middle(self._boxes[up]) for up in near), default=0.0)
        self._next[number] = [up for up in near if middle(self._boxes[up]) >= lowest - self._page.height / 2]
        seen: list[int] = []
        for up in reversed(ups):
            if not any(apart(self._boxes[up], self._boxes[other]) < 0 for other in seen):
                seen.append(up)
                self._seen_from.setdefault(up, []).append(number)
        self._seen[number] = seen

    def _white(self, up: int, number: int) -> float:
        return self._boxes[number].y - self._boxes[up].y - self._boxes[up].height

    def _goes_on(self, up: int, number: int) -> bool:
        """Whether a row follows another in a single column, where indentation parts nothing."""
        if any(row in self._beside for row in (up, number, self._after.get(number, number))):
            return False
        aside = apart(self._boxes[up], self._boxes[number])
        return self._white(up, number) <= self._page.gap and aside <= _INDENT * self._page.height

    def _are_columns(self, rows: list[int]) -> bool:
        """Whether two of these rows, from the nearest to the farthest, belong to columns side by side."""
        few = rows[:MOST]
        return any(self._is_beside(near, far) for at, far in enumerate(few) for near in few[:at])

    def _is_beside(self, near: int, far: int) -> bool:
        """Whether the column of the nearer row goes on beside the farther one."""
        if apart(self._boxes[near], self._boxes[far]) < 0:
            return False
        return any(apart(self._boxes[row], self._boxes[near]) < 0 for row in self._beside.get(far, ())[:MOST])


def _in_reading_order(groups: list[RowGroup], height: float) -> list[RowGroup]:
    """The groups without a place, which come before all others, and the others in reading order."""
    placed = [(group, group.box) for group in groups if group.box is not None]
    rules = replace(_RULES, join=partial(_join, height=height))
    order = reading_order([Extent.of(box) for _, box in placed], rules)
    return [group for group in groups if group.box is None] + [placed[number][0] for number in order]


def _join(columns: list[Interval], sides: list[Interval], *, height: float) -> list[Interval] | None:
    """The columns of a band and a strip below it, as long as the same white runs down through both; else None."""
    # A title above two columns, or a note below them, may be short enough to hit only one of them, or none.
    if _crosses(sides, columns, height) or _crosses(columns, sides, height):
        return None
    both = columns + sides
    merged = [
        (both[run[0]][0], max(both[at][1] for at in run)) for run in split_into_runs(range(len(both)), both, _RULES)
    ]
    return merged if 1 < len(merged) < MOST else None


def _crosses(one: list[Interval], columns: list[Interval], height: float) -> bool:
    """Whether a single stretch of text over or under several columns belongs to none of them: it is set by itself."""
    if len(one) != 1 or len(columns) < 2:
        return False
    left, right = one[0]
    if right <= columns[0][0] or left >= columns[-1][1]:
        return False  # beside all of them: one more column
    for start, end in columns:
        if left < end and right > start:
            begins, ends = abs(left - start) <= height, abs(right - end) <= height
            return not (begins or ends or (left >= start - height and right <= end + height))
    return True  # between two
