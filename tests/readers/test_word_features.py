"""What people do in Word and LibreOffice: styles of their own, fonts of symbols, tracked changes, tables."""

from __future__ import annotations

import io
from typing import Any

import pytest

from inkslate.formats import boards_of
from inkslate.readers import scan_document
from inkslate.readers.document import Document
from inkslate.readers.symbol_fonts import symbol_of, with_symbols

docx = pytest.importorskip("docx")
odfdo = pytest.importorskip("odfdo")

_SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
)


def lines(name: str, note: Any) -> list[list[str]]:
    """The lines of each region: `#` for headings, `>` for depth, a bullet or a box, `|` where a sentence ends above."""
    file = io.BytesIO()
    note.save(file)
    (board,) = boards_of(scan_document(Document(name, file.getvalue())))
    marks = {"open": "[ ] ", "done": "[x] "}
    return [
        [
            "|" * line.gap
            + "#" * line.heading
            + ">" * line.indent
            + (marks.get(line.box or "") or "- " * line.bullet)
            + line.text
            for line in region.lines
        ]
        for region in board.regions
    ]


def add(note: Any, xml: str) -> None:
    """Add a paragraph, or what may be in place of one, to the body."""
    body = note.element.body
    body.insert(len(body) - 1, docx.oxml.parse_xml(xml.replace(" ", f" {_SPACES} ", 1)))


def paragraph(xml: str) -> str:
    return f"<w:p >{xml}</w:p>"


def run(text: str, font: str = "") -> str:
    fonts = f'<w:rPr><w:rFonts w:ascii="{font}"/></w:rPr>' if font else ""
    return f"<w:r>{fonts}<w:t xml:space='preserve'>{text}</w:t></w:r>"


def box(checked: int, content: str) -> str:
    state = f'<w14:checkbox><w14:checked w14:val="{checked}"/></w14:checkbox>'
    return f"<w:sdt ><w:sdtPr>{state}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"


def test_headings_are_what_the_outline_shows() -> None:
    note = docx.Document()
    own = note.styles.add_style("Abschnitt", docx.enum.style.WD_STYLE_TYPE.PARAGRAPH)
    own.base_style = note.styles["Heading 2"]
    note.add_paragraph("Kitchen", style="Abschnitt")
    note.add_paragraph("paint the wall")
    add(note, paragraph('<w:pPr><w:outlineLvl w:val="0"/></w:pPr>' + run("Garden")))
    note.add_paragraph("rake the leaves")
    add(note, paragraph('<w:pPr><w:pStyle w:val="Heading1"/><w:outlineLvl w:val="9"/></w:pPr>' + run("no heading")))
    note.add_paragraph("Contents", style="TOC Heading")
    assert lines("a.docx", note) == [
        ["##Kitchen", "paint the wall"],
        ["#Garden", "rake the leaves", "no heading", "Contents"],
    ]


def test_characters_of_symbol_fonts_are_what_they_show() -> None:
    note = docx.Document()
    for sign, font, text in (
        ("\uf0a8", "Wingdings", "call Ruth"),
        ("o", "Wingdings", "pay"),
        ("R", "Wingdings 2", "order wood"),
        ("\uf0b7", "Symbol", "dig"),
        ("o", "Courier New", "is a letter"),
        ("notes", "Wingdings", ""),
    ):
        add(note, paragraph(run(sign, font) + run(f" {text}")))
    add(note, paragraph(run("buy nails ") + '<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>' + run(" Sam")))
    add(note, paragraph('<w:r><w:sym w:font="Symbol" w:char="F0A8"/></w:r>' + run(" mow")))
    assert lines("a.docx", note) == [
        ["[ ] call Ruth", "[ ] pay", "[x] order wood", "- dig", "o is a letter", "notes", "buy nails → Sam", "- mow"]
    ]
    assert (symbol_of("zz", "Wingdings"), symbol_of("F04A", "Wingdings"), symbol_of("F0A8", "Arial")) == ("", "", "")
    assert symbol_of("2610", "Segoe UI Symbol") == "☐"
    assert with_symbols("o ", "wingdings") == "☐ "


def test_a_ticked_control_behind_the_text_ticks_it() -> None:
    note = docx.Document()
    add(note, paragraph(run("send the bill ") + box(1, run("✓")) + run(" ")))
    add(note, paragraph(run("send the form ") + box(0, run("☐"))))
    add(note, paragraph(run("tea ") + box(0, run("☐")) + run(" coffee ") + box(1, run("☒"))))
    assert lines("a.docx", note) == [["[x] send the bill", "send the form ☐", "tea ☐ coffee ☒"]]


def test_a_control_around_a_paragraph_says_what_is_ticked_whatever_its_sign() -> None:
    note = docx.Document()
    add(note, box(1, f"<w:p>{run('✓')}</w:p>"))
    add(note, box(0, f"<w:p>{run('○')}</w:p>"))
    add(note, paragraph(run("That was all.")))
    assert lines("a.docx", note) == [["[x] ", "[ ] ", "That was all."]]


def test_what_was_deleted_or_never_filled_in_is_no_text() -> None:
    note = docx.Document()
    note.add_paragraph("call Ruth")
    marked = '<w:pPr><w:rPr><w:del w:id="1" w:author="a"/></w:rPr></w:pPr>'
    add(note, paragraph(marked + '<w:del w:id="2" w:author="a"><w:r><w:delText>gone</w:delText></w:r></w:del>'))
    note.add_paragraph("about the roof")
    empty = "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"
    add(note, paragraph(run("by: ") + empty.format(run("Click or tap here to enter text."))))
    add(note, empty.format(f"<w:p>{run('Choose an item.')}</w:p>").replace("<w:sdt>", "<w:sdt >", 1))
    assert lines("a.docx", note) == [["call Ruth", "about the roof", "by:"]]


def test_no_sentence_goes_on_from_row_to_row() -> None:
    note = docx.Document()
    note.add_paragraph("To do")
    table = note.add_table(rows=2, cols=2)
    for cell, text in zip(
        (cell for row in table.rows for cell in row.cells), ("Ana", "seeds", "Ben", "soil"), strict=True
    ):
        cell.text = text
    note.add_paragraph("That was all.")
    assert lines("a.docx", note) == [["To do", "|Ana seeds", "|Ben soil", "|That was all."]]


def odt(*parts: str) -> Any:
    document = odfdo.Document("text")
    document.body.clear()
    for part in parts:
        document.body.append(odfdo.Element.from_tag(part))
    return document


def test_hidden_text_and_readings_of_open_document_are_left_out() -> None:
    document = odt(
        "<text:p>call <text:ruby><text:ruby-base>Ruth</text:ruby-base><text:ruby-text>R</text:ruby-text></text:ruby>"
        "</text:p>",
        '<text:p>pay <text:hidden-text text:is-hidden="true">never</text:hidden-text>now</text:p>',
        '<text:p>mow <text:span text:style-name="Secret">or not</text:span></text:p>',
        '<text:p text:style-name="Gone">nobody sees this</text:p>',
    )
    for name, family in (("Secret", "text"), ("Gone", "paragraph")):
        style = odfdo.Style(family, name)
        style.set_properties({"text:display": "none"}, area="text")
        document.insert_style(style, automatic=True)
    assert lines("a.odt", document) == [["call Ruth", "pay now", "mow"]]


def test_numbered_paragraphs_of_open_document_are_items() -> None:
    document = odt(
        "<text:numbered-paragraph><text:p>order wood</text:p></text:numbered-paragraph>",
        '<text:numbered-paragraph text:level="2"><text:p>oak</text:p></text:numbered-paragraph>',
    )
    assert lines("a.odt", document) == [["- order wood", ">- oak"]]
