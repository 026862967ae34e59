"""Depth of nesting from the columns where lines begin."""

from __future__ import annotations

from typing import NamedTuple

from inkslate.board import MOST_INDENT


class _Level(NamedTuple):
    column: float
    is_item: bool


class Indents:
    """Finds the depth of each line of a region, from top to bottom.

    A line that begins right of the mark of an item above, and has no mark itself, is the rest of that item.
    Columns that differ by no more than `slack` are the same.
    """

    def __init__(self, *, slack: float = 0.0) -> None:
        self._levels: list[_Level] = []
        self._slack = slack

    def depth(self, column: float, *, is_item: bool, is_rest: bool = True) -> int:
        """The depth of the next line, which begins at `column`.

        A line with another mark than that of an item (a tick, a to-do keyword) is no rest of the item above.
        """
        levels = self._levels
        while levels and levels[-1].column > column + self._slack:
            levels.pop()
        if not levels or (
            levels[-1].column + self._slack < column and (is_item or not is_rest or not levels[-1].is_item)
        ):
            levels.append(_Level(column, is_item))
        elif levels[-1].column + self._slack >= column:
            levels[-1] = levels[-1]._replace(is_item=is_item)
        return min(len(levels) - 1, MOST_INDENT)
