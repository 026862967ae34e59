"""The hOCR parser: collects words, lines and regions by the classes of their tags."""

from __future__ import annotations

import re
from collections import Counter

from inkslate.board import DEEPEST_HEADING, Word
from inkslate.messages import shorten
from inkslate.readers.hocr.elements import (
    Heading,
    HocrBlock,
    HocrRow,
    OpenElement,
    id_of,
    is_on_another_line,
    parse_box,
    start_of,
)
from inkslate.readers.html import LinearParser

_PAGE, _AREA, _PARAGRAPH, _LINE, _WORD, _CHARACTER = range(6)
# Tesseract names a heading's, a float's or a caption's line so; elsewhere they are blocks with lines in them, which
# comes to the same: a line ends where another begins.
_ROLES = {
    "ocr_page": _PAGE,
    "ocr_carea": _AREA,
    "ocr_column": _AREA,
    "ocrx_block": _AREA,
    "ocr_par": _PARAGRAPH,
    "ocr_line": _LINE,
    "ocrx_line": _LINE,
    "ocr_header": _LINE,
    "ocr_footer": _LINE,
    "ocr_caption": _LINE,
    "ocr_textfloat": _LINE,
    "ocr_word": _WORD,
    "ocrx_word": _WORD,
    "ocrx_cinfo": _CHARACTER,
    "ocr_cinfo": _CHARACTER,
    "ocr_symbol": _CHARACTER,
}
# The levels that the standard recommends. A title is a heading throughout, a chapter only where it holds no paragraphs.
# Tesseract's ocr_header is a line of a heading; where it holds lines, it is the header of a page.
_HEADINGS = {
    "ocr_title": Heading(1, _PAGE),
    "ocr_part": Heading(1, _PARAGRAPH),
    "ocr_chapter": Heading(1, _PARAGRAPH),
    "ocr_section": Heading(2, _PARAGRAPH),
    "ocr_subsection": Heading(3, _PARAGRAPH),
    "ocr_subsubsection": Heading(4, _PARAGRAPH),
    "ocr_header": Heading(2, _LINE),
}
_HEADING_TAGS = {f"h{level}": Heading(level, _PAGE) for level in range(1, DEEPEST_HEADING + 1)}
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_BLOCKS = frozenset("address blockquote body div dd dl dt h1 h2 h3 h4 h5 h6 li ol p pre section table td tr ul".split())
# HTML lets their end tags be left out; XHTML does not, where a file without its end was cut off.
_NEED_NO_END = frozenset("p li dd dt td th tr tbody thead tfoot colgroup option".split())
_DOCUMENT = ("html", "body")
_HIDDEN = frozenset(("script", "style", "head", "title"))
_PLAIN_TAG = re.compile(r"""<(span|div|p)((?:\s+[a-z]+=(?:'[^'<>&]*'|"[^"<>&]*"))*)\s*>""")
_ATTRIBUTE = re.compile(r"""([a-z]+)=(?:'([^']*)'|"([^"]*)")""")


class HocrParser(LinearParser):
    """Collects words into lines and lines into regions while the parser walks over the tags."""

    def __init__(self) -> None:
        super().__init__()
        self.known = False
        self.declares = False  # its own document type: entities, which would be read as they are spelled
        self._strict = False  # XHTML
        self._stack: list[OpenElement] = []
        self._tags: Counter[str] = Counter()
        self._ids: set[str] = set()
        self._items = 0  # word elements and words of bare text so far
        self._plain: list[str] = []  # the text of the open word
        self._characters: list[str] = []  # and what its characters' elements say
        self._bare: list[str] = []  # text outside of words
        self._bare_in: OpenElement | None = None
        self._words: list[Word] = []
        self._line_in: OpenElement | None = None
        self._heading = 0  # the level of the heading that the line is in
        self._pages: list[OpenElement] = []
        self._regions: list[tuple[OpenElement | None, list[HocrRow]]] = []

    def blocks(self) -> list[HocrBlock]:
        """The regions in the order of the file."""
        self._end_line()
        pages = {id(page): number for number, page in enumerate(self._pages, 1)}
        return [
            HocrBlock(element.id if element else None, pages.get(id(element.page), 0) if element else 0, rows)
            for element, rows in self._regions
        ]

    def unclosed(self) -> str | None:
        """The innermost element that must end and did not, as a message names it."""
        element = next((element for element in reversed(self._stack) if element.must_end), None)
        if element is None:
            return None
        return f"<{element.tag}>" + (f" with the id {shorten(element.id)}" if element.id else "")

    def parse_starttag(self, i: int) -> int:
        """Parse the tags that make up nearly all of a file in a third of the time; the base class parses the others."""
        match = _PLAIN_TAG.match(self.rawdata, i)
        if match is None:
            return super().parse_starttag(i)
        found = _ATTRIBUTE.findall(match[2])
        self.handle_starttag(match[1], [(name, single or double) for name, single, double in found])
        return match.end()

    def handle_decl(self, decl: str) -> None:
        """Note a document type with declarations in it; a bare one is harmless."""
        self.declares = self.declares or "[" in decl

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; what must end before it ends first."""
        if tag in _VOID:
            if tag in ("br", "hr"):
                self._end_line()
            return
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        self._strict = self._strict or (tag == "html" and "xmlns" in given)
        role = next((_ROLES[name] for name in classes if name in _ROLES), None)
        if role == _PAGE:
            self._close_page()
        elif tag == "p" and self._tags["p"]:
            self._close("p")
        elif tag == "body" and self._tags["head"]:
            self._close("head")
        breaks = tag in _BLOCKS or (role is not None and role <= _LINE)
        if breaks:
            self._end_line()
        elif role == _WORD:
            self._end_word()
            self._end_bare()
        element = self._stack[-1].opened(tag, breaks=breaks) if self._stack else OpenElement(tag, breaks)
        element.must_end = (role is not None and tag not in _NEED_NO_END) or (self._strict and tag in _DOCUMENT)
        self._stack.append(element)
        self._tags[tag] += 1
        if tag in _HIDDEN or (tag == "del" and "alt" in classes):
            element.hidden = True  # <del class="alt"> is a reading that the engine did not choose
        element.heading = _heading(element.heading, tag, classes, role)
        if role is not None:
            self._begin(element, role, given)
        elif tag in _BLOCKS:
            self._name(element, given)

    def handle_endtag(self, tag: str) -> None:
        """Close an element and everything inside of it."""
        if self._tags[tag]:
            self._close(tag)

    def handle_data(self, data: str) -> None:
        """Add text to the open word, or to the text outside of words."""
        if not self._stack:
            return
        element = self._stack[-1]
        if element.hidden or not element.inside or element.level > 1:
            return  # below a character are the alternatives that Tesseract considered for it
        if element.word:
            (self._characters if element.level else self._plain).append(data)
        else:
            self._bare_in = self._bare_in if self._bare else element
            self._bare.append(data)

    def _begin(self, element: OpenElement, role: int, given: dict[str, str | None]) -> None:
        self.known = self.known or role != _CHARACTER
        element.inside = element.inside or role != _CHARACTER
        if role == _CHARACTER:
            element.level += 1
            return
        outer = element.scope
        self._name(element, given)
        element.box = parse_box(given.get("title"))
        if role == _WORD:
            # An old Tesseract puts a word with a confidence into one with a box.
            element.box = element.box or (element.word.box if element.word else None)
            element.word, element.level = element, 0
            element.source = element.id or f"{id_of(outer)}#{self._items - start_of(outer)}"
            self._items += 1
        elif role == _LINE:
            element.line = element
        elif role == _PARAGRAPH:
            element.paragraph = element
        elif role == _AREA:
            element.area = element
        else:
            element.page = element
            self._pages.append(element)

    def _name(self, element: OpenElement, given: dict[str, str | None]) -> None:
        """Its id, if no element had it before: a source must identify one place."""
        name = given.get("id")
        element.started = self._items
        if name and name not in self._ids:
            self._ids.add(name)
            element.id = name
            element.scope = element

    def _close_page(self) -> None:
        """Pages do not nest: one that begins inside of another ends it."""
        page = self._stack[-1].page if self._stack else None
        while page:
            page = None if self._stack[-1] is page else page
            self._pop()

    def _close(self, tag: str) -> None:
        while self._pop() != tag:
            pass

    def _pop(self) -> str:
        element = self._stack[-1]
        if element.word is element:
            self._end_word()
        elif element.breaks:
            self._end_line()
        self._stack.pop()
        self._tags[element.tag] -= 1
        return element.tag

    def _end_word(self) -> None:
        if not self._plain and not self._characters:
            return
        texts = "".join(self._plain).split() or "".join(self._characters).split()
        self._plain, self._characters = [], []
        element = self._stack[-1].word
        if element:
            box = element.box
            if not element.line and box and self._words and is_on_another_line(self._words[-1].box, box):
                self._end_line()
            self._add(element, [Word(text, box, (element.source,)) for text in texts])

    def _end_bare(self) -> None:
        texts = "".join(self._bare).split()
        self._bare = []
        element = self._bare_in
        if texts and element:
            first = self._items - start_of(element.scope)
            self._items += len(texts)
            box, name = element.line.box if element.line else None, id_of(element.scope)
            self._add(element, [Word(text, box, (f"{name}#{at}",)) for at, text in enumerate(texts, first)])

    def _add(self, element: OpenElement, words: list[Word]) -> None:
        if words:
            if not self._words:
                self._line_in = element.region
                self._heading = element.heading.level if element.heading else 0
            self._words += words

    def _end_line(self) -> None:
        self._end_word()
        self._end_bare()
        if self._words:
            if not self._regions or self._regions[-1][0] is not self._line_in:
                # Text behind an area on its page is a separate region, which keeps the reading order.
                self._regions.append((self._line_in, []))
            self._regions[-1][1].append(HocrRow(self._words, self._heading))
            self._words = []


def _heading(outer: Heading | None, tag: str, classes: list[str], role: int | None) -> Heading | None:
    """The heading that an element begins or is a part of."""
    if tag in _HEADING_TAGS:
        return _HEADING_TAGS[tag]
    if found := next((_HEADINGS[name] for name in classes if name in _HEADINGS), None):
        return found
    kind = _PARAGRAPH if role is None and tag == "p" else role
    return None if outer is None or (kind is not None and kind <= outer.ends) else outer
