"""Boxes around words, lines and strokes."""

from __future__ import annotations

from collections.abc import Iterable

from inkslate.board import Box
from inkslate.errors import InputError
from inkslate.formats.json_values import Fields


def box_of(rectangle: Fields | None, names: tuple[str, str, str, str]) -> Box | None:
    """The box of an object with these four sides: x, y, width, height; None where one is missing."""
    if rectangle is None:
        return None
    x, y, width, height = (rectangle.number(name) for name in names)
    if x is None or y is None or width is None or height is None:
        return None
    try:
        return Box(x, y, width, height)
    except InputError as error:
        raise InputError(f"{rectangle.where}: {error}; the file is damaged or of another format") from None


def box_around(points: list[tuple[float, float]]) -> Box | None:
    """The upright box around points; None without any."""
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def box_around_boxes(boxes: Iterable[Box | None]) -> Box | None:
    """The box around those boxes that are known; None without any."""
    known = [box for box in boxes if box]
    return box_around([point for box in known for point in ((box.x, box.y), (box.x + box.width, box.y + box.height))])
