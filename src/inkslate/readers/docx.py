"""Word documents (.docx): headings, lists, check boxes and tables of the body; needs the extra `office`.

The source of a word is `p3#0`: the first word of the third paragraph of the body, those in tables counted too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from inkslate.board import DONE, OPEN, Board
from inkslate.dependencies import require
from inkslate.readers.document import Document
from inkslate.readers.note_lines import NoteLines
from inkslate.readers.packages import has_member, open_package, reading
from inkslate.readers.paragraphs import Paragraph, add_paragraphs, add_table
from inkslate.readers.symbol_fonts import symbol_of, with_symbols

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
_BOX_BULLETS = frozenset("☐□❏❑\uf0a8\uf06f\uf071\uf072")
_LEVELS = frozenset("012345678")
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
        _write_signs(self._body)
        self._add(self._body)

    def _add(self, parent: Any) -> None:
        for child in parent:
            if child.tag == f"{_W}p":
                paragraph = self._paragraph(child)
                if paragraph.text.strip() or not _is_deleted(child):
                    add_paragraphs(self._lines, [paragraph])
            elif child.tag == f"{_W}tbl":
                rows = [[self._cell(cell) for cell in _inside(row, f"{_W}tc")] for row in _inside(child, f"{_W}tr")]
                add_table(self._lines, rows)
            elif child.tag in _AROUND and not _is_placeholder(child):
                self._add(child)

    def _cell(self, cell: Any) -> list[Paragraph]:
        return [self._paragraph(child) for child in _inside(cell, f"{_W}p")]

    def _paragraph(self, element: Any) -> Paragraph:
        found = _Text(element)
        paragraph = Paragraph(next(self._numbers), found.text, box=found.box, struck=found.struck)
        styles = self._styles_of(element)
        paragraph.heading = _heading_level(element, styles)
        if paragraph.heading:
            return paragraph
        number, level = _numbering(element, styles)
        listed = _LIST.fullmatch(str(styles[0].name or "")) if styles else None
        if number and number != "0":
            paragraph.bullet, paragraph.indent = True, level
            if listed and listed[1] and not level:
                paragraph.indent = int(listed[1]) - 1  # Word's own styles of nested lists are lists of one level
            if (number, level) in self._boxed and paragraph.box is None:
                paragraph.box = OPEN
        return paragraph

    def _styles_of(self, element: Any) -> list[Any]:
        """The style of a paragraph, and those that it is based on."""
        found: list[Any] = []
        key, seen = _value(element.find(f"{_W}pPr/{_W}pStyle")), set()
        while key in self._styles and key not in seen:
            seen.add(key)
            found.append(self._styles[key])
            key = _value(found[-1].element.find(f"{_W}basedOn"))
        return found


def _heading_level(element: Any, styles: Sequence[Any]) -> int:
    """The level that a paragraph has in the outline of the document, by its style or by itself; 0 for text."""
    level = _value(element.find(f"{_W}pPr/{_W}outlineLvl"))
    for style in styles:
        name = str(style.name or "")
        if level is None and name.lower() == "title":
            return 1
        if level is None and (heading := _HEADING.fullmatch(name)):
            return int(heading[1])
        level = _value(style.element.find(f"{_W}pPr/{_W}outlineLvl")) if level is None else level
    return int(level) + 1 if level and level in _LEVELS else 0  # 9 is the level of text


def _numbering(element: Any, styles: Sequence[Any]) -> tuple[str | None, int]:
    """The id of the list that a paragraph is in, as it says itself or by its style, and the level."""
    for place in (element.find(f"{_W}pPr"), *(style.element.find(f"{_W}pPr") for style in styles)):
        if place is not None and (numbering := place.find(f"{_W}numPr")) is not None:
            level = _value(numbering.find(f"{_W}ilvl")) or "0"
            return _value(numbering.find(f"{_W}numId")), int(level) if level in _LEVELS else 0
    return None, 0


class _Text:
    """The text of a paragraph, what its check box says, and whether all of it is struck through."""

    def __init__(self, paragraph: Any) -> None:
        self.box: str | None = None
        self._texts: list[str] = []
        self._struck: set[bool] = set()
        self._controls: list[tuple[int, bool]] = []  # check boxes: their number among the texts, and whether ticked
        self._walk(paragraph)
        if len(self._controls) == 1 and self._is_tick_behind(*self._controls[0]):
            self.box, self._texts = DONE, self._texts[: self._controls[0][0]]
        self.text = "".join(self._texts)
        self.struck = self._struck == {True}

    def _is_tick_behind(self, at: int, ticked: bool) -> bool:
        """Whether a check box ticks the text before it; an empty one may belong to a question of a form."""
        before, behind = "".join(self._texts[:at]), "".join(self._texts[at + 1 :])
        return ticked and bool(before.strip()) and not behind.strip()

    def _walk(self, parent: Any) -> None:
        for child in parent:
            if child.tag in _SKIPPED or _is_placeholder(child):
                continue
            if child.tag == f"{_W}r":
                self._run(child)
            elif (box := child.find(f"{_W}sdtPr/{_W14}checkbox")) is not None:
                # Its sign may be any that the writer has chosen.
                ticked = _is_on(box.find(f"{_W14}checked"), _W14)
                self._controls.append((len(self._texts), ticked))
                self._texts.append("☒ " if ticked else "☐ ")
            elif isinstance(child.tag, str):
                self._walk(child)

    def _run(self, run: Any) -> None:
        if _is_on(run.find(f"{_W}rPr/{_W}vanish")):
            return
        for child in run:
            if child.tag == f"{_W}t" and child.text:
                self._texts.append(with_symbols(child.text, _font(run)))
                if child.text.strip():
                    self._struck.add(any(_is_on(run.find(f"{_W}rPr/{_W}{name}")) for name in ("strike", "dstrike")))
            elif child.tag in _BREAKS:
                self._texts.append(_BREAKS[child.tag])
            elif child.tag == f"{_W}sym":
                self._texts.append(symbol_of(child.get(f"{_W}char") or "", child.get(f"{_W}font") or ""))
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


def _font(run: Any) -> str:
    fonts = run.find(f"{_W}rPr/{_W}rFonts")
    return "" if fonts is None else fonts.get(f"{_W}ascii") or fonts.get(f"{_W}hAnsi") or ""


def _is_deleted(paragraph: Any) -> bool:
    """Whether the end of a paragraph was deleted or moved away: nothing is left of it when its text is gone too."""
    marks = paragraph.find(f"{_W}pPr/{_W}rPr")
    return marks is not None and any(marks.find(f"{_W}{name}") is not None for name in ("del", "moveFrom"))


def _is_placeholder(control: Any) -> bool:
    """Whether it is a content control that nobody has filled in: `Click or tap here to enter text.`"""
    return control.tag == f"{_W}sdt" and _is_on(control.find(f"{_W}sdtPr/{_W}showingPlcHdr"))


def _inside(parent: Any, tag: str) -> Iterator[Any]:
    """The children of this name, also those in elements around them."""
    for child in parent:
        if child.tag == tag:
            yield child
        elif child.tag in _AROUND:
            yield from _inside(child, tag)


def _write_signs(body: Any) -> None:
    """Write what a check box says as its sign where the control is around paragraphs, cells or rows.

    The sign may be any that the writer has chosen.
    """
    for control in body.iter(f"{_W}sdt"):
        box = control.find(f"{_W}sdtPr/{_W14}checkbox")
        if box is None or control.find(f"{_W}sdtContent/{_W}r") is not None:
            continue
        signs = list(control.iter(f"{_W}t", f"{_W}sym"))
        if len(signs) == 1:
            signs[0].tag, signs[0].text = f"{_W}t", "☒" if _is_on(box.find(f"{_W14}checked"), _W14) else "☐"


def _value(element: Any, space: str = _W) -> str | None:
    return None if element is None else element.get(f"{space}val")


def _is_on(element: Any, space: str = _W) -> bool:
    return element is not None and (_value(element, space) or "true") not in _OFF
