"""PAGE XML (PRImA pagecontent of every year; Transkribus, eScriptorium, OCR-D): regions in reading order.

A word's source is the id of its Word; without one, the nearest id and `#n`: the n-th word of that element.
A word that is divided by ¬ or a soft hyphen at a line's end is joined: it is on the first line, with both sources.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from inkslate.board import DONE, Board, Box, Line, Region, Word
from inkslate.errors import InputError
from inkslate.formats.json_values import pairs
from inkslate.messages import shorten
from inkslate.readers.document import Document
from inkslate.readers.layout.bullets import make_line
from inkslate.readers.layout.geometry import box_around
from inkslate.readers.layout.hyphens import NOT_SIGN, SOFT_HYPHEN, undivided_rows
from inkslate.readers.layout.stray_bullets import lines_of_page
from inkslate.readers.layout.text_row import TextRow
from inkslate.readers.region_ids import RegionIds, next_number
from inkslate.readers.xml import finite, in_order, local, parse, root_tag, whole
from inkslate.readers.xml_words import ElementWords

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ROOT = "PcGts"
# Transkribus keeps the order in its own attribute: custom="readingOrder {index:0;} structure {type:heading;}".
_CUSTOM_ORDER = re.compile(r"readingOrder\s*\{[^{}]*?\bindex\s*:\s*(\d{1,9})")
_CUSTOM_TYPE = re.compile(r"\bstructure\s*\{[^{}]*?\btype\s*:\s*([\w-]{1,40})")
# The format has no levels: what stands above a page is above the headings on it. eScriptorium marks lines.
_HEADINGS = {"header": 1, "heading": 2, "headingline": 2}
_BETWEEN_NUMBERS = re.compile(r"[\s,;]+")
_LONGEST_LABEL = 4


def recognises(document: Document) -> bool:
    """Whether the root element is that of PAGE XML."""
    return local(root_tag(document) or "") == _ROOT


def scan(document: Document) -> Iterator[Board]:
    """One board for all pages of the file."""
    root = parse(document, root=_ROOT)
    yield Board(document.stem, tuple(_PageXmlReader(root, document.name).regions()))


class _PageXmlReader:
    """Reads the regions of one file."""

    def __init__(self, root: Element, name: str) -> None:
        self._root = root
        self._elements = ElementWords(root, name=name, attribute="id")
        self._elements.refuse_duplicates(filter(_is_region, root.iter()))

    def regions(self) -> Iterator[Region]:
        """The regions that have lines, in reading order."""
        ids = RegionIds(next_number)
        number = 0
        label: tuple[Element, list[Line]] | None = None
        for element, lines in (pair for page in self._root.iter("Page") for pair in self._lines(page)):
            if not lines:
                continue
            if element.get("type") == "list-label" and _is_label(lines) and label is None:
                label = element, lines
                continue
            if label is not None:
                mark = label[1][0]
                lines[0] = replace(lines[0], bullet=True, box=DONE if mark.done else lines[0].box or mark.box)
                label = None
            number += 1
            yield Region(ids.take(element.get("id") or None, number=number), tuple(lines))
        if label is not None:  # a label with nothing behind it
            yield Region(ids.take(label[0].get("id") or None, number=number + 1), tuple(label[1]))

    def _lines(self, page: Element) -> Iterator[tuple[Element, list[Line]]]:
        """The regions of a page in reading order, each with its lines."""
        regions = list(_regions_in_order(page))
        rows = [self._rows(region) for region in regions]
        # A dash in a table cell is not the bullet of the next cell.
        tables = [region.find("TableCell") is not None for region in regions]
        joined = lines_of_page([[] if table else row for row, table in zip(rows, tables, strict=True)])
        for region, row, table, lines in zip(regions, rows, tables, joined, strict=True):
            yield region, [make_line(one.words) for one in row] if table else lines

    def _rows(self, region: Element) -> list[TextRow]:
        blocks = [region, *in_order(region.findall("TableCell"), _place)]
        return [row for block in blocks for row in self._rows_of_block(block, region)]

    def _rows_of_block(self, block: Element, region: Element) -> list[TextRow]:
        above = self._elements.anchors((region, block))
        lines = in_order(block.findall("TextLine"), _place)
        rows = [self._elements.words(_tokens(element), line=element, above=above, box=self._box) for element in lines]
        headings = [_heading(element) or _heading(region) for element in lines]
        text = _text(block)
        if not any(rows) and text and not any(_has_text(child) for child in block if _is_region(child)):
            box = self._box(block)
            rows = [
                [Word(token, box, (self._elements.address(above),)) for token in row.split()]
                for row in text.splitlines()
            ]
            headings = [_heading(region)] * len(rows)
        return undivided_rows(rows, headings, signs=SOFT_HYPHEN + NOT_SIGN)

    def _box(self, element: Element) -> Box | None:
        coords = element.find("Coords")
        if coords is None:
            return None
        # Until 2013 the points were elements.
        points = coords.get("points") or " ".join(
            f"{point.get('x', '')},{point.get('y', '')}" for point in coords.findall("Point")
        )
        numbers = finite(filter(None, _BETWEEN_NUMBERS.split(points)))
        if numbers is None:
            where = self._elements.where(element)
            raise InputError(f"{where}: the Coords {shorten(points)} are not points of finite numbers; correct them")
        return box_around(list(pairs(numbers)))


def _regions_in_order(page: Element) -> Iterator[Element]:
    """Every region once: those that the ReadingOrder names, then the others in the order of the file."""
    by_id = {key: region for region in page.iter() if _is_region(region) and (key := region.get("id"))}
    orders = page.findall("ReadingOrder")
    named = [key for order in orders for key in _references(order) if key in by_id]
    elsewhere = set(named)
    seen: set[Element] = set()

    def with_nested(region: Element) -> Iterator[Element]:
        if region in seen:
            return
        seen.add(region)
        yield region
        for inner in in_order(filter(_is_region, region), _place):
            if inner.get("id") not in elsewhere:
                yield from with_nested(inner)

    for key in named:
        yield from with_nested(by_id[key])
    if page.find("TextLine") is not None:  # not allowed, but lines all the same
        yield page
    others = list(filter(_is_region, page))
    for region in others if named else in_order(others, _place):
        yield from with_nested(region)


def _references(group: Element) -> Iterator[str]:
    for child in in_order(group, _index):
        if reference := child.get("regionRef"):
            yield reference
        yield from _references(child)


def _index(element: Element) -> tuple[int, ...] | None:
    index = whole(element.get("index"))
    return None if index is None else (index,)


def _place(element: Element) -> tuple[int, ...] | None:
    """The place of a line, region or cell among its neighbours; None where the file does not say."""
    cell = element if element.tag == "TableCell" else element.find("Roles/TableCellRole")
    if cell is not None:
        row = whole(cell.get("row", cell.get("rowIndex")))
        column = whole(cell.get("col", cell.get("columnIndex")))
        return None if row is None or column is None else (row, column)
    if (index := _index(element)) is not None:
        return index
    match = _CUSTOM_ORDER.search(element.get("custom", ""))
    return (int(match[1]),) if match else None


def _heading(element: Element) -> int:
    """The level of the heading that a region or line says it is; 0 for others."""
    custom = _CUSTOM_TYPE.search(element.get("custom", ""))
    kinds = (element.get("type", ""), custom[1] if custom else "")
    return next((_HEADINGS[kind.lower()] for kind in kinds if kind.lower() in _HEADINGS), 0)


def _tokens(line: Element) -> list[tuple[Element, str]]:
    """The words of a line, each with the element it is from: its Word, or the line where there are none."""
    elements = line.findall("Word")
    own = _text(line).split()
    texts = [_text(element) or "".join(map(_text, element.findall("Glyph"))) for element in elements]
    tokens = [(element, token) for element, text in zip(elements, texts, strict=True) for token in text.split()]
    if own and (len(own) > len(tokens) or not all(text.strip() for text in texts)) and [t for _, t in tokens] != own:
        # Words that were outlined but not read, or forgotten: the line's text is the whole of it.
        return list(zip(elements if len(elements) == len(own) else [line] * len(own), own, strict=True))
    return tokens or [(line, token) for token in own]


def _text(element: Element) -> str:
    """The main text of an element: that of the TextEquiv with the lowest index, or of the first."""
    equivalents = element.findall("TextEquiv")
    if len(equivalents) > 1:
        equivalents.sort(key=lambda equivalent: _index(equivalent) or (math.inf,))
    for equivalent in equivalents:
        for tag in ("Unicode", "PlainText"):
            text = "".join(part for child in equivalent.findall(tag) for part in child.itertext())
            if text.strip():
                return text
    return ""


def _has_text(element: Element) -> bool:
    return any(_text(inner) for inner in element.iter())


def _is_region(element: Element) -> bool:
    return element.tag.endswith("Region")


def _is_label(lines: Sequence[Line]) -> bool:
    """One bullet or number, as recognised or as short as one."""
    return len(lines) == 1 and len(lines[0].words) <= 1 and len(lines[0].text) <= _LONGEST_LABEL
