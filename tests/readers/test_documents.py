"""Word, OpenDocument and PDF files, made by the libraries that people make them with."""

from __future__ import annotations

import base64
import io
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from inkslate.board import Board, Line
from inkslate.errors import InputError, MissingExtra
from inkslate.formats import boards_of
from inkslate.readers import pdf_streams, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from inkslate.readers.pdf_filters import FILTERS
from inkslate.readers.pdf_forms import Forms

docx = pytest.importorskip("docx")
odfdo = pytest.importorskip("odfdo")
pytest.importorskip("pypdfium2")
canvas = pytest.importorskip("reportlab.pdfgen.canvas")


def show(line: Line) -> str:
    """A line in short: `#` for each level of a heading, blanks for each depth, a bullet or a box, the text."""
    mark = {"open": "[ ] ", "done": "[x] ", None: "- " if line.bullet else ""}[line.box]
    return "#" * line.heading + " " * bool(line.heading) + "  " * line.indent + mark + line.text


def read(name: str, data: bytes) -> Board:
    (board,) = boards_of(scan_document(Document(name, data)))
    return board


def shown(board: Board) -> list[list[str]]:
    return [[show(line) for line in region.lines] for region in board.regions]


def saved(document: Any) -> bytes:
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def word_minutes() -> bytes:
    note = docx.Document()
    note.add_heading("Minutes, 12 November", 0)
    note.add_heading("Actions", 2)
    note.add_paragraph("call the landlord about the boiler", style="List Bullet")
    note.add_paragraph("ask for two quotes", style="List Bullet 2")
    note.add_paragraph("send Ana the rota", style="List Number")
    note.add_paragraph("")
    struck = note.add_paragraph(style="List Bullet")
    struck.add_run("book the hall").font.strike = True
    note.add_paragraph("The hall was cold.\nIt rained.")
    return saved(note)


def word_boxes() -> bytes:
    note = docx.Document()
    note.add_paragraph("☐ order seeds")
    note.add_paragraph("☒ pay the rent")
    ticked = note.add_paragraph()
    sign = docx.oxml.parse_xml(
        '<w:r xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        '<w:sym w:font="Wingdings" w:char="F0FE"/></w:r>'
    )
    ticked._p.append(sign)
    ticked.add_run(" water the leeks")
    controlled = docx.oxml.parse_xml(
        '<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:sdt><w:sdtContent><w:r>'
        "<w:t>☐</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t xml:space='preserve'> dig over the bed</w:t></w:r>"
        "<w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>"
    )
    note.element.body.insert(3, controlled)
    return saved(note)


def word_table() -> bytes:
    note = docx.Document()
    table = note.add_table(rows=2, cols=2)
    for cell, text in zip((cell for row in table.rows for cell in row.cells), ("who", "what", "Ana", "print badges")):  # noqa: B905
        cell.text = text
    note.add_paragraph("That was all.")
    return saved(note)


def open_document() -> Any:
    document = odfdo.Document("text")
    document.body.clear()
    return document


def odt_minutes() -> bytes:
    document = open_document()
    items = odfdo.List(["call the landlord about the boiler"])
    nested = odfdo.ListItem("order wood")
    nested.append(odfdo.List(["two cubic metres"]))
    items.append(nested)
    for part in (odfdo.Header(1, "House"), odfdo.Paragraph("Before winter:"), items, odfdo.Paragraph("")):
        document.body.append(part)
    document.body.append(odfdo.Paragraph("It was dry all week."))
    return saved(document)


def odt_boxes() -> bytes:
    document = open_document()
    document.body.append(odfdo.Paragraph("Move", style="Title"))
    document.body.append(odfdo.List(["☑ cancel the gas", "☐ book the van"]))
    return saved(document)


def odt_table() -> bytes:
    document = open_document()
    table = odfdo.Table("Jobs", width=2, height=2)
    for place, text in {(0, 0): "who", (1, 0): "what", (0, 1): "Ana", (1, 1): "seeds"}.items():
        table.set_value(place, text)
    document.body.append(table)
    return saved(document)


def pdf(*pages: list[tuple[int, int, str]]) -> bytes:
    file = io.BytesIO()
    paper = canvas.Canvas(file, pagesize=(595, 842))
    for page in pages:
        for x, y, text in page:
            paper.drawString(x, y, text)
        paper.showPage()
    paper.save()
    return file.getvalue()


PDF_LIST = pdf([(72, 770, "- call the landlord about the boiler"), (72, 755, "- order seeds"), (90, 740, "- leeks")])
PDF_PAGES = pdf([(72, 770, "The hall was cold.")], [], [(72, 770, "[x] pay the rent"), (72, 755, "[ ] book the van")])
PDF_COLUMNS = pdf(
    [(72, 770 - 15 * row, f"left line {row} here") for row in range(4)]
    + [(350, 770 - 15 * row, f"right line {row} here") for row in range(4)]
)
FILES: list[tuple[str, Callable[[], bytes], list[list[str]]]] = [
    ("minutes.docx", word_minutes, [
        ["# Minutes, 12 November"],
        ["## Actions", "- call the landlord about the boiler", "  - ask for two quotes", "- send Ana the rota"],
        ["[x] book the hall", "The hall was cold.", "It rained."],
    ]),
    ("boxes.docx", word_boxes,
     [["[ ] order seeds", "[x] pay the rent", "[x] water the leeks", "[ ] dig over the bed"]]),
    ("table.docx", word_table, [["who what", "Ana print badges", "That was all."]]),
    ("minutes.odt", odt_minutes, [
        ["# House", "Before winter:", "- call the landlord about the boiler", "- order wood", "  - two cubic metres"],
        ["It was dry all week."],
    ]),
    ("boxes.odt", odt_boxes, [["# Move", "[x] cancel the gas", "[ ] book the van"]]),
    ("table.odt", odt_table, [["who what", "Ana seeds"]]),
    ("list.pdf", lambda: PDF_LIST, [["- call the landlord about the boiler", "- order seeds", "  - leeks"]]),
    ("pages.pdf", lambda: PDF_PAGES, [["The hall was cold."], ["[x] pay the rent", "[ ] book the van"]]),
    ("columns.pdf", lambda: PDF_COLUMNS,
     [[f"{side} line {row} here" for row in range(4)] for side in ("left", "right")]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "make", "expected"), FILES, ids=[name for name, _, _ in FILES])
def test_files_of_people(name: str, make: Callable[[], bytes], expected: list[list[str]]) -> None:
    data = make()
    board = read(name, data)
    assert shown(board) == expected
    assert board.id == name.partition(".")[0]
    assert detect_format(Document("stdin", data)) == name.partition(".")[2]


# The first word of each line. Boxes and dashes in the text are counted; empty paragraphs too.
SOURCES = {
    "minutes.docx": [["p1#0"], ["p2#0", "p3#0", "p4#0", "p5#0"], ["p7#0", "p8#0", "p8#4"]],
    "boxes.docx": [["p1#1", "p2#1", "p3#1", "p4#1"]],
    "table.docx": [["p1#0", "p3#0", "p5#0"]],
    "minutes.odt": [["p1#0", "p2#0", "p3#0", "p4#0", "p5#0"], ["p7#0"]],
    "boxes.odt": [["p1#0", "p2#1", "p3#1"]],
    "table.odt": [["p1#0", "p3#0"]],
    "list.pdf": [["page1#1", "page1#8", "page1#11"]],
    "pages.pdf": [["page1#0"], ["page3#1", "page3#6"]],
    "columns.pdf": [[f"page1#{4 * row}" for row in rows] for rows in (range(4), range(4, 8))],
}


@pytest.mark.parametrize(("name", "make", "_lines"), FILES, ids=[name for name, _, _ in FILES])
def test_lines_lead_back_to_their_paragraph_or_page(name: str, make: Callable[[], bytes], _lines: object) -> None:
    regions = read(name, make()).regions
    assert [[str(*line.words[0].source) for line in region.lines] for region in regions] == SOURCES[name]


def test_words_lead_back_to_their_paragraph_or_page() -> None:
    assert [word.source for word in read("a.docx", word_table()).regions[0].words][:5] == [
        ("p1#0",), ("p2#0",), ("p3#0",), ("p4#0",), ("p4#1",),
    ]  # fmt: skip
    assert read("a.odt", odt_minutes()).regions[0].words[-1].source == ("p5#2",)
    words = read("a.pdf", PDF_PAGES).regions[1].words
    assert [word.source for word in words[:2]] == [("page3#1",), ("page3#2",)]
    assert words[0].box is not None
    assert 60 < words[0].box.y < 75  # from the top of the page, in points


def test_large_pictures_of_a_pdf_are_no_bombs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_streams, "MOST_UNPACKED", 5_000)
    note = pdf_of_stream(b"BT /F 9 Tf 72 700 Td (call Ruth) Tj ET").replace(
        b"/Contents", b"/Resources<</Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Contents"
    )
    picture = b"5 0 obj <</Type/XObject/Subtype/Image/Length 9000>>\nstream\n%s\nendstream endobj\n" % (b"x" * 9_000)
    assert shown(read("a.pdf", note.replace(b"4 0 obj", picture + b"4 0 obj"))) == [["call Ruth"]]


@pytest.mark.parametrize(
    ("name", "packed"),
    [
        ("LZW", base64.b16decode("800B6050220C0C8501")),  # the example in the PDF specification
        ("RL", b"\xfc-\x00A\xfe-\x00B\x80"),
        ("A85", base64.a85encode(b"-----A---B") + b"~>"),
        ("AHx", b"2D2D2D2D2D41 2D2D2D42>"),
        ("Fl", zlib.compress(b"-----A---B")),
    ],
)
def test_filters_of_pdf_unpack(name: str, packed: bytes) -> None:
    unpack = FILTERS[name.encode()]
    assert unpack(packed, 100) == b"-----A---B"
    assert len(unpack(packed, 4)) == 4


def test_forms_that_are_drawn_often_are_read_if_they_are_small() -> None:
    forms = Forms()
    forms.add_stream(b"4", b"", b"/X Do " * 10)
    forms.add_stream(b"5", b"/Resources 6 0 R", b"/Y Do " * 10)
    forms.add_objects(4, b"6 0 <</XObject 8 0 R>>")
    forms.add_object(b"8", b"<</Y 7 0 R/X 5 0 R>>")
    forms.add_stream(b"7", b"/Resources<</Y 7 0 R>>", b"/Y Do" + b" " * 95)  # itself, which is not drawn
    assert forms.largest() == 60 + 10 * (200 + 60 + 10 * (200 + 100 + 200))


def test_a_scan_says_that_it_needs_recognition() -> None:
    with pytest.raises(InputError, match=r"scan\.pdf: has no text layer.*needs recognition; run OCR first"):
        read("scan.pdf", pdf([]))


def packed(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return file.getvalue()


def understated() -> bytes:
    """A document with a member of 8 MB that states 500 bytes."""
    data = bytearray(packed({"word/document.xml": b"<a/>", "word/media/a.png": b" " * (8 << 20)}))
    at = data.rfind(b"PK\x01\x02")
    data[at + 24 : at + 28] = (500).to_bytes(4, "little")
    return bytes(data)


def pdf_of_stream(content: bytes, rounds: int = 1) -> bytes:
    """A page with this content, packed if `rounds` is not 0; for 2, `content` is packed once already."""
    filters = b"[" + b"/FlateDecode " * rounds + b"]" if rounds else b"[]"
    return pdf_of_packed(zlib.compress(content) if rounds else content, b"/Filter " + filters)


def pdf_of_packed(data: bytes, facts: bytes, more: bytes = b"") -> bytes:
    """A page with this stream, of which a dictionary says these facts; `more` are other objects."""
    head = (
        b"%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Count 1/Kids[3 0 R]>> endobj\n"
    )
    page = b"3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>> endobj\n"
    stream = b"4 0 obj <<%s/Length %d>>\nstream\n%s\nendstream endobj\n" % (facts, len(data), data)
    return head + page + stream + more + b"trailer <</Root 1 0 R>>\n%%EOF"


def lzw_of_blanks(codes: int) -> bytes:
    """LZW of a blank, then of each time one blank more than before; 4,096 codes without an end."""
    wanted = [256, 32, *range(258, 258 + codes)]
    width = [9] * 255 + [10] * 512 + [11] * 1024 + [12] * codes
    bits = "".join(f"{code:0{width[number]}b}" for number, code in enumerate(wanted))
    return int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")


def nested_forms(depth: int) -> bytes:
    """Forms that draw another one ten times each, the last one a text."""
    forms = [
        b"%d 0 obj <</Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X %d 0 R>>>>/Length 60>>\nstream\n%s\nendstream "
        b"endobj\n" % (5 + number, 6 + number, b"/X Do " * 10 if number + 1 < depth else b"BT (call) Tj ET".ljust(60))
        for number in range(depth)
    ]
    return b"".join(forms)


LZW_BOMB = lzw_of_blanks(3_837) * 8
BOMB = zlib.compress(b"BT ET " * (6 << 20))
DRAW = b"/X Do " * 10
PICTURE = b"/Subtype/Image/Filter/FlateDecode"
ABOUT = b"/Filter/Fl/Resources<</XObject<</X 5 0 R>>>>"


ENTITIES = b'<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><a>&d;</a>'
HOSTILE = {
    "a member that states a small size": ("a.docx", understated(), "BadZipFile"),
    "bomb": ("a.docx", packed({"word/document.xml": b" " * (70 << 20)}), "unpacks to more than"),
    "entities": ("a.docx", packed({"word/document.xml": ENTITIES}), "declares entities"),
    "odt entities": ("a.odt", packed({"mimetype": b"", "content.xml": ENTITIES}), "declares entities"),
    "other zip": ("a.docx", packed({"../../etc/passwd": b"x"}), r"has no word/document\.xml"),
    "many members": ("a.odt", packed({f"{n}": b"" for n in range(5_001)}), "unpacks to more than"),
    "hollow": ("a.docx", packed({"word/document.xml": b"<a/>"}), "is not a Word document"),
    "hollow odt": ("a.odt", packed({"content.xml": b"<a/>"}), "is not an OpenDocument text"),
    "text": ("a.docx", b"call Ruth", "BadZipFile"),
    "text as odt": ("a.odt", b"call Ruth", "BadZipFile"),
    "text as pdf": ("a.pdf", b"call Ruth", "is not a PDF"),
    "a page that is a bomb": ("a.pdf", pdf_of_stream(b"BT ET " * (6 << 20)), "unpacks to more than a page"),
    "a bomb packed twice": ("a.pdf", pdf_of_stream(zlib.compress(b"BT ET " * (6 << 20)), 2), "unpacks to more than"),
    "a large page, not packed": ("a.pdf", pdf_of_stream(b"BT ET " * (6 << 20), 0), "unpacks to more than a page"),
    "a bomb of LZW": ("a.pdf", pdf_of_packed(LZW_BOMB, b"/Filter/LZWDecode"), "unpacks to more than a page"),
    "a bomb in base 85": (
        "a.pdf",
        pdf_of_packed(base64.a85encode(BOMB) + b"~>", b"/Filter[/A85/Fl]"),
        "unpacks to more than a page",
    ),
    "a bomb in hex": ("a.pdf", pdf_of_packed(BOMB.hex().encode() + b">", b"/Filter[/AHx/Fl]"), "unpacks to more than"),
    "a bomb of runs": (
        "a.pdf",
        pdf_of_packed(zlib.compress(b"\x81 " * (1 << 19)), b"/Filter[/Fl/RL]"),
        "unpacks to more than",
    ),
    "an escaped name of a filter": ("a.pdf", pdf_of_packed(BOMB, b"/Filter/Fl#61teDecode"), "unpacks to more than"),
    "a filter elsewhere": (
        "a.pdf",
        pdf_of_packed(BOMB, b"/Filter 9 0 R", b"9 0 obj /FlateDecode endobj\n"),
        "unpacks to more than",
    ),
    "a page that calls itself a picture": ("a.pdf", pdf_of_packed(BOMB, PICTURE), "unpacks to more than"),
    "forms in forms": ("a.pdf", pdf_of_packed(DRAW, b"", nested_forms(9)), "unpacks to more than"),
    "one text on many pages": (
        "a.pdf",
        pdf_of_packed(b"BT ET " * (1 << 18), b"").replace(b"[3 0 R]", b"[" + b"3 0 R " * 1_000 + b"]"),
        "unpacks to more than",
    ),
    "half a pdf": ("a.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <<", "is not a PDF that can be read"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_one_error(case: str) -> None:
    name, data, message = HOSTILE[case]
    with pytest.raises(InputError, match=message) as error:
        read(name, data)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["minutes.docx", "minutes.odt", "list.pdf"])
def test_files_that_were_cut_off_are_boards_or_one_error(name: str) -> None:
    data = next(make for other, make, _ in FILES if other == name)()
    for part in range(1, 12):
        try:
            board = read(name, data[: len(data) * part // 12])
        except InputError:
            continue
        assert isinstance(board, Board)  # PDFium mends what it can


@pytest.mark.parametrize(("name", "module", "extra"), [
    ("a.docx", "docx", "office"), ("a.odt", "odfdo", "office"), ("a.pdf", "pypdfium2", "pdf"),
])  # fmt: skip
def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch, name: str, module: str, extra: str) -> None:
    import inkslate.dependencies as dependencies

    def missing(wanted: str) -> None:
        if wanted == module:
            raise ImportError(wanted)

    monkeypatch.setattr(dependencies, "import_module", missing)
    with pytest.raises(MissingExtra, match=rf"{name}: reading a.* needs {module}: pip install 'inkslate\[{extra}\]'"):
        read(name, b"%PDF-1.4")


@pytest.mark.parametrize(
    "part", [b"1 0 obj <</Filter[ /Contents[ >> endobj\n", b"1 0 obj <</X 1 0 R>>stream\n/X Do endstream "]
)
def test_objects_that_are_there_many_times_are_looked_at_once(part: bytes) -> None:
    # Each was added to all before it: 4 MB took minutes.
    pdf_streams.check_streams("a.pdf", part * (4_000_000 // len(part)))


def test_a_member_is_not_unpacked_beyond_the_size_that_it_states() -> None:
    data = understated()
    tracemalloc.start()
    with pytest.raises(InputError, match="BadZipFile"):
        read("a.docx", data)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 << 20
