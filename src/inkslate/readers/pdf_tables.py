"""Tables of a PDF: rules that were drawn around cells say which words are in a row.

The layout of words alone takes the columns of a table for columns of text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from inkslate.board import Line, Region, Word
from inkslate.readers.layout.bullets import find_bullet, make_line
from inkslate.readers.layout.from_boxes import layout_from_boxes
from inkslate.readers.layout.table_rows import TableRow

_Place = tuple[float, float]
_SHORTEST, _STRAIGHT = 11.0, 1.0  # points: of a rule, which a check box has not, and how far aside it may end
_NEAR = 2.5  # rules that are as near are one, and touch
_MOST_RULES = 1_500  # of a page: a drawing has more
_MOST_STROKES = 400  # of a path: handwriting has more
_MOST_LOOKED_AT = 500_000  # strokes and paths of a file
_MOST_LINES = 3  # of a cell whose text is one thing
_MOST_CROSSED = 0.05  # of the words: more of them lie across the squares of squared paper


class _Rule(NamedTuple):
    """A straight stroke along the page (`at` is its height) or down the page (`at` is its distance from the left)."""

    at: float
    start: float
    end: float


@dataclass
class RuledTable:
    """The heights of its rules, from the top, the distances of its columns from the left, and the words in it."""

    rows: list[float]
    columns: list[float]
    words: list[Word] = field(default_factory=list)

    def holds(self, word: Word) -> bool:
        """Whether the middle of a word is inside."""
        x, y = _middle(word)
        return self.columns[0] <= x <= self.columns[-1] and self.rows[0] <= y <= self.rows[-1]

    def is_squared_paper(self) -> bool:
        """Whether the words do not keep to its cells."""
        inner = self.columns[1:-1]
        crossed = sum(
            any(word.box.x + _NEAR < at < word.box.x + word.box.width - _NEAR for at in inner)
            for word in self.words
            if word.box is not None
        )
        return crossed > _MOST_CROSSED * len(self.words)

    def regions(self) -> Iterator[Region]:
        """Its rows as lines of one region; cells of several lines or items as regions of their own."""
        lines: list[Line] = []
        for cells in self._cells():
            if all(_is_one_thing(cell) for cell in cells):
                row = TableRow()
                for cell in cells:
                    row.add(cell, find_bullet(" ".join(word.text for word in cell)), struck=False)
                words, box = row.line()
                lines += [replace(make_line(words, box=box), gap=bool(lines))] if words else []
                continue
            if lines:
                yield Region("r", tuple(lines))
            lines = []
            for cell in cells:
                yield from layout_from_boxes(cell)
        if lines:
            yield Region("r", tuple(lines))

    def _cells(self) -> Iterator[list[list[Word]]]:
        """The words of each cell, row by row, in the order of the file."""
        rows: dict[int, dict[int, list[Word]]] = {}
        for word in self.words:
            x, y = _middle(word)
            row = rows.setdefault(bisect_right(self.rows, y), {})
            row.setdefault(bisect_right(self.columns, x), []).append(word)
        for number in sorted(rows):
            yield [rows[number][column] for column in sorted(rows[number])]


class TableFinder:
    """Finds the tables of the pages of one file, as long as these have not too many strokes."""

    def __init__(self) -> None:
        self._left = _MOST_LOOKED_AT

    def find(self, page: Any, words: Sequence[Word], as_shown: Callable[[float, float], _Place]) -> list[RuledTable]:
        """The tables of a page with the words in them, from the top."""
        along, down = self._rules(page, as_shown)
        found = []
        for rules in _connected(along, down) if min(len(along), len(down)) > 2 else ():
            rows, columns = ([_mean(near) for near in _grouped(rule.at for rule in part)] for part in rules)
            if len(rows) > 2 and len(columns) > 2:
                table = RuledTable(rows, columns)
                table.words = [word for word in words if word.box is not None and table.holds(word)]
                found += [table] if table.words and not table.is_squared_paper() else []
        return sorted(found, key=lambda table: table.rows[0])

    def _rules(self, page: Any, as_shown: Callable[[float, float], _Place]) -> tuple[list[_Rule], list[_Rule]]:
        """The rules along and down the page as it is shown; none where it has more of them than tables need."""
        import pypdfium2.raw as pdfium

        along: list[_Rule] = []
        down: list[_Rule] = []
        for drawn in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=1):
            count = pdfium.FPDFPath_CountSegments(drawn.raw)
            self._left -= 1 + min(count, _MOST_STROKES)
            if self._left < 0 or len(along) + len(down) > _MOST_RULES:
                return [], []
            for (x, y), (to_x, to_y) in _strokes(drawn, count, as_shown) if count <= _MOST_STROKES else ():
                if abs(y - to_y) <= _STRAIGHT and abs(x - to_x) >= _SHORTEST:
                    along.append(_Rule((y + to_y) / 2, min(x, to_x), max(x, to_x)))
                elif abs(x - to_x) <= _STRAIGHT and abs(y - to_y) >= _SHORTEST:
                    down.append(_Rule((x + to_x) / 2, min(y, to_y), max(y, to_y)))
        return along, down


def _strokes(drawn: Any, count: int, as_shown: Callable[[float, float], _Place]) -> Iterator[tuple[_Place, _Place]]:
    """The straight strokes of a path, from point to point."""
    import ctypes

    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(drawn.raw, matrix):
        return
    x, y = ctypes.c_float(), ctypes.c_float()
    first: _Place | None = None
    last: _Place | None = None
    for number in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(drawn.raw, number)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        at = matrix.a * x.value + matrix.c * y.value + matrix.e, matrix.b * x.value + matrix.d * y.value + matrix.f
        place = as_shown(*at)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            first = place
        elif kind == pdfium.FPDF_SEGMENT_LINETO and last is not None:
            yield last, place
        last = place
        if pdfium.FPDFPathSegment_GetClose(segment) and first is not None:
            yield place, first
            last = first


def _connected(along: Sequence[_Rule], down: Sequence[_Rule]) -> Iterator[tuple[list[_Rule], list[_Rule]]]:
    """The rules that touch each other, directly or by others."""
    free = set(range(len(down)))
    waiting = set(range(len(along)))
    while waiting:
        rows, columns, new = [], [], [waiting.pop()]
        while new:
            row = along[new.pop()]
            rows.append(row)
            touched = [number for number in free if _touch(row, down[number])]
            free.difference_update(touched)
            for number in touched:
                columns.append(down[number])
                more = [other for other in waiting if _touch(along[other], down[number])]
                waiting.difference_update(more)
                new += more
        yield rows, columns


def _touch(row: _Rule, column: _Rule) -> bool:
    across = row.start - _NEAR <= column.at <= row.end + _NEAR
    return across and column.start - _NEAR <= row.at <= column.end + _NEAR


def _grouped(places: Iterator[float]) -> list[list[float]]:
    """The places from the lowest on, those that are near each other together."""
    groups: list[list[float]] = []
    for place in sorted(places):
        if not groups or place - groups[-1][-1] > _NEAR:
            groups.append([])
        groups[-1].append(place)
    return groups


def _mean(places: Sequence[float]) -> float:
    return sum(places) / len(places)


def _is_one_thing(cell: Sequence[Word]) -> bool:
    """Whether a cell is one text, though it may go on over a few lines, and no list."""
    places = [_middle(word)[0] for word in cell]
    starts = [0, *(at for at in range(1, len(cell)) if places[at] < places[at - 1])]
    if len(starts) > _MOST_LINES:
        return False
    bounds = zip(starts, [*starts[1:], len(cell)], strict=True)
    rows = [" ".join(word.text for word in cell[start:end]) for start, end in bounds]
    return not any(find_bullet(row) for row in rows[1:])


def _middle(word: Word) -> _Place:
    assert word.box is not None
    return word.box.x + word.box.width / 2, word.box.y + word.box.height / 2
