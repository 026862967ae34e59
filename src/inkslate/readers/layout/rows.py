"""Recognised rows of words on a page: their grouping into regions, and their check boxes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from statistics import median_low
from typing import NamedTuple

from inkslate.board import DONE, OPEN, Box, Region, Word
from inkslate.errors import InputError
from inkslate.readers.layout.direction import rightward
from inkslate.readers.layout.geometry import box_around_boxes
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.text_row import TextRow, middle
from inkslate.readers.region_ids import RegionIds, with_primes

TEXT, HEADING, HEADER, FOOTER, NUMBER = "text", "heading", "header", "footer", "page number"
_MARGINS = (HEADER, FOOTER, NUMBER)
_GAP = 1.5  # rows are apart when more than this many row heights of white space are between them
MOST = 16  # candidates that one row is compared with; only hostile files have more in one place


@dataclass(frozen=True, slots=True)
class CheckBox:
    """A box to tick that the recogniser gives apart from the text."""

    box: Box
    done: bool

    @property
    def state(self) -> str:
        """What it says about its row."""
        return DONE if self.done else OPEN


@dataclass
class RowBlock:
    """Rows that the recogniser gave as one, in reading order. Kinds other than text and heading stay by themselves."""

    rows: list[TextRow]
    kind: str = TEXT
    id: str | None = None

    @cached_property
    def box(self) -> Box | None:
        """The box around its rows."""
        return box_around_boxes(row.box for row in self.rows)


@dataclass
class RowGroup:
    """Blocks of one region, while it grows."""

    blocks: list[RowBlock] = field(default_factory=list)
    box: Box | None = None

    def add(self, block: RowBlock) -> None:
        """Add a block at the end."""
        self.blocks.append(block)
        self.box = box_around_boxes((self.box, block.box))


def split_words(text: str, *, box: Box | None, source: str, where: str) -> list[Word]:
    """The words of a recognised text: all keep its box and source."""
    try:
        return [Word(part, box, (source,)) for part in text.split()]
    except InputError as error:
        raise InputError(f"{where}: {error}; the file is damaged") from None


def build_regions(groups: Iterable[RowGroup]) -> tuple[Region, ...]:
    """Regions with the id of their first block, or a number; groups without words are left out."""
    regions: list[Region] = []
    ids = RegionIds(with_primes)
    for group in groups:
        lines = tuple(lines_of_rows([row for block in group.blocks for row in block.rows if row.words]))
        if lines:
            regions.append(Region(ids.take(group.blocks[0].id or None, number=len(regions) + 1), lines))
    return tuple(regions)


def group_blocks(blocks: Sequence[RowBlock]) -> list[RowGroup]:
    """The blocks of a page, which are in reading order, as groups: until a heading, a gap or a new column."""
    page = PageSpacing(row for block in blocks for row in block.rows)
    body: list[RowGroup] = []
    before: list[RowGroup] = []
    after: list[RowGroup] = []
    for block in blocks:
        # Text in the margin does not interrupt the body.
        groups = body if block.kind not in _MARGINS else after if body else before
        if not groups or page.parts(groups[-1], block):
            groups.append(RowGroup())
        groups[-1].add(block)
    return before + body + after


def apply_check_boxes(rows: Sequence[TextRow], boxes: Iterable[CheckBox]) -> None:
    """Give each row that has a check box at its beginning or end a bullet, and what the check box says."""
    placed = sorted(((middle(row.box), number) for number, row in enumerate(rows) if row.box is not None and row.words))
    known: dict[int, _RowEnds] = {}  # a row may have very many boxes
    for check in boxes:
        mark = check.box
        centre = mark.x + mark.width / 2
        nearest: tuple[float, float, int] | None = None
        first = bisect_left(placed, (mark.y - mark.height / 2, -1))
        for height, number in placed[first : first + MOST]:
            box = rows[number].box
            assert box is not None
            if height > mark.y + mark.height * 1.5:
                break
            # A box is drawn left of its text more often than right of it.
            distance = max(box.x - centre, 2 * (centre - box.x - box.width), 0.0)
            # Where rows are tight it reaches into the one above: the row whose middle is nearest has it.
            far = distance + abs(height - mark.y - mark.height / 2)
            if nearest is None or far < nearest[0]:
                nearest = (far, distance, number)
        if nearest is not None:
            _, distance, number = nearest
            if number not in known:
                known[number] = _RowEnds.of(rows[number])
            if distance > 0 or not known[number].first < centre < known[number].last:
                rows[number].add_mark(mark, check=check.state, behind=known[number].is_behind(centre))


class _RowEnds(NamedTuple):
    """Where a row begins and ends: the middles of its outermost words, its own middle, and how it is written."""

    first: float
    last: float
    middle: float
    to_right: bool

    @classmethod
    def of(cls, row: TextRow) -> _RowEnds:
        assert row.box is not None
        centres = [word.box.x + word.box.width / 2 for word in row.words if word.box is not None] or [0.0]
        return cls(min(centres), max(centres), row.box.x + row.box.width / 2, rightward(row.words) >= 0)

    def is_behind(self, centre: float) -> bool:
        """Whether a check box there is at the end of the row."""
        return (centre > self.middle) == self.to_right


class PageSpacing:
    """The usual spacing of a page: the height of a row and the white space between rows."""

    def __init__(self, rows: Iterable[TextRow]) -> None:
        boxes = [row.box for row in rows if row.box is not None]
        self.height = median_low([box.height for box in boxes]) if boxes else 0.0
        gaps = [
            below.y - above.y - above.height
            for above, below in pairwise(boxes)
            if below.y > above.y + above.height / 2 and apart(above, below) <= 0
        ]
        # Widely spaced lists belong together too; one or two gaps say nothing.
        self.gap = max(_GAP * self.height, 2 * median_low(gaps) if len(gaps) > 2 else 0.0)

    def parts(self, group: RowGroup, block: RowBlock) -> bool:
        """Whether the block begins a new group."""
        last = group.blocks[-1]
        after_heading = last.kind == HEADING and block.kind == TEXT
        if block.kind == HEADING or (block.kind != last.kind and not after_heading):
            return True
        if block.kind != TEXT:
            return False
        above, below = last.box, block.box
        if above is None or below is None or group.box is None:
            return False
        if below.y < above.y - self.height / 2:
            return True
        beside = below.y + self.height / 2 < above.y + above.height
        if beside:
            return apart(above, below) > 2 * self.height
        gap = below.y - above.y - above.height
        return gap > self.gap * (1.5 if after_heading else 1) or apart(group.box, below) > 3 * self.height


def apart(one: Box, other: Box) -> float:
    """The horizontal white space between two boxes; negative where they overlap."""
    return max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
