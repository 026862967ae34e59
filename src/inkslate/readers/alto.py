"""ALTO XML (versions 2 to 4; ABBYY, docWorks, Tesseract, Transkribus, eScriptorium, Kraken): a block is a region.

A word's source is the ID of its String; without one, the nearest ID and `#n`: the n-th word of that element.
A word that is divided at a line's end (HYP, HypPart1, ¬, soft hyphen) is joined: it is on the first line, with both
sources.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from inkslate.board import Board, Box, Region, Word
from inkslate.errors import InputError
from inkslate.messages import shorten
from inkslate.readers.document import Document
from inkslate.readers.layout.geometry import box_around
from inkslate.readers.layout.hyphens import NOT_SIGN, SOFT_HYPHEN, undivided_rows
from inkslate.readers.layout.stray_bullets import lines_of_page
from inkslate.readers.layout.text_row import TextRow
from inkslate.readers.region_ids import RegionIds, with_count
from inkslate.readers.xml import finite, in_order, local, parse, root_tag
from inkslate.readers.xml_words import ElementWords

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ROOT = "alto"
_SIDES = ("HPOS", "VPOS", "WIDTH", "HEIGHT")
_BLOCKS = ("ComposedBlock", "TextBlock")
_TAGS = ("LayoutTag", "StructureTag", "OtherTag")
# As in PAGE XML: what stands above a page is above the headings on it.
_HEADINGS = {
    "title": 1,
    "header": 1,
    "heading": 2,
    "headingline": 2,
    "headline": 2,
    "sectionheading": 2,
    "sectionheader": 2,
}
_BETWEEN_PARTS = re.compile(r"[\s_-]+")  # of a name: "Section heading"
_SUBTYPE = re.compile(r"[:#]")  # begins what SegmOnto adds to a name: "HeadingLine:main"
_HYPHENS = "-‐‑⸗=" + SOFT_HYPHEN + NOT_SIGN
_BEHIND_WORDS = string.punctuation + "’”»…"

_Tokens = list[tuple["Element", str]]


def recognises(document: Document) -> bool:
    """Whether the root element is that of ALTO."""
    return local(root_tag(document) or "") == _ROOT


def scan(document: Document) -> Iterator[Board]:
    """One board for all pages of the file."""
    root = parse(document, root=_ROOT)
    yield Board(document.stem, tuple(_AltoReader(root, document.name).regions()))


class _AltoReader:
    """Reads the regions of one file."""

    def __init__(self, root: Element, name: str) -> None:
        self._root = root
        self._elements = ElementWords(root, name=name, attribute="ID")
        self._levels = {
            key: level
            for tags in root.iter("Tags")
            for tag in tags
            if tag.tag in _TAGS and (key := tag.get("ID")) and (level := _level(tag.get("LABEL"), tag.get("TYPE")))
        }
        self._order = _reading_order(root)

    def regions(self) -> Iterator[Region]:
        """The blocks that have lines, page by page."""
        ids = RegionIds(with_count)  # the pages of a file may each number their blocks from 0
        number = 0
        for page in _pages(self._root):
            blocks = in_order(self._blocks(page, 0), lambda pair: self._place(pair[0]))
            self._elements.refuse_duplicates(block for block, _ in blocks)
            rows = [self._rows(block, page, heading) for block, heading in blocks]
            for (block, _), lines in zip(blocks, lines_of_page(rows), strict=True):
                if lines:
                    number += 1
                    yield Region(ids.take(block.get("ID") or None, number=number), tuple(lines))

    def _blocks(self, element: Element, heading: int) -> Iterator[tuple[Element, int]]:
        """Everything with lines, in the order of the file, and its level as a heading or that of what it is in."""
        if element.tag in _BLOCKS:  # a title page is not all title
            heading = self._heading(element) or heading
        if element.find("TextLine") is not None:
            yield element, heading
        for child in element:
            if child.tag != "TextLine":
                yield from self._blocks(child, heading)

    def _rows(self, block: Element, page: Element, heading: int) -> list[TextRow]:
        above = self._elements.anchors((page, block))
        lines = in_order(block.findall("TextLine"), self._place)
        rows = [self._words(line, tokens, above) for line, tokens in zip(lines, _tokens_of_lines(lines), strict=True)]
        headings = [self._heading(line) or heading for line in lines]
        return undivided_rows(rows, headings, signs=SOFT_HYPHEN + NOT_SIGN)

    def _words(self, line: Element, tokens: _Tokens, above: Sequence[str]) -> list[Word]:
        is_only = len(line.findall("String")) == 1

        def box(element: Element) -> Box | None:
            return self._box(element) or (self._box(line) if is_only else None)

        return self._elements.words(tokens, line=line, above=above, box=box)

    def _heading(self, element: Element) -> int:
        """The level of the heading that an element says it is; 0 for others."""
        referred = (self._levels[key] for key in element.get("TAGREFS", "").split() if key in self._levels)
        return next(referred, 0) or _level(element.get("TYPE"), element.get("type"))

    def _place(self, element: Element) -> tuple[int, ...] | None:
        """The place of a block or line in the ReadingOrder, which may name lines alone; None where it has none."""
        if not self._order:
            return None
        keys = [element.get("ID"), *(line.get("ID") for line in element.findall("TextLine"))]
        return min((self._order[key] for key in keys if key in self._order), default=None)

    def _box(self, element: Element) -> Box | None:
        sides = [element.get(side, "").strip() for side in _SIDES]
        if not all(sides):
            return None
        numbers = finite(sides)
        if numbers is None:
            written = shorten(" ".join(sides))
            raise InputError(f"{self._elements.where(element)}: {written} are not four finite numbers; correct them")
        x, y, width, height = numbers
        return box_around([(x, y), (x + width, y + height)])


def _pages(element: Element) -> Iterator[Element]:
    """The pages; one inside of another is a part of that."""
    if element.tag == "Page":
        yield element
        return
    for child in element:
        yield from _pages(child)


def _reading_order(root: Element) -> dict[str | None, tuple[int, ...]]:
    """The places of what the first group of the ReadingOrder names; the others are alternatives."""
    group = root.find("ReadingOrder/*")
    names = [] if group is None else [key for element in group.iter("ElementRef") if (key := element.get("REF"))]
    return {key: (number,) for number, key in enumerate(dict.fromkeys(names))}


def _level(*names: str | None) -> int:
    """The level of the first of these names that names a heading; 0 where none does."""
    plain = (_BETWEEN_PARTS.sub("", _SUBTYPE.split(name, maxsplit=1)[0]).lower() for name in names if name)
    return next((_HEADINGS[name] for name in plain if name in _HEADINGS), 0)


def _tokens_of_lines(lines: Sequence[Element]) -> list[_Tokens]:
    """The words of each line; a word that goes on in the next line ends with a soft hyphen, and no other."""
    rows = [_tokens(line) for line in lines]
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        if row and _is_divided(line):
            element, text = row[-1]
            behind = [token for following in rows[number : number + 1] for token in following[:1]]
            rest = next((token for other, token in behind if other.get("SUBS_TYPE") == "HypPart2"), "")
            row[-1] = element, _begun(text, rest, element.get("SUBS_CONTENT", "")) + SOFT_HYPHEN
    return rows


def _tokens(line: Element) -> _Tokens:
    """The words of a line, each with its String; the String of a whole line has several."""
    tokens = []
    for element in line.findall("String"):
        text = element.get("CONTENT", "").strip()
        text = text or "".join(glyph.get("CONTENT", "") for glyph in element.findall("Glyph"))
        tokens += [(element, token) for token in text.split()]
    return tokens


def _is_divided(line: Element) -> bool:
    *_, last = [None, *(child for child in line if child.tag in ("String", "HYP"))]
    return last is not None and (last.tag == "HYP" or last.get("SUBS_TYPE") == "HypPart1")


def _begun(text: str, rest: str, whole: str) -> str:
    """The first part of a divided word so that, with the rest, it is the whole as the file has it."""
    bare = text.rstrip(_HYPHENS) or text
    if not rest or not whole or whole in bare + rest:
        return bare
    if whole in f"{bare}-{rest}":  # stand-up, divided at its own hyphen
        return f"{bare}-"
    end = rest.rstrip(_BEHIND_WORDS)
    # Spelled otherwise where it is divided: Zuk-ker for Zucker.
    changed = whole.removesuffix(end) if end and len(whole.split()) == 1 and whole.endswith(end) else ""
    return changed.strip() or bare
