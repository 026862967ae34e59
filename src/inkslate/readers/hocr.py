"""hOCR, the HTML of Tesseract, OCRopus, Kraken, ABBYY and others: an area (or paragraph, or page) is a region.

Text goes by classes alone, so XHTML and sloppy HTML read the same. Nothing is expanded but HTML's own entities.
A soft hyphen at a line's end joins the word with its rest: the word stands on the first line, with both sources.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from inkslate.board import Board, Line, Region, Word
from inkslate.errors import InputError
from inkslate.readers.bullets import line_of, split_bullet
from inkslate.readers.document import Document
from inkslate.readers.hocr_markup import Markup

_SOFT_HYPHEN = "\u00ad"
_MARK = re.compile(
    r"<[A-Za-z][^<>]{0,400}?\sclass\s*=\s*[\"']?(?:[\w-]+\s+){0,9}(?:ocr_page|ocr_line|ocrx_line|ocrx_word)\b"
)


def scan(document: Document) -> Iterator[Board]:
    """One board for all pages of the file."""
    reader = Markup()
    reader.feed(document.text)
    if "<" in reader.rawdata:
        # close() would try every rest again from its next character: hours for a hostile file.
        shown = reader.rawdata[:20]
        raise InputError(f"{document.name}: the markup at {shown!r} never ends; the file is cut off or damaged")
    reader.close()
    if not reader.known:
        raise InputError(
            f"{document.name}: no element is of class ocr_page, ocr_line or ocrx_word; the file is of another format"
        )
    yield Board(document.stem, tuple(_regions(reader.blocks())))


def recognises(document: Document) -> bool:
    """Whether the document is HTML with elements of hOCR's classes."""
    try:
        return document.text.lstrip("\ufeff \t\r\n").startswith("<") and bool(_MARK.search(document.text))
    except InputError:
        return False


def _regions(blocks: Iterable[tuple[str | None, list[list[Word]]]]) -> Iterator[Region]:
    """Regions with ids of their own: files that were put together have some twice."""
    taken: set[str] = set()
    repeats: Counter[str] = Counter()
    for block, raw in blocks:
        lines = tuple(_finished(raw))
        if lines:
            wanted = name = block or f"r{len(taken) + 1}"
            while name in taken:
                repeats[wanted] += 1
                name = f"{wanted}-{repeats[wanted] + 1}"
            taken.add(name)
            yield Region(name, lines)


def _finished(raw: Sequence[list[Word]]) -> Iterator[Line]:
    """Lines with their soft hyphens gone and the words joined that went on in the next line."""
    for words, following in zip(raw, [*raw[1:], []], strict=True):
        goes_on = words and words[-1].text.endswith(_SOFT_HYPHEN) and words[-1].text.strip(_SOFT_HYPHEN)
        if goes_on and following and not split_bullet(" ".join(word.text for word in following))[0]:
            rest = following.pop(0)
            words[-1] = replace(words[-1], text=words[-1].text + rest.text, source=words[-1].source + rest.source)
        visible = ((word, word.text.replace(_SOFT_HYPHEN, "")) for word in words)
        kept = [word if word.text == text else replace(word, text=text) for word, text in visible if text]
        line = line_of(kept)
        if line.words or line.bullet:
            yield line
