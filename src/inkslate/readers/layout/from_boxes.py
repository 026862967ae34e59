"""Words that have only boxes, as regions of lines.

Bottom-up like docstrum: neighbouring words tell the tilt of the page, each word is linked to the one that follows it,
wide gaps that continue above or below are gutters between columns, lines that follow each other downwards at the usual
distance are a region. Regions are put in reading order by XY-cut: bands of the page, and columns within bands.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from inkslate.board import Box, Region, Word
from inkslate.readers.layout.bullets import find_bullet
from inkslate.readers.layout.direction import rightward
from inkslate.readers.layout.lines import find_lines
from inkslate.readers.layout.nesting import lines_of_rows
from inkslate.readers.layout.page_frame import straighten
from inkslate.readers.layout.regions import find_regions
from inkslate.readers.layout.text_row import TextRow

_NUMBER = re.compile(r"\(?(\d{1,3})[.)]")


def layout_from_boxes(words: Sequence[Word]) -> tuple[Region, ...]:
    """Regions r1, r2, ... in reading order; each word is in exactly one line, except the bullets, which are removed.

    The order of the words matters in two cases only: a word without a box follows the word before it, and words with
    the same box and the same source are the parts of one word, in their order.

    >>> words = [Word("Ruth", Box(60, 0, 40, 10)), Word("call", Box(10, 0, 40, 10)), Word("milk", Box(10, 15, 40, 10))]
    >>> [line.text for region in layout_from_boxes(words) for line in region.lines]
    ['call Ruth', 'milk']
    """
    return tuple(
        Region(f"r{number}", tuple(lines_of_rows(rows))) for number, rows in enumerate(rows_from_boxes(words), 1)
    )


def rows_from_boxes(words: Sequence[Word]) -> list[list[TextRow]]:
    """The rows of each region in reading order; their boxes are in a frame of their own, in which the page is level."""
    places = _places(words)
    if not places:
        return [[TextRow(list(words), None)]] if words else []
    boxes, contents = zip(*places, strict=True)
    texts = [" ".join(word.text for word in content) for content in contents]
    marks = straighten(boxes, texts)
    lines = find_lines(marks, texts)
    regions = find_regions(lines, marks)
    # Plain numbers: a line has few words, and taking them out of arrays takes longer than the sums.
    columns = (marks.left, marks.right, marks.v, marks.size, marks.sure)
    frame = [_Mark(*values) for values in zip(*(column.tolist() for column in columns), strict=True)]
    return [_region_rows([lines[line] for line in region], contents, frame) for region in regions]


class _Mark(NamedTuple):
    """A word in the page's own frame."""

    left: float
    right: float
    v: float
    size: float
    sure: bool


def _places(words: Sequence[Word]) -> list[tuple[Box, list[Word]]]:
    """The boxes from the top, and the words in each."""
    groups: list[tuple[Box, list[Word]]] = []
    leading: list[Word] = []
    for word in words:
        if word.box is None:
            (groups[-1][1] if groups else leading).append(word)
        elif groups and word.source and word.box == groups[-1][0] and word.source == groups[-1][1][0].source:
            groups[-1][1].append(word)
        else:
            groups.append((word.box, [*leading, word]))
            leading = []
    boxed: dict[tuple[float, ...], list[tuple[Box, list[Word]]]] = defaultdict(list)
    for group in groups:
        box = group[0]
        boxed[box.y, box.x, box.height, box.width].append(group)
    for same in boxed.values():
        if len(same) > 1:
            same.sort(key=_content_key)
    return [(boxed[key][0][0], [word for _, content in boxed[key] for word in content]) for key in sorted(boxed)]


def _content_key(group: tuple[Box, list[Word]]) -> list[tuple[str, str]]:
    return [(word.text, repr(word.source)) for word in group[1]]


def _region_rows(lines: list[list[int]], contents: Sequence[list[Word]], frame: Sequence[_Mark]) -> list[TextRow]:
    rows: list[TextRow] = []
    margin, numbered = float("inf"), False
    for line in lines:
        words = _in_reading_direction([contents[mark] for mark in line])
        row = TextRow(words, _line_box([frame[mark] for mark in line]), upright=True)
        left, size = frame[line[0]].left, frame[line[0]].size
        number = _NUMBER.fullmatch(words[0].text)
        # "12." under the text of an item is a wrapped date or amount, unless a list begins or goes on there.
        if number and left > margin + 0.7 * size and int(number[1]) != 1 and not numbered:
            row.plain = True
        elif find_bullet(" ".join(word.text for word in words)):
            numbered = number is not None and (numbered or int(number[1]) == 1 or margin == float("inf"))
            margin = min(margin, left) if number else left
        rows.append(row)
    return rows


def _line_box(marks: Sequence[_Mark]) -> Box:
    """The box of a line; words of small letters only are low, and a dash or a bullet says nothing."""
    left, right = min(mark.left for mark in marks), max(mark.right for mark in marks)
    sizes = [mark.size for mark in marks if mark.sure] or [mark.size for mark in marks]
    return Box(left, sum(mark.v for mark in marks) / len(marks), right - left, max(sizes))


def _in_reading_direction(contents: list[list[Word]]) -> list[Word]:
    """The words of a line from left to right, or from right to left where most of its letters are written so."""
    ways = [rightward(words) for words in contents]
    if sum(ways) >= 0:
        return [word for words in contents for word in words]
    ordered: list[list[Word]] = []
    run = 0  # how many words of the other direction are at the end
    for words, way in zip(reversed(contents), reversed(ways), strict=True):
        run = run + 1 if way > 0 else 0
        ordered.insert(len(ordered) - run + 1 if run else len(ordered), words)
    return [word for words in ordered for word in words]
