"""OpenDocument text (.odt, LibreOffice): headings, nested lists, check boxes and tables; needs the extra `office`.

The source of a word is `p3#0`: the first word of the third paragraph of the body, headings and those in tables counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from inkslate.board import OPEN, Board
from inkslate.dependencies import require
from inkslate.readers.document import Document
from inkslate.readers.note_lines import NoteLines
from inkslate.readers.packages import has_member, open_package, reading
from inkslate.readers.paragraphs import Paragraph, add_paragraphs, add_table

_MAIN = "content.xml"
_KIND = "an OpenDocument text (.odt)"
_TYPE = b"application/vnd.oasis.opendocument.text"
_HEAD = 200  # bytes: the type is the first member, and not compressed
_BREAKS = {"text:tab": " ", "text:s": " ", "text:line-break": "\n"}
# Deleted text, and what stands elsewhere on the page.
_SKIPPED = frozenset(
    """
    text:tracked-changes text:note office:annotation draw:frame text:sequence-decls text:bookmark text:ruby-text
    """.split()
)
_BOX_BULLETS = frozenset("☐□❏❑")


def recognises(document: Document) -> bool:
    """Whether it is a ZIP file that says that it is an OpenDocument text."""
    return _TYPE in document.data[:_HEAD] and has_member(document, _MAIN)


def scan(document: Document) -> Iterator[Board]:
    """The board of a document."""
    require("office", what=f"{document.name}: reading an OpenDocument text")
    package = open_package(document, main=_MAIN, kind=_KIND)
    with reading(document, _KIND):
        import odfdo

        lines = NoteLines(document.name)
        _BodyReader(odfdo.Document(package), lines).read()
    yield Board(document.stem, lines.regions())


class _BodyReader:
    """Reads the body of one document."""

    def __init__(self, opened: Any, lines: NoteLines) -> None:
        self._body = opened.body
        self._lines = lines
        self._numbers = count(1)
        self._parents: dict[str, str] = {}
        self._struck: set[str] = set()
        self._hidden: set[str] = set()
        self._boxed: set[str] = set()
        for part in ("styles.xml", "content.xml"):
            for style in opened.get_part(part).root.get_elements("//style:style | //text:list-style"):
                self._note_style(style)

    def read(self) -> None:
        """Add all paragraphs, lists and tables."""
        for child in self._body.children:
            self._add(child, depth=0, boxed=False)

    def _note_style(self, style: Any) -> None:
        name = style.get_attribute_string("style:name") or ""
        self._parents[name] = style.get_attribute_string("style:parent-style-name") or ""
        for child in style.children:
            line = child.get_attribute_string("style:text-line-through-style")
            if child.tag == "style:text-properties" and line not in (None, "none"):
                self._struck.add(name)
            if child.tag == "style:text-properties" and child.get_attribute_string("text:display") == "none":
                self._hidden.add(name)
            if (child.get_attribute_string("text:bullet-char") or "-") in _BOX_BULLETS:
                self._boxed.add(name)

    def _add(self, element: Any, *, depth: int, boxed: bool) -> None:
        """A part of the body outside of lists, or of an item at a depth from 1."""
        if element.tag in ("text:p", "text:h"):
            add_paragraphs(self._lines, [self._paragraph(element)])
        elif element.tag == "text:list":
            style = element.get_attribute_string("text:style-name")
            boxed = style in self._boxed if style else boxed
            for item in element.children:
                self._add_item(item, depth=depth + 1, boxed=boxed)
        elif element.tag == "table:table":
            add_table(self._lines, [[self._cell(cell) for cell in row.children] for row in _rows(element)])
        elif element.tag == "text:numbered-paragraph":
            level = element.get_attribute_string("text:level") or "1"
            self._add_item(element, depth=int(level) if level.isdecimal() and len(level) < 3 else 1, boxed=boxed)
        elif element.tag in ("text:section", "text:index-body"):
            for child in element.children:
                self._add(child, depth=depth, boxed=boxed)

    def _add_item(self, item: Any, *, depth: int, boxed: bool) -> None:
        first = item.tag != "text:list-header"
        for child in item.children:
            if child.tag not in ("text:p", "text:h"):
                self._add(child, depth=depth, boxed=boxed)
                continue
            paragraph = self._paragraph(child)
            if not paragraph.heading:
                paragraph.bullet, paragraph.indent = first, depth - 1
                paragraph.box = OPEN if boxed and first else None
            add_paragraphs(self._lines, [paragraph])
            first = False

    def _cell(self, cell: Any) -> list[Paragraph]:
        return [self._paragraph(child) for child in cell.children if child.tag in ("text:p", "text:h")]

    def _paragraph(self, element: Any) -> Paragraph:
        texts: list[tuple[str, bool]] = []
        if not self._is_hidden(element):
            self._collect(element, texts, struck=self._is_struck(element))
        level = element.get_attribute_string("text:outline-level") or "1"
        heading = int(level) if element.tag == "text:h" and level.isdecimal() and len(level) < 3 else 0
        struck = {struck for text, struck in texts if text.strip()} == {True}
        text = "".join(text for text, _ in texts)
        return Paragraph(next(self._numbers), text, heading=heading or self._is_title(element), struck=struck)

    def _collect(self, element: Any, texts: list[tuple[str, bool]], *, struck: bool) -> None:
        """All text of an element. White space of the file is one blank, and line breaks are elements."""
        texts.append((" ".join((element.text or "").splitlines()), struck))
        for child in element.children:
            if child.tag in _BREAKS:
                texts.append((_BREAKS[child.tag], struck))
            elif child.tag == "loext:content-control" and child.get_attribute_string("loext:checkbox") == "true":
                # Its sign may be any that the writer has chosen.
                texts.append(("☒ " if child.get_attribute_string("loext:checked") == "true" else "☐ ", struck))
            elif child.tag not in _SKIPPED and not self._is_hidden(child):
                self._collect(child, texts, struck=struck or self._is_struck(child))
            texts.append((" ".join((child.tail or "").splitlines()), struck))

    def _is_hidden(self, element: Any) -> bool:
        style = element.get_attribute_string("text:style-name")
        return style in self._hidden or element.get_attribute_string("text:is-hidden") == "true"

    def _is_struck(self, element: Any) -> bool:
        return element.get_attribute_string("text:style-name") in self._struck

    def _is_title(self, element: Any) -> int:
        """1 where the style of a paragraph is, or is made from, that of titles."""
        name, steps = element.get_attribute_string("text:style-name") or "", 0
        while name and name != "Title" and steps < 20:
            name, steps = self._parents.get(name, ""), steps + 1
        return int(name == "Title")


def _rows(table: Any) -> Iterator[Any]:
    for child in table.children:
        if child.tag == "table:table-row":
            yield child
        elif child.tag in ("table:table-header-rows", "table:table-rows"):
            yield from _rows(child)
