"""Check boxes and bullets that a PDF draws: small squares and dots in front of words, and what is drawn in them.

Browsers print lists and task lists so, and many forms have such boxes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from inkslate.board import Box, Word

_AsShown = Callable[[float, float], tuple[float, float]]
_Beginning = tuple[float, float, float, int]  # of a word: its middle, its left side, its height and its number
_DOT, _SMALLEST, _LARGEST = 2.5, 6.5, 20.0  # points: of bullets, from there on of boxes; pictures are larger
_SKEW, _OVERSHOOT = 0.12, 0.25  # of the side: how far a square may be from one, and a tick from its box
_TICK = 0.35  # of the side, at least
_FARTHEST = 3.0  # sides between a box and the word behind it
_MOST_MARKS = 300  # of a page: squared and dotted paper have more
_MOST_SHAPES = 3_000  # of a page that are as small
_MOST_LOOKED_AT = 200_000  # paths of a file


class _Shape(NamedTuple):
    box: Box
    is_square: bool
    is_dot: bool


class BoxFinder:
    """Finds the check boxes on the pages of one file, as long as not too much is drawn on them."""

    def __init__(self) -> None:
        self._left = _MOST_LOOKED_AT

    def find(self, page: Any, words: Sequence[Word], as_shown: _AsShown, place: str) -> list[Word]:
        """The words of a page with the marks that are drawn in front of some, each as a word right before it.

        The source of a mark is its place and number: `page1#mark0`.
        """
        shapes = list(islice(self._shapes(page, as_shown), _MOST_SHAPES + 1))
        if len(shapes) > _MOST_SHAPES:
            return list(words)
        begun = _beginnings(words)
        ticks = [shape.box for shape in shapes if not shape.is_square]
        signs: list[tuple[int, str, Box]] = []
        for behind, box in _in_front([shape.box for shape in shapes if shape.is_square], begun):
            signs.append((behind, "☑" if any(_is_inside(tick, box) for tick in ticks) else "☐", box))
        for behind, dot in _in_front([shape.box for shape in shapes if shape.is_dot], begun):
            if not any(_is_around(shape.box, dot) for shape in shapes):  # that of a radio button
                signs.append((behind, "•", dot))
        return _with_marks(words, sorted(signs, key=lambda sign: sign[0]), place)

    def _shapes(self, page: Any, as_shown: _AsShown) -> Iterator[_Shape]:
        """What is drawn on a page and is as small as a check box or a tick."""
        import ctypes

        import pypdfium2.raw as pdfium

        for drawn in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1):
            self._left -= 1
            if self._left < 0:
                return
            sides = [ctypes.c_float() for _ in range(4)]
            if not pdfium.FPDFPageObj_GetBounds(drawn.raw, *sides):
                continue
            left, bottom, right, top = (side.value for side in sides)
            if not max(right - left, top - bottom) <= _LARGEST * (1 + _OVERSHOOT):  # nor where it is no number
                continue
            count = pdfium.FPDFPath_CountSegments(drawn.raw)
            # A circle has curves only, and a tick few strokes that do not close.
            has_sides = count > 4 and _kind(drawn, 1) == pdfium.FPDF_SEGMENT_LINETO
            (x, y), (to_x, to_y) = as_shown(left, top), as_shown(right, bottom)
            box = Box(min(x, to_x), min(y, to_y), abs(to_x - x), abs(to_y - y))
            side = max(box.width, box.height)
            is_even = abs(box.width - box.height) <= _SKEW * side
            is_square = has_sides and is_even and _SMALLEST <= side <= _LARGEST
            yield _Shape(box, is_square, count > 4 and is_even and _DOT <= side < _SMALLEST)


def _kind(drawn: Any, number: int) -> int:
    import pypdfium2.raw as pdfium

    return int(pdfium.FPDFPathSegment_GetType(pdfium.FPDFPath_GetPathSegment(drawn.raw, number)))


def _is_around(shape: Box, mark: Box) -> bool:
    """Whether a mark is drawn inside of a larger shape."""
    x, y = mark.x + mark.width / 2, mark.y + mark.height / 2
    across = shape.x < x < shape.x + shape.width and shape.y < y < shape.y + shape.height
    return across and shape.width > mark.width


def _beginnings(words: Sequence[Word]) -> list[_Beginning]:
    return sorted(
        (word.box.y + word.box.height / 2, word.box.x, word.box.height, number)
        for number, word in enumerate(words)
        if word.box is not None
    )


def _with_marks(words: Sequence[Word], signs: Sequence[tuple[int, str, Box]], place: str) -> list[Word]:
    found = list(words)
    for number, (behind, sign, box) in reversed(list(enumerate(signs))):
        found.insert(behind, Word(sign, box, (f"{place}#mark{number}",)))
    return found


def _in_front(marks: Sequence[Box], begun: Sequence[_Beginning]) -> Iterator[tuple[int, Box]]:
    """The marks in front of words, with the number of the word; none where a page has too many.

    The border and the ground of a box are two squares: what is drawn inside of another mark is none.
    """
    kept: list[Box] = []
    for mark in sorted(marks, key=lambda box: -box.width) if len(marks) <= 4 * _MOST_MARKS else ():
        if mark not in kept and not any(_is_around(box, mark) for box in kept):
            kept.append(mark)
    for mark in kept if len(kept) <= _MOST_MARKS else ():
        if (behind := _word_behind(mark, begun)) is not None:
            yield behind, mark


def _word_behind(mark: Box, begun: Sequence[_Beginning]) -> int | None:
    """The number of the word that begins next right of a mark, at its height; None where there is none near it."""
    middle, right = mark.y + mark.height / 2, mark.x + mark.width
    first = bisect_left(begun, (middle - _LARGEST, 0.0, 0.0, 0))
    last = bisect_right(begun, (middle + _LARGEST, 0.0, 0.0, 0))
    near = [
        (x, number)
        for at, x, height, number in begun[first:last]
        if abs(at - middle) <= max(mark.height, height) / 2 and right - 1 <= x <= right + _FARTHEST * mark.width
    ]
    return min(near)[1] if near else None


def _is_inside(tick: Box, square: Box) -> bool:
    """Whether something that was drawn ticks a square."""
    side, more = square.width, _OVERSHOOT * square.width
    if max(tick.width, tick.height) < _TICK * side:
        return False
    across = square.x - more <= tick.x and tick.x + tick.width <= square.x + side + more
    return across and square.y - more <= tick.y and tick.y + tick.height <= square.y + square.height + more
