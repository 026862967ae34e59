"""Word, OpenDocument and PDF files are read in a time in proportion to their size, however they are built."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest

from inkslate.formats import boards_of
from inkslate.readers import READERS
from inkslate.readers.document import Document
from tests.growth.measuring import Repeat, Step, measure

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

_RUN = "<w:r><w:t>call Sam </w:t></w:r>"
_ITEM = f"<w:p><w:pPr><w:numPr><w:ilvl w:val='1'/><w:numId w:val='1'/></w:numPr></w:pPr>{_RUN}</w:p>"


def _replaced(data: bytes, member: str, start: str, end: str, body: str) -> bytes:
    """The archive with another text between two marks of a member."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == member:
                text = content.decode()
                head, tail = text.partition(start)[0] + start, end + text.rpartition(end)[2]
                content = (head + body + tail).encode()
            new.writestr(name, content)
    return written.getvalue()


def _docx(body: str) -> bytes:
    docx = pytest.importorskip("docx")
    empty = io.BytesIO()
    docx.Document().save(empty)
    return _replaced(empty.getvalue(), "word/document.xml", "<w:body>", "</w:body>", body)


def _odt(body: str) -> bytes:
    odfdo = pytest.importorskip("odfdo")
    empty = io.BytesIO()
    made = odfdo.Document("text")
    made.body.clear()
    made.body.append(odfdo.Paragraph("HERE"))
    made.save(empty)
    return _replaced(empty.getvalue(), "content.xml", "<office:text>", "</office:text>", body)


def _made(make: Callable[[str], bytes], body: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda count: make(body(count))


def _pdf(lines: list[tuple[float, float, str]], *, pages: int = 1) -> bytes:
    canvas = pytest.importorskip("reportlab.pdfgen.canvas")
    written = io.BytesIO()
    page = canvas.Canvas(written)
    for _ in range(pages):
        for x, y, text in lines:
            page.drawString(x, y, text)
        page.showPage()
    page.save()
    return written.getvalue()


DOCX: dict[str, Callable[[int], str]] = {
    "paragraphs": lambda count: f"<w:p>{_RUN}</w:p>" * count,
    "empty paragraphs": lambda count: "<w:p/>" * count,
    "runs": lambda count: f"<w:p>{_RUN * count}</w:p>",
    "breaks": lambda count: "<w:p>" + "<w:r><w:br/><w:t>a</w:t></w:r>" * count + "</w:p>",
    "one word": lambda count: f"<w:p><w:r><w:t>{'a' * count}</w:t></w:r></w:p>",
    "words": lambda count: f"<w:p><w:r><w:t>{'a ' * count}</w:t></w:r></w:p>",
    "items": lambda count: _ITEM * count,
    "rows": lambda count: "<w:tbl>" + f"<w:tr><w:tc><w:p>{_RUN}</w:p></w:tc></w:tr>" * count + "</w:tbl>",
    "cells": lambda count: "<w:tbl><w:tr>" + f"<w:tc><w:p>{_RUN}</w:p></w:tc>" * count + "</w:tr></w:tbl>",
    "tables": lambda count: f"<w:tbl><w:tr><w:tc><w:p>{_RUN}</w:p></w:tc></w:tr></w:tbl>" * count,
    "styles": lambda count: f"<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr>{_RUN}</w:p>" * count,
    "unknown": lambda count: "<w:p>" + "<w:a>" * 50 + "<w:a/>" * count + "</w:a>" * 50 + "</w:p>",
}
ODT: dict[str, Callable[[int], str]] = {
    "paragraphs": lambda count: "<text:p>call Sam</text:p>" * count,
    "empty paragraphs": lambda count: "<text:p/>" * count,
    "spans": lambda count: "<text:p>" + "<text:span>call </text:span>" * count + "</text:p>",
    "tabs": lambda count: "<text:p>" + "a<text:tab/>" * count + "</text:p>",
    "breaks": lambda count: "<text:p>" + "a<text:line-break/>" * count + "</text:p>",
    "one word": lambda count: f"<text:p>{'a' * count}</text:p>",
    "words": lambda count: f"<text:p>{'a ' * count}</text:p>",
    "items": lambda count: (
        "<text:list>" + "<text:list-item><text:p>call</text:p></text:list-item>" * count + "</text:list>"
    ),
    "lists": lambda count: "<text:list><text:list-item><text:p>call</text:p></text:list-item></text:list>" * count,
    "rows": lambda count: (
        "<table:table>"
        + "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>" * count
        + "</table:table>"
    ),
    "headings": lambda count: "<text:h text:outline-level='1'>a</text:h>" * count,
}
PDF: dict[str, Callable[[int], bytes]] = {
    "lines": lambda count: _pdf([(50, 800 - at, "call Sam") for at in range(count)]),
    "one place": lambda count: _pdf([(50, 700, "a")] * count),
    "one line": lambda count: _pdf([(50 + 8 * at, 700, "a") for at in range(count)]),
    "columns": lambda count: _pdf([(50 + 90 * (at % 5), 800 - 14 * (at // 5), "call Sam") for at in range(count)]),
    "steps": lambda count: _pdf([(3 * at, 9 * at, "call") for at in range(count)]),
    "pages": lambda count: _pdf([(50, 700, "call Sam")], pages=1 + count // 10),
}
CASES: dict[str, tuple[str, Callable[[int], bytes]]] = {
    **{f"docx {name}": ("docx", _made(_docx, body)) for name, body in DOCX.items()},
    **{f"odt {name}": ("odt", _made(_odt, body)) for name, body in ODT.items()},
    **{f"pdf {name}": ("pdf", make) for name, make in PDF.items()},
}


@pytest.mark.parametrize("case", CASES)
def test_reading(case: str) -> None:
    name, make = CASES[case]
    pytest.importorskip("pypdfium2" if name == "pdf" else "defusedxml")
    step = Step(lambda document: list(READERS[name](document)), lambda text: Document(f"a.{name}", make(len(text))))
    # The count of parts grows; a part of a file is some hundred bytes.
    assert measure(step, Repeat("a"), small=500, megabyte_seconds=1_000).problem is None


def test_the_files_are_read() -> None:
    for name, (kind, make) in CASES.items():
        (board,) = boards_of(READERS[kind](Document(f"a.{kind}", make(20))))
        assert board.regions or "empty" in name or "unknown" in name, name
