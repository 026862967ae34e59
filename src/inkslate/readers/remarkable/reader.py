"""reMarkable pages (.rm) and documents (.rmdoc): their typed text, and what was converted to text on the device.

The source of a word is `page2#7`: the eighth word of the second page. Typed text has no boxes in these files.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inkslate.board import DONE, OPEN, Board
from inkslate.formats import Scanned
from inkslate.readers.document import Document
from inkslate.readers.ink_pages import skipped_ink
from inkslate.readers.note_lines import NoteLines, NumberedWords
from inkslate.readers.packages import Members, member_names
from inkslate.readers.remarkable.archive import is_archive, page_files
from inkslate.readers.remarkable.page import InkPage, TypedParagraph, is_page, read_page

_KIND = "a document of a reMarkable (.rmdoc)"
_REMEDY = "convert the handwriting to text on the reMarkable and export the document again"


class _Style(NamedTuple):
    bullet: bool = False
    box: str | None = None
    heading: int = 0
    indent: int = 0


# By the numbers of the files. 3 is bold, which is text as any other.
_STYLES = {
    2: _Style(heading=1),
    4: _Style(bullet=True),
    5: _Style(bullet=True, indent=1),
    6: _Style(bullet=True, box=OPEN),
    7: _Style(bullet=True, box=DONE),
}


def recognises(document: Document) -> bool:
    """Whether it is a page, or a ZIP file with the list of pages of a document."""
    return is_page(document.data) or is_archive(member_names(document))


def scan(document: Document) -> Iterator[Scanned]:
    """One board for all pages with text, and a finding for those with ink alone."""
    lines = NoteLines(document.name)
    skipped: list[int] = []
    for number, page in _pages(document):
        if any(paragraph.text.strip() for paragraph in page.paragraphs):
            _add(lines, page.paragraphs, number)
        elif page.ink:
            skipped.append(number)
    regions = lines.regions()
    finding = skipped_ink(document.name, skipped, any_text=bool(regions), remedy=_REMEDY)
    if finding is not None:
        yield finding
    yield Board(document.stem, regions)


def _pages(document: Document) -> Iterator[tuple[int, InkPage]]:
    if document.suffix == ".rm" or is_page(document.data):
        yield 1, read_page(document.data, document.name)
        return
    with Members(document, kind=_KIND) as members:
        for number, data in page_files(document, members):
            yield number, read_page(data, f"{document.name}, page {number}")


def _add(lines: NoteLines, paragraphs: tuple[TypedParagraph, ...], number: int) -> None:
    """The lines of a page. It is a region of its own, and an empty paragraph begins another one."""
    lines.check(*(paragraph.text for paragraph in paragraphs))
    lines.gap()
    numbered = NumberedWords(f"page{number}")
    for paragraph in paragraphs:
        style = _STYLES.get(paragraph.style, _Style())
        rows = [row.split() for row in paragraph.text.splitlines() if row.strip()]
        if not rows:
            lines.gap()
        for at, row in enumerate(rows):
            if at:  # a line break within a paragraph
                style = _Style(indent=style.indent)
            lines.add(numbered(row), bullet=style.bullet, box=style.box, heading=style.heading, indent=style.indent)
