"""Word documents (.docx): headings, lists, check boxes and tables of the body; needs the extra `office`.

The source of a word is `p3#0`: the first word of the third paragraph of the body, those in tables counted too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from inkslate.board import DONE, OPEN, Board
from inkslate.dependencies import require
from inkslate.readers.document import Document
from inkslate.readers.note_lines import NoteLines
from inkslate.readers.packages import has_member, open_package, reading
from inkslate.readers.paragraphs import Paragraph, add_paragraphs, add_table

_MAIN = "word/document.xml"
_KIND = "a Word document (.docx)"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
# Elements around paragraphs, cells and rows: content controls, and what was inserted or marked.
_AROUND = frozenset((f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml"))
_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_LIST = re.compile(r"list (?:bullet|number|paragraph)(?: ([2-9]))?", re.IGNORECASE)
_BREAKS = {f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}tab": " ", f"{_W}noBreakHyphen": "-"}
# Deleted text, and what stands elsewhere on the page or a second time for older programs.
_SKIPPED = frozenset(
    (f"{_W}del", f"{_W}moveFrom", f"{_W}txbxContent", f"{_W}pPr", "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback")
)  # fmt: skip
_SYMBOLS = {"F0FE": "☑", "F052": "☑", "F0FD": "☒", "F0A8": "☐", "F06F": "☐", "F071": "☐", "F072": "☐", "F0A3": "☐"}
_BOX_BULLETS = frozenset("☐□❏❑\uf0a8\uf06f\uf071\uf072")
_OFF = ("0", "false", "off", "none")


def recognises(document: Document) -> bool:
    """Whether it is a ZIP file with the main part of a Word document."""
    return has_member(document, _MAIN)


def scan(document: Document) -> Iterator[Board]:
    """The board of a document."""
    require("office", what=f"{document.name}: reading a Word document")
    package = open_package(document, main=_MAIN, kind=_KIND)
    with reading(document, _KIND):
        import docx

        lines = NoteLines(document.name)
        _BodyReader(docx.Document(package), lines).read()
    yield Board(document.stem, lines.regions())


class _BodyReader:
    """Reads the body of one document."""

    def __init__(self, opened: Any, lines: NoteLines) -> None:
        self._body = opened.element.body
        self._lines = lines
        self._numbers = count(1)
        self._styles = {style.style_id: style for style in opened.styles}
        self._boxed = _boxed_levels(opened)

    def read(self) -> None:
        """Add all paragraphs and tables."""
        self._add(self._body)

    def _add(self, parent: Any) -> None:
        for child in parent:
            if child.tag == f"{_W}p":
                add_paragraphs(self._lines, [self._paragraph(child)])
            elif child.tag == f"{_W}tbl":
                rows = [[self._cell(cell) for cell in _inside(row, f"{_W}tc")] for row in _inside(child, f"{_W}tr")]
                add_table(self._lines, rows)
            elif child.tag in _AROUND:
                self._add(child)

    def _cell(self, cell: Any) -> list[Paragraph]:
        return [self._paragraph(child) for child in _inside(cell, f"{_W}p")]

    def _paragraph(self, element: Any) -> Paragraph:
        found = _Text(element)
        name = self._style_name(element)
        heading = _HEADING.fullmatch(name)
        paragraph = Paragraph(next(self._numbers), found.text, box=found.box, struck=found.struck)
        if heading or name.lower() == "title":
            paragraph.heading = int(heading[1]) if heading else 1
            return paragraph
        number, level = self._numbering(element)
        listed = _LIST.fullmatch(name)
        if number and number != "0":
            paragraph.bullet, paragraph.indent = True, level
            if listed and listed[1] and not level:
                paragraph.indent = int(listed[1]) - 1  # Word's own styles of nested lists are lists of one level
            if (number, level) in self._boxed and paragraph.box is None:
                paragraph.box = OPEN
        return paragraph

    def _style_name(self, element: Any) -> str:
        style = self._styles.get(_value(element.find(f"{_W}pPr/{_W}pStyle")))
        return str(style.name or "") if style is not None else ""

    def _numbering(self, element: Any) -> tuple[str | None, int]:
        """The id of the list that a paragraph is in, as it says itself or by its style, and the level."""
        places = [element.find(f"{_W}pPr")]
        key, seen = _value(element.find(f"{_W}pPr/{_W}pStyle")), set()
        while key in self._styles and key not in seen:
            seen.add(key)
            places.append(self._styles[key].element.find(f"{_W}pPr"))
            key = _value(self._styles[key].element.find(f"{_W}basedOn"))
        for place in places:
            if place is not None and (numbering := place.find(f"{_W}numPr")) is not None:
                level = _value(numbering.find(f"{_W}ilvl")) or "0"
                return _value(numbering.find(f"{_W}numId")), int(level) if level in "012345678" else 0
        return None, 0


class _Text:
    """The text of a paragraph, what its check box says, and whether all of it is struck through."""

    def __init__(self, paragraph: Any) -> None:
        self.box: str | None = None
        self._texts: list[str] = []
        self._struck: set[bool] = set()
        self._walk(paragraph)
        self.text = "".join(self._texts)
        self.struck = self._struck == {True}

    def _walk(self, parent: Any) -> None:
        for child in parent:
            if child.tag in _SKIPPED:
                continue
            if child.tag == f"{_W}r":
                self._run(child)
            elif (box := child.find(f"{_W}sdtPr/{_W14}checkbox")) is not None:
                # Its sign may be any that the writer has chosen.
                self._texts.append("☒ " if _is_on(box.find(f"{_W14}checked"), _W14) else "☐ ")
            elif isinstance(child.tag, str):
                self._walk(child)

    def _run(self, run: Any) -> None:
        if _is_on(run.find(f"{_W}rPr/{_W}vanish")):
            return
        for child in run:
            if child.tag == f"{_W}t" and child.text:
                self._texts.append(child.text)
                if child.text.strip():
                    self._struck.add(any(_is_on(run.find(f"{_W}rPr/{_W}{name}")) for name in ("strike", "dstrike")))
            elif child.tag in _BREAKS:
                self._texts.append(_BREAKS[child.tag])
            elif child.tag == f"{_W}sym":
                self._texts.append(_SYMBOLS.get((child.get(f"{_W}char") or "").upper(), ""))
            elif child.tag == f"{_W}fldChar" and (field := child.find(f"{_W}ffData/{_W}checkBox")) is not None:
                state = field.find(f"{_W}checked")
                self.box = DONE if _is_on(field.find(f"{_W}default") if state is None else state) else OPEN


def _boxed_levels(opened: Any) -> set[tuple[str, int]]:
    """The lists and levels whose bullet is an empty box."""
    try:
        root = opened.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return set()
    boxed = {
        (abstract.get(f"{_W}abstractNumId"), level.get(f"{_W}ilvl"))
        for abstract in root.iterchildren(f"{_W}abstractNum")
        for level in abstract.iterchildren(f"{_W}lvl")
        if (_value(level.find(f"{_W}lvlText")) or "-") in _BOX_BULLETS
    }
    abstracts = {
        number.get(f"{_W}numId"): _value(number.find(f"{_W}abstractNumId")) for number in root.iter(f"{_W}num")
    }
    return {(key, level) for key, of in abstracts.items() for level in range(9) if (of, str(level)) in boxed}


def _inside(parent: Any, tag: str) -> Iterator[Any]:
    """The children of this name, also those in elements around them."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _AROUND:
            yield from _inside(child, tag)


def _value(element: Any, space: str = _W) -> str | None:
    return None if element is None else element.get(f"{space}val")


def _is_on(element: Any, space: str = _W) -> bool:
    return element is not None and (_value(element, space) or "true") not in _OFF
