"""hOCR, the HTML of Tesseract, OCRopus, Kraken, ABBYY and others: an area (or paragraph, or page) is a region.

Only classes count, so XHTML and invalid HTML are read alike. Only HTML's own entities are expanded.
A soft hyphen at a line's end joins the word with its rest: the word is on the first line, with both sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.readers.document import Document
from inkslate.readers.hocr.elements import HocrBlock
from inkslate.readers.hocr.parser import HocrParser
from inkslate.readers.layout.hyphens import undivided_rows
from inkslate.readers.layout.stray_bullets import lines_of_page
from inkslate.readers.layout.text_row import TextRow
from inkslate.readers.region_ids import RegionIds, with_count

_MARK = re.compile(
    r"<[A-Za-z][^<>]{0,400}?\sclass\s*=\s*[\"']?(?:[\w-]+\s+){0,9}(?:ocr_page|ocr_line|ocrx_line|ocrx_word)\b"
)


def scan(document: Document) -> Iterator[Board]:
    """One board for all pages of the file."""
    reader = HocrParser()
    reader.feed_all(document.text, name=document.name)
    if reader.declares:
        raise InputError(
            f"{document.name}: declares entities or its own document type, which is not safe to read; "
            "remove the DOCTYPE"
        )
    if not reader.known:
        raise InputError(
            f"{document.name}: no element is of class ocr_page, ocr_line or ocrx_word; the file is of another format"
        )
    if unclosed := reader.unclosed():
        raise InputError(f"{document.name}: ends inside of {unclosed}; the file is cut off, make or fetch it again")
    yield Board(document.stem, tuple(_regions(reader.blocks())))


def recognises(document: Document) -> bool:
    """Whether the document is HTML with elements of hOCR's classes."""
    try:
        return document.head.lstrip("\ufeff \t\r\n").startswith("<") and bool(_MARK.search(document.head))
    except InputError:
        return False


def _regions(blocks: Sequence[HocrBlock]) -> Iterator[Region]:
    """Regions with unique ids: merged files contain duplicates."""
    ids = RegionIds(with_count)
    number = 0
    for _, page in groupby(blocks, key=lambda block: block.page):
        parts = list(page)
        for block, lines in zip(parts, lines_of_page([_text_rows(part) for part in parts]), strict=True):
            if lines:
                number += 1
                yield Region(ids.take(block.id, number=number), tuple(lines))


def _text_rows(block: HocrBlock) -> list[TextRow]:
    return undivided_rows([row.words for row in block.rows], [row.heading for row in block.rows])
