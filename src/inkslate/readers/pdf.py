"""PDF with a text layer: words with their boxes, arranged by the layout code; needs the extra `pdf`.

The source of a word is `page2#7`: the eighth word of the second page, in the order of the file. Boxes are in points,
from the top left of their page.
"""

from __future__ import annotations

import codecs
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from inkslate.board import Board, Region, Word
from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.formats import Scanned
from inkslate.readers.document import Document
from inkslate.readers.ink_pages import skipped_pages
from inkslate.readers.layout.from_boxes import layout_from_boxes
from inkslate.readers.layout.geometry import box_around
from inkslate.readers.layout.hyphens import SOFT_HYPHEN, join_divided
from inkslate.readers.packages import reading
from inkslate.readers.pdf_boxes import BoxFinder
from inkslate.readers.pdf_streams import check_streams
from inkslate.readers.pdf_tables import RuledTable, TableFinder
from inkslate.readers.unsupported import refuse_unsupported

_MARK = b"%PDF-"
_HEAD = 1024  # bytes, within which the mark may follow others
_MOST_PAGES = 2_000
_MOST_CHARACTERS = 5_000_000
_DIVIDES = (2, 0xFFFE)  # how PDFium writes a hyphen at the end of a line, behind which the next line goes on
_HYPHENS = {**dict.fromkeys(_DIVIDES, "-"), 0xAD: "-"}
_LOCK = threading.Lock()  # PDFium is not safe to call from two threads


def recognises(document: Document) -> bool:
    """Whether it begins as a PDF does."""
    return document.data[:_HEAD].removeprefix(codecs.BOM_UTF8).lstrip().startswith(_MARK)


def scan(document: Document) -> Iterator[Scanned]:
    """One board for all pages of the file; pages that show something without text are left out and named."""
    if not recognises(document):
        refuse_unsupported(document.name, document.data)
        raise InputError(f"{document.name}: is not a PDF; it is of another format")
    require("pdf", what=f"{document.name}: reading a PDF")
    check_streams(document.name, document.data)
    with _LOCK, reading(document, "a PDF"):
        pages = list(_pages(document))
    if not any(page.words for page in pages):
        raise InputError(
            f"{document.name}: has no text layer: it is a scan or a drawing and needs recognition; run OCR first, for "
            "instance ocrmypdf"
        )
    if skipped := [number for number, page in enumerate(pages, 1) if page.shown and not page.words]:
        yield skipped_pages(
            document.name, skipped, what="pictures or drawings and no text", remedy="if they are notes, run OCR first"
        )
    found = [_undivided(region) for page in pages for region in _regions(page)]
    regions: list[Region] = [replace(region, id=f"r{number}") for number, region in enumerate(found, 1)]
    yield Board(document.stem, tuple(regions))


def _undivided(region: Region) -> Region:
    """The region with its divided words in one, where they begin. They keep the hyphen: it may be theirs."""
    rows = join_divided([line.words for line in region.lines])
    lines = [replace(line, words=tuple(row)) for line, row in zip(region.lines, rows, strict=True) if row]
    return replace(region, lines=tuple(lines))


class _Page(NamedTuple):
    words: list[Word]
    shown: bool  # it is not empty
    tables: list[RuledTable]


def _regions(page: _Page) -> Iterator[Region]:
    """The regions of a page: tables are read by rows, what is above a table before it."""
    inside = {id(word) for table in page.tables for word in table.words}
    left = [word for word in page.words if id(word) not in inside]
    for table in page.tables:
        above = [word for word in left if word.box is not None and word.box.y < table.rows[0]]
        yield from layout_from_boxes(above)
        yield from table.regions()
        left = [word for word in left if word.box is None or word.box.y >= table.rows[0]]
    yield from layout_from_boxes(left)


def _pages(document: Document) -> Iterator[_Page]:
    import pypdfium2
    import pypdfium2.raw as pdfium

    with pypdfium2.PdfDocument(document.data) as opened:
        left, tables, boxes = _MOST_CHARACTERS, TableFinder(), BoxFinder()
        if len(opened) > _MOST_PAGES:
            raise InputError(f"{document.name}: has more than {_MOST_PAGES} pages; split it")
        for number in range(len(opened)):
            page = opened[number]
            text = page.get_textpage()
            left -= text.count_chars()
            if left < 0:
                raise InputError(f"{document.name}: has more than {_MOST_CHARACTERS} characters; split it")
            as_shown = _as_shown(page)
            place = f"page{number + 1}"
            words = boxes.find(page, list(_words(text, as_shown, place)), as_shown, place)
            yield _Page(words, pdfium.FPDFPage_CountObjects(page.raw) > 0, tables.find(page, words, as_shown))
            text.close()
            page.close()


def _as_shown(page: Any) -> Callable[[float, float], tuple[float, float]]:
    """From a place on the page to where it is shown: from the top left, and turned as the page is."""
    left, bottom, right, top = page.get_bbox()
    turned: dict[int, Callable[[float, float], tuple[float, float]]] = {
        0: lambda x, y: (x - left, top - y),
        90: lambda x, y: (y - bottom, x - left),
        180: lambda x, y: (right - x, y - bottom),
        270: lambda x, y: (top - y, right - x),
    }
    return turned[page.get_rotation()]


def _words(text: Any, as_shown: Callable[[float, float], tuple[float, float]], place: str) -> Iterator[Word]:
    """The words of a page. A word ends at white space, and where PDFium begins another line."""
    import pypdfium2.raw as pdfium

    letters: list[str] = []
    corners: list[tuple[float, float]] = []
    number = 0
    for index in range(text.count_chars() + 1):
        code = pdfium.FPDFText_GetUnicode(text.raw, index) if index < text.count_chars() else 32
        letter = _HYPHENS.get(code) or (chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd")
        if not letter.isspace():
            left, bottom, right, top = text.get_charbox(index)
            letters.append(letter)
            corners += [as_shown(left, top), as_shown(right, bottom)]
            if code in _DIVIDES:
                yield Word("".join(letters) + SOFT_HYPHEN, box_around(corners), (f"{place}#{number}",))
                letters, corners = [], []
        elif letters:
            yield Word("".join(letters), box_around(corners), (f"{place}#{number}",))
            letters, corners, number = [], [], number + 1
