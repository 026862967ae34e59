"""Rows of words on a page that is tilted a little: upright boxes around them reach into their neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median, median_low

from inkslate.board import Box
from inkslate.readers.layout.geometry import box_around
from inkslate.readers.layout.text_row import TextRow, middle

_LONG = 5.0  # in heights: only rows at least this long show the tilt
_LEVEL, _STEEPEST = 0.01, 0.5  # less makes no difference; more is another direction of writing


def straightened(rows: Sequence[TextRow]) -> list[TextRow]:
    """The rows with their boxes as they would be on a level page; where the page is level, as they are."""
    slope = slope_of(rows)
    return [replace(row, box=_turned(row, slope), upright=True) for row in rows] if slope else list(rows)


def slope_of(rows: Sequence[TextRow]) -> float:
    """How steeply the words of most rows go down; 0 where the page is level or too few rows are long enough."""
    slopes = [slope for row in rows if (slope := _slope(row)) is not None]
    slope = median(slopes) if len(slopes) > 2 else 0.0
    return slope if _LEVEL < abs(slope) < _STEEPEST else 0.0


def _slope(row: TextRow) -> float | None:
    boxes = [word.box for word in row.words if word.box is not None]
    if len(boxes) < 2:
        return None
    along = _centre(boxes[-1]) - _centre(boxes[0])
    if along <= 0 or along < _LONG * median_low([box.height for box in boxes]):
        return None
    return (middle(boxes[-1]) - middle(boxes[0])) / along


def _turned(row: TextRow, slope: float) -> Box | None:
    """Around the words turned back; for a slope this small, along and down are sheared into each other."""
    boxes = [word.box for word in row.words if word.box is not None]
    if not boxes:
        return row.box
    # A tilted word's upright box is higher by what the word rises.
    height = median_low([max(box.height / 2, box.height - box.width * abs(slope)) for box in boxes])
    down = median(middle(box) - slope * _centre(box) for box in boxes)
    lefts = [box.x + slope * middle(box) for box in boxes]
    rights = [left + box.width for left, box in zip(lefts, boxes, strict=True)]
    return box_around([(min(lefts), down - height / 2), (max(rights), down + height / 2)])


def _centre(box: Box) -> float:
    return box.x + box.width / 2
