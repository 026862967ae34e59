"""Rows that the recogniser of a Supernote has divided: of words written far apart it makes blocks of their own."""

from __future__ import annotations

from collections.abc import Sequence

from inkslate.board import Box, Word
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.stray_bullets import join_bullets
from inkslate.readers.layout.text_row import TextRow

_APART = 1.5  # the widest space between two words of a row, in heights of the higher one
_SHARED = 0.5  # of the height of the lower one, at least, is beside the other


def join_blocks(blocks: Sequence[list[TextRow]]) -> list[list[TextRow]]:
    """The blocks of a page: one that goes on in the last row of the block before it is part of that block."""
    left = {id(row) for row in join_bullets([row for block in blocks for row in block])}
    joined: list[list[TextRow]] = []
    for block in blocks:
        rows = [row for row in block if id(row) in left]
        if joined and rows and _goes_on(joined[-1][-1], rows[0]):
            joined[-1][-1].append(rows[0])
            joined[-1] += rows[1:]
        elif rows:
            joined.append(rows)
    return joined


def _goes_on(row: TextRow, rest: TextRow) -> bool:
    """Whether the words of `rest` follow those of the row, and do not begin an item of a list."""
    if not row.words or not rest.words or rest.bullet or find_bullet(_beginning(rest.words)).end:
        return False
    before, behind = row.words[-1].box, rest.words[0].box
    return before is not None and behind is not None and _is_next(before, behind)


def _beginning(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words[:3])


def _is_next(before: Box, behind: Box) -> bool:
    shared = min(before.y + before.height, behind.y + behind.height) - max(before.y, behind.y)
    space = behind.x - before.x - before.width
    lower, higher = sorted((before.height, behind.height))
    return shared >= _SHARED * lower and -lower <= space <= _APART * higher
