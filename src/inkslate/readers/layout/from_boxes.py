"""Words that have only boxes, as regions of lines.

Bottom-up like docstrum: neighbouring words tell the tilt of the page, each word is linked to the one that follows it,
wide gaps that continue above or below are gutters between columns, lines that follow each other downwards at the usual
distance are a region. Regions are put in reading order by XY-cut: bands of the page, and columns within bands.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence

from inkslate.board import Box, Line, Region, Word
from inkslate.readers.layout.bullets import make_line
from inkslate.readers.layout.lines import find_lines
from inkslate.readers.layout.page_frame import WordBoxes, straighten
from inkslate.readers.layout.regions import find_regions

_NUMBER = re.compile(r"\(?(\d{1,3})[.)]")


def layout_from_boxes(words: Sequence[Word]) -> tuple[Region, ...]:
    """Regions r1, r2, ... in reading order; each word is in exactly one line, except the bullets, which are removed.

    The order of the words matters in two cases only: a word without a box follows the word before it, and words with
    the same box and the same source are the parts of one word, in their order.
    """
    places = _places(words)
    if not places:
        return (Region("r1", (make_line(words),)),) if words else ()
    boxes, contents = zip(*places, strict=True)
    texts = [" ".join(word.text for word in content) for content in contents]
    marks = straighten(boxes, texts)
    lines = find_lines(marks, texts)
    regions = find_regions(lines, marks)
    return tuple(
        Region(f"r{number}", _region_lines([lines[line] for line in region], contents, marks))
        for number, region in enumerate(regions, 1)
    )


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


def _region_lines(lines: list[list[int]], contents: Sequence[list[Word]], marks: WordBoxes) -> tuple[Line, ...]:
    result: list[Line] = []
    margin, numbered = float("inf"), False
    for line in lines:
        words = _in_reading_direction([contents[mark] for mark in line])
        made = make_line(words)
        left, size = float(marks.left[line[0]]), float(marks.size[line[0]])
        number = _NUMBER.fullmatch(words[0].text)
        # "12." under the text of an item is a wrapped date or amount, unless a list begins or goes on there.
        if number and left > margin + 0.7 * size and int(number[1]) != 1 and not numbered:
            made = Line(tuple(words))
        elif made.bullet:
            numbered = number is not None and (numbered or int(number[1]) == 1 or margin == float("inf"))
            margin = min(margin, left) if number else left
        result.append(made)
    return tuple(result)


def _in_reading_direction(contents: list[list[Word]]) -> list[Word]:
    """The words of a line from left to right, or from right to left where most of its letters are written so."""
    ways = [_way(words) for words in contents]
    if sum(ways) >= 0:
        return [word for words in contents for word in words]
    ordered: list[list[Word]] = []
    run = 0  # how many words of the other direction are at the end
    for words, way in zip(reversed(contents), reversed(ways), strict=True):
        run = run + 1 if way > 0 else 0
        ordered.insert(len(ordered) - run + 1 if run else len(ordered), words)
    return [word for words in ordered for word in words]


def _way(words: list[Word]) -> int:
    """How many letters more run to the right than to the left."""
    if all(word.text.isascii() for word in words):
        return sum(len(word.text) for word in words)
    kinds = [unicodedata.bidirectional(character) for word in words for character in word.text]
    return sum(kind == "L" for kind in kinds) - sum(kind in ("R", "AL") for kind in kinds)
