"""Pages of a PDF as they are shown: turned, cut, with text that is not to be seen."""

from __future__ import annotations

import io
from typing import Any

import pytest

from inkslate.board import Line
from inkslate.formats import Finding, boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document

pytest.importorskip("pypdfium2")
canvas = pytest.importorskip("reportlab.pdfgen.canvas")

WIDTH, HEIGHT = 600, 800
ROWS = [(72, 100, "Garden plan"), (72, 130, "- call the landlord about the fence"), (72, 150, "- order seeds"),
        (90, 170, "- leeks and peas"), (72, 210, "The bed was dry.")]  # fmt: skip
LINES = [["Garden plan", "- call the landlord about the fence", "- order seeds", "  - leeks and peas"]]
LINES += [["The bed was dry."]]


def page(*, turned: int = 0, hidden: bool = False, cut: tuple[int, int] = (0, 0)) -> bytes:
    """A page whose rows are upright where it is shown; the places of rows are from the top left of what is shown."""
    file = io.BytesIO()
    paper: Any = canvas.Canvas(file, pagesize=(WIDTH, HEIGHT))
    if turned:
        paper.setPageRotation(turned)
        # Reportlab lays a page that is turned by 90 degrees on its side, so that it is shown in the size it was given.
        paper.translate(*{90: (HEIGHT, 0), 180: (WIDTH, HEIGHT), 270: (0, WIDTH)}[turned])
        paper.rotate(turned)
    left, above = cut
    if any(cut):
        paper.setCropBox((left, 50, WIDTH, HEIGHT - above))
    for x, y, row in ROWS:
        text = paper.beginText(x + left, HEIGHT - above - y)
        text.setTextRenderMode(3 if hidden else 0)  # recognised handwriting lies unseen below the ink
        text.textOut(row)
        paper.drawText(text)
    paper.showPage()
    paper.save()
    return file.getvalue()


def show(line: Line) -> str:
    return "  " * line.indent + "- " * line.bullet + line.text


@pytest.mark.parametrize(
    "data",
    [page(), page(turned=90), page(turned=180), page(turned=270), page(hidden=True), page(cut=(40, 60))],
    ids=["upright", "90", "180", "270", "hidden", "cut"],
)
def test_rows_are_read_as_they_are_shown(data: bytes) -> None:
    (board,) = boards_of(scan_document(Document("plan.pdf", data)))
    assert [[show(line) for line in region.lines] for region in board.regions] == LINES
    first, second = board.regions[0].words[:2]
    assert (first.source, second.source) == (("page1#0",), ("page1#1",))
    assert first.box is not None
    assert (round(first.box.x), round(first.box.y + first.box.height)) == (73, 100)


def test_pages_that_show_something_without_text_are_named_once() -> None:
    file = io.BytesIO()
    paper: Any = canvas.Canvas(file)
    for drawn in ("text", "ink", "nothing", "ink", "text"):
        if drawn == "text":
            paper.drawString(72, 700, "call Ruth")
        elif drawn == "ink":
            paper.line(10, 10, 100, 90)
        paper.showPage()
    paper.save()
    told = [item for item in scan_document(Document("plan.pdf", file.getvalue())) if isinstance(item, Finding)]
    assert [str(finding) for finding in told if finding.told] == [
        "plan.pdf: pages 2, 4 with pictures or drawings and no text skipped; if they are notes, run OCR first"
    ]


def test_a_word_that_is_divided_at_the_end_of_a_line_stands_where_it_begins() -> None:
    file = io.BytesIO()
    paper: Any = canvas.Canvas(file, pagesize=(WIDTH, HEIGHT))
    rows = [("•", "Write to the environ-"), ("", "mental office about the trees"), ("•", "Order well-known seed"),
            ("–", "Check the fence and co-"), ("", "operate"), ("•", "Mow the lawn")]  # fmt: skip
    for number, (mark, row) in enumerate(rows):
        paper.drawString(72, 700 - 14 * number, mark)
        paper.drawString(86, 700 - 14 * number, row)
    paper.save()
    (board,) = boards_of(scan_document(Document("plan.pdf", file.getvalue())))
    assert [[show(line) for line in region.lines] for region in board.regions] == [
        [
            "- Write to the environ-mental",
            "office about the trees",
            "- Order well-known seed",
            "- Check the fence and co-operate",
            "- Mow the lawn",
        ]
    ]
    divided = board.regions[0].lines[0].words[-1]
    assert (divided.text, divided.source) == ("environ-mental", ("page1#4",))
    assert divided.box is not None
    assert divided.box.height < 20  # that of its first line


def test_characters_of_symbol_fonts_are_boxes_and_bullets() -> None:
    from inkslate.readers.text import parse_text

    lines = parse_text("\uf0a8 milk\n\uf0fe eggs\n\uf0d8 flour", board="b").regions[0].lines
    assert [(line.text, line.bullet, line.box) for line in lines] == [
        ("milk", True, "open"),
        ("eggs", True, "done"),
        ("flour", True, None),
    ]
