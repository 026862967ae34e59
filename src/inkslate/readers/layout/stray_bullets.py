"""Bullets, numbers and check boxes recognised as separate lines: they are attached to the text right of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from inkslate.board import Box, Line, Word
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.geometry import box_around_boxes
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.rows import MOST, PageSpacing, RowBlock
from inkslate.readers.layout.text_row import TextRow, middle

_MISREAD = frozenset("oOe°©®¢»")  # what round bullets are taken for; only alone and left of a text they are bullets
_FARTHEST = 3.0  # from a bullet to its text, in heights of the text


def lines_of_page(blocks: Sequence[Sequence[TextRow]]) -> list[list[Line]]:
    """The lines of each block of a page, from its rows; a block that held nothing but bullets may be left empty."""
    left = {id(row) for row in join_bullets([row for block in blocks for row in block])}
    return [lines_of_rows([row for row in block if row.words and id(row) in left]) for block in blocks]


def attach_bullets(blocks: Sequence[RowBlock]) -> list[RowBlock]:
    """The blocks with bullets that were recognised by themselves in front of their text; those left empty are gone."""
    left = {id(row) for row in join_bullets([row for block in blocks for row in block.rows])}
    for block in blocks:
        block.rows[:] = [row for row in block.rows if id(row) in left]
    return [block for block in blocks if block.rows]


def join_bullets(rows: Sequence[TextRow]) -> list[TextRow]:
    """The rows of a page; rows that were only the bullet of another row are attached to that row."""
    stray = [(row.box, row) for row in rows if row.box is not None and _is_bullet(row.words)]
    if not stray:
        return list(rows)
    reach = PageSpacing(rows).height
    placed = sorted((middle(row.box), number) for number, row in enumerate(rows) if row.box is not None)
    joined: set[int] = set()
    # From the right, so that of two marks in front of a text both reach it.
    for mark, bullet in sorted(stray, key=lambda pair: -pair[0].x):
        first = bisect_left(placed, (middle(mark) - max(reach, mark.height), -1))
        near = [rows[number] for _, number in placed[first : first + MOST]]
        found = [
            (distance, number)
            for number, row in enumerate(near)
            if row is not bullet and id(row) not in joined and (distance := _distance(mark, row.box)) is not None
        ]
        if found:
            text = near[min(found)[1]]
            text.add_mark(mark, check=bullet.check or find_bullet(_text(bullet.words)).box)
            text.box = box_around_boxes((mark, text.box))
            joined.add(id(bullet))
    return [row for row in rows if id(row) not in joined]


def _is_bullet(words: Sequence[Word]) -> bool:
    text = _text(words)
    return bool(words) and (find_bullet(text).end == len(text) or (len(words) == 1 and text in _MISREAD))


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _distance(mark: Box, box: Box | None) -> float | None:
    """The distance from a bullet to the text right of it; None where the text is elsewhere or too far."""
    if box is None or not box.y <= middle(mark) <= box.y + box.height:
        return None
    distance = box.x - mark.x - mark.width
    return distance if -mark.width / 2 <= distance <= _FARTHEST * box.height else None
