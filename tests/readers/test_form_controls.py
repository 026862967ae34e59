"""Check boxes that Word and LibreOffice insert as controls, with whatever sign was chosen, and boxes in tables."""

from __future__ import annotations

import io
from typing import Any

import pytest

from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document

docx = pytest.importorskip("docx")
odfdo = pytest.importorskip("odfdo")

_SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
)
_LOEXT = 'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"'
Shown = list[tuple[str | None, str, str | int]]


def lines(name: str, document: Any) -> Shown:
    """The box, the text and the source of the first word of each line."""
    file = io.BytesIO()
    document.save(file)
    (board,) = boards_of(scan_document(Document(name, file.getvalue())))
    return [(line.box, line.text, line.words[0].source[0]) for region in board.regions for line in region.lines]


def control(content: str, checked: str | None) -> Any:
    """A content control of Word: a check box, or another one where `checked` is None."""
    box = "" if checked is None else f'<w14:checkbox><w14:checked w14:val="{checked}"/></w14:checkbox>'
    return docx.oxml.parse_xml(
        f"<w:sdt {_SPACES}><w:sdtPr>{box}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"
    )


def run(sign: str) -> str:
    return f"<w:r><w:t>{sign}</w:t></w:r>"


def test_the_control_says_what_is_ticked_whatever_its_sign() -> None:
    note = docx.Document()
    signs = [("☐", "0", " call Ruth"), ("☒", "1", " pay"), ("✓", "true", "order wood"), ("○", "false", "dig")]
    for sign, checked, text in signs:
        paragraph = note.add_paragraph()
        paragraph._p.append(control(run(sign), checked))
        paragraph.add_run(text)
    symbol = note.add_paragraph()
    symbol._p.append(control('<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>', "1"))
    symbol.add_run("water the leeks")
    assert lines("a.docx", note) == [
        ("open", "call Ruth", "p1#1"),
        ("done", "pay", "p2#1"),
        ("done", "order wood", "p3#1"),
        ("open", "dig", "p4#1"),
        ("done", "water the leeks", "p5#1"),
    ]


def test_word_puts_controls_around_cells_and_rows() -> None:
    note = docx.Document()
    table = note.add_table(rows=3, cols=3)
    texts = ["", "send the offer", "Ana", "book the room", "Ben", "", "inside", "of", "all"]
    for cell, text in zip((cell for row in table.rows for cell in row.cells), texts, strict=True):
        cell.text = text
    first, _, last = (row._tr for row in table.rows)
    around = control("", "0")
    cell = first.tc_lst[0]
    first.replace(cell, around)
    around[-1].append(cell)
    cell[-1].append(docx.oxml.parse_xml(f"<w:r {_SPACES}><w:t>☐</w:t></w:r>"))
    table.rows[1].cells[2].paragraphs[0]._p.append(control(run("☒"), "1"))
    around = control("", None)
    last.getparent().replace(last, around)
    around[-1].append(last)
    assert lines("a.docx", note) == [
        ("open", "send the offer Ana", "p2#0"),
        ("done", "book the room Ben", "p4#0"),  # its box is in the last column
        (None, "inside of all", "p7#0"),
    ]


def test_two_boxes_in_a_row_are_a_question_and_struck_rows_are_done() -> None:
    note = docx.Document()
    table = note.add_table(rows=2, cols=3)
    for cell, text in zip(table.rows[0].cells, ["paid?", "☐", "☐"], strict=True):
        cell.text = text
    for cell, text in zip(table.rows[1].cells, ["Ana", "pays", "rent"], strict=True):
        cell.paragraphs[0].add_run(text).font.strike = True
    assert lines("a.docx", note) == [(None, "paid? ☐ ☐", "p1#0"), ("done", "Ana pays rent", "p4#0")]


def test_two_lines_through_an_item_are_as_one() -> None:
    note = docx.Document()
    note.add_paragraph(style="List Bullet").add_run("call Tom").font.double_strike = True
    assert lines("a.docx", note) == [("done", "call Tom", "p1#0")]


def test_a_struck_line_with_a_typed_box_or_keyword_is_done() -> None:
    note = docx.Document()
    for text in ("[ ] pay rent", "TODO feed the cat", "only gone"):
        note.add_paragraph().add_run(text).font.strike = True
    assert lines("a.docx", note) == [
        ("done", "pay rent", "p1#2"),
        ("done", "feed the cat", "p2#1"),
        (None, "only gone", "p3#0"),
    ]


def test_controls_of_libreoffice() -> None:
    document = odfdo.Document("text")
    document.body.clear()
    for sign, checked, text in [("☐", "false", " pay rent"), ("✔", "true", "feed the cat")]:
        document.body.append(
            odfdo.Element.from_tag(
                f'<text:p {_LOEXT}><loext:content-control loext:checkbox="true" loext:checked="{checked}">{sign}'
                f"</loext:content-control>{text}</text:p>"
            )
        )
    assert lines("a.odt", document) == [("open", "pay rent", "p1#1"), ("done", "feed the cat", "p2#1")]
