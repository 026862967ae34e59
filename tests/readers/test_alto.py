"""ALTO XML: exact lines and facts, the way back, divided words, reading order, and files that must be refused."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Box
from inkslate.errors import InputError
from inkslate.readers import alto
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from tests.support.paths import ROOT
from tests.support.shown_boards import shown
from tests.support.xml_mutations import mutated

FILES = ROOT / "tests" / "files" / "alto"
NAMES = ["abbyy.xml", "tesseract.xml", "escriptorium.xml"]
NAMESPACES = [
    "",
    "http://www.loc.gov/standards/alto/ns-v2#",
    "http://www.loc.gov/standards/alto/ns-v3#",
    "http://www.loc.gov/standards/alto/ns-v4#",
    "http://schema.ccs-gmbh.com/ALTO",
]


def read(data: bytes | str, name: str = "page.xml") -> Board:
    (board,) = alto.scan(Document(name, data.encode() if isinstance(data, str) else data))
    assert isinstance(board, Board)
    return board


def read_file(name: str) -> Board:
    return read((FILES / name).read_bytes(), name)


def page(inside: str, before: str = "", *, space: str = NAMESPACES[3]) -> str:
    return f'<alto xmlns="{space}">{before}<Layout><Page><PrintSpace>{inside}</PrintSpace></Page></Layout></alto>'


def block(id: str, *lines: str, attributes: str = "") -> str:
    """A block whose lines have one String each."""
    inside = "".join(f'<TextLine ID="{id}l{n}">{strings(line)}</TextLine>' for n, line in enumerate(lines))
    return f'<TextBlock ID="{id}" {attributes}>{inside}</TextBlock>'


def strings(text: str) -> str:
    return f'<String CONTENT="{text}"/>'


def at(x: int, y: int, content: str) -> str:
    """A line 20 high; ten units a character."""
    return f'<TextLine><String CONTENT="{content}" {sides(x, y, 10 * len(content), 20)}/></TextLine>'


def sides(x: object, y: object, width: object, height: object) -> str:
    return f'HPOS="{x}" VPOS="{y}" WIDTH="{width}" HEIGHT="{height}"'


@pytest.mark.parametrize(
    ("name", "ids", "lines"),
    [
        (
            "abbyy.xml",
            ["P1_TB0", "P1_TB1", "P1_TB2"],
            [
                ["Archive minutes"],  # in the margin
                ["Actions"],
                ["ask the archivist,", "e.g. Ruth", "• after stand-up", "today"],
            ],
        ),
        (
            "tesseract.xml",
            ["block_0", "block_1", "block_0-2"],  # both pages begin to count at 0
            [["Monday stand-up"], ["• print the agenda", "• ask Zoë"], ["book flights"]],
        ),
        (
            "escriptorium.xml",
            ["eSc_textblock_a", "eSc_textblock_b"],
            [["Notes 1911"], ["Garten im März", "• Rosen schneiden", "und binden", "• Dung holen"]],
        ),
    ],
)
def test_files(name: str, ids: list[str], lines: list[list[str]]) -> None:
    board = read_file(name)
    assert board.id == Path(name).stem
    assert [region.id for region in board.regions] == ids
    assert shown(board) == lines


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        # A title by its TYPE, a heading by its LABEL; a role is neither.
        ("abbyy.xml", [(1, 0, None), (2, 0, None), (0, 0, "open"), (0, 0, None), (0, 0, None), (0, 0, None)]),
        ("tesseract.xml", [(0, 0, None), (0, 0, None), (0, 1, "open"), (0, 0, None)]),
        # The line's own type; the title that runs over every page is no heading.
        ("escriptorium.xml", [(0, 0, None), (2, 0, None), (0, 0, None), (0, 0, None), (0, 1, "done")]),
    ],
)
def test_facts(name: str, facts: list[tuple[int, int, str | None]]) -> None:
    lines = [line for region in read_file(name).regions for line in region.lines]
    assert [(line.heading, line.indent, line.box) for line in lines] == facts


@pytest.mark.parametrize(
    ("name", "sources"),
    [
        (
            "abbyy.xml",
            [
                [("P1_TB0#0",), ("P1_TB0#1",)],
                [("P1_TB1#0",)],
                [("P1_S2",), ("P1_S3",), ("P1_S4", "P1_S5")],
                [("P1_TL2#1",), ("P1_S7",)],
                [("P1_S9",), ("P1_S10", "P1_S11")],
                [("P1_S12",)],
            ],
        ),
        (
            "tesseract.xml",
            [
                [("page_0#0",), ("page_0#1",)],  # string_0 and block_0 are on both pages
                [("string_3",), ("string_4",), ("string_5",)],
                [("string_7",), ("string_8",)],
                [("page_1#0",), ("page_1#1",)],
            ],
        ),
        (
            "escriptorium.xml",
            [
                [("eSc_line_a1#0",), ("eSc_line_a1#1",)],
                [("eSc_line_b1#0",), ("eSc_line_b1#1",), ("eSc_line_b1#2",)],
                [("eSc_line_b2#1",), ("eSc_line_b2#2", "eSc_line_b3#0")],
                [("eSc_line_b3#1",), ("eSc_line_b3#2",)],
                [("seg2",), ("seg3",)],
            ],
        ),
    ],
)
def test_sources(name: str, sources: list[list[tuple[str, ...]]]) -> None:
    lines = [line for region in read_file(name).regions for line in region.lines]
    assert [[word.source for word in line.words] for line in lines] == sources


@pytest.mark.parametrize("name", NAMES)
def test_every_source_leads_back_to_its_word(name: str) -> None:
    root = ET.fromstring((FILES / name).read_bytes())
    by_id = {element.get("ID"): element for element in root.iter()}
    for word in (word for region in read_file(name).regions for line in region.lines for word in line.words):
        key, mark, number = str(word.source[0]).partition("#")
        texts = content(by_id[key])
        begun = texts[int(number)] if mark else " ".join(texts)
        assert word.text.startswith(begun.rstrip("¬"))


def content(element: ET.Element) -> list[str]:
    """All words of an element in the file."""
    found = [one for one in element.iter() if one.tag.endswith("}String")]
    glyphs = [[glyph.get("CONTENT", "") for glyph in one] for one in found]
    texts = [one.get("CONTENT") or "".join(inner) for one, inner in zip(found, glyphs, strict=True)]
    return [word for text in texts for word in text.split()]


def test_boxes() -> None:
    lines = read_file("escriptorium.xml").regions[1].lines
    assert lines[1].words[0].box == Box(100, 300, 800, 60)
    assert lines[2].words[0].box == Box(160, 400, 700, 60)  # that of the line, of which it is the only String
    assert lines[3].words[1].box == Box(600, 500, 200, 60)
    two = f"<TextBlock><TextLine {sides(1, 2, 3, 4)}>{strings('a')}{strings('b')}</TextLine></TextBlock>"
    assert [word.box for word in read(page(two)).regions[0].words] == [None, None]


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        (sides(-5, 2.5, 10, 4), Box(-5, 2.5, 10, 4)),
        (sides(10, 10, -4, -2), Box(6, 8, 4, 2)),  # like points in another order
        ('HPOS="1" VPOS="2" WIDTH="3"', None),
        (sides("", 2, 3, 4), None),
        (sides(" ", 2, 3, 4), None),
    ],
)
def test_unusual_coordinates(attributes: str, box: Box | None) -> None:
    board = read(page(f'<TextBlock><TextLine><String CONTENT="x" {attributes}/></TextLine></TextBlock>'))
    assert board.regions[0].words[0].box == box


HYP = '<HYP CONTENT="-"/>'


def part(number: int, text: str, whole: str) -> str:
    return f'<String CONTENT="{text}" SUBS_TYPE="HypPart{number}" SUBS_CONTENT="{whole}"/>'


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # The word stands on the first line; the sign is not part of it.
        ((strings("the archi") + HYP, strings("vist for")), ["the archivist", "for"]),
        ((strings("the archi-") + HYP, strings("vist for")), ["the archivist", "for"]),
        ((part(1, "archi", "archivist") + HYP, part(2, "vist", "archivist")), ["archivist"]),
        ((part(1, "archi-", "archivist"), part(2, "vist", "archivist")), ["archivist"]),
        ((part(1, "archi", ""), part(2, "vist", "")), ["archivist"]),
        ((strings("archi¬"), strings("vist for")), ["archivist", "for"]),
        ((strings("archi\u00ad"), strings("vist for")), ["archivist", "for"]),
        # The file says which hyphen stays, and how the word is spelled where it is not divided.
        ((part(1, "stand", "stand-up") + HYP, part(2, "up", "stand-up")), ["stand-up"]),
        ((part(1, "Zuk", "Zucker") + HYP, part(2, "ker.", "Zucker")), ["Zucker."]),
        # Signs around a word are kept; what is not this word is not taken.
        ((part(1, "(archi", "archivist") + HYP, part(2, "vist),", "archivist")), ["(archivist),"]),
        ((part(1, "archi", "other word") + HYP, part(2, "vist", "other word")), ["archivist"]),
        ((part(1, "archi", "vist") + HYP, part(2, "vist", "vist")), ["archivist"]),
        # What does not go on loses the sign alone.
        ((strings("archi") + HYP,), ["archi"]),
        ((part(1, "archi-", "archivist"),), ["archi"]),
        ((strings("archi") + HYP, strings("- vist")), ["archi", "• vist"]),
        ((HYP, strings("vist")), ["vist"]),
        # Elsewhere there is none.
        ((strings("archi") + HYP + strings("vist"), strings("for")), ["archi vist", "for"]),
        ((strings("stand-"), strings("up")), ["stand-", "up"]),
        ((strings("so\u00adft"), strings("x")), ["soft", "x"]),
    ],
)
def test_divided_words_are_put_together(lines: tuple[str, ...], expected: list[str]) -> None:
    inside = "".join(f"<TextLine>{line}</TextLine>" for line in lines)
    assert shown(read(page(f"<TextBlock>{inside}</TextBlock>"))) == [expected]


@pytest.mark.parametrize(
    ("tags", "attributes", "heading"),
    [
        ('<LayoutTag ID="t" LABEL="Title"/>', 'TAGREFS="t"', 1),
        ('<LayoutTag ID="t" LABEL="header"/>', 'TAGREFS="t"', 1),
        ('<StructureTag ID="t" TYPE="heading" LABEL="x"/>', 'TAGREFS="u t"', 2),
        ('<OtherTag ID="t" LABEL="Section-Heading"/>', 'TAGREFS="t"', 2),
        ('<RoleTag ID="t" LABEL="heading"/>', 'TAGREFS="t"', 0),
        ('<NamedEntityTag ID="t" LABEL="Title"/>', 'TAGREFS="t"', 0),
        ('<LayoutTag ID="t" LABEL="RunningTitleZone"/>', 'TAGREFS="t"', 0),
        ('<LayoutTag ID="t" LABEL="heading"/>', "", 0),
        ('<LayoutTag LABEL="heading"/>', 'TAGREFS=""', 0),
        ("", 'TAGREFS="t"', 0),
        ("", 'TYPE="Heading"', 2),
        ("", 'type="title"', 1),
        ("", 'TYPE="container"', 0),
    ],
)
def test_headings(tags: str, attributes: str, heading: int) -> None:
    before = f"<Tags>{tags}</Tags>"
    inside = block("b", "Later today")
    for text in (
        block("b", "Later today", attributes=attributes),
        f"<ComposedBlock {attributes}>{inside}</ComposedBlock>",
        inside.replace("<TextLine", f"<TextLine {attributes}"),
    ):
        assert [line.heading for line in read(page(text, before)).regions[0].lines] == [heading]


def reading_order(*names: str) -> str:
    references = "".join(f'<ElementRef ID="o{n}" REF="{name}"/>' for n, name in enumerate(names))
    return f'<ReadingOrder><OrderedGroup ID="g">{references}</OrderedGroup></ReadingOrder>'


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("", ["a", "b", "c"]),
        (reading_order(), ["a", "b", "c"]),
        (reading_order("c", "a", "b"), ["c", "a", "b"]),
        (reading_order("c", "zz", "c", "a"), ["c", "a", "b"]),  # b stays behind a
        (reading_order("bl0", "al0", "cl0"), ["b", "a", "c"]),  # it may name lines alone
    ],
)
def test_the_order_of_reading(order: str, expected: list[str]) -> None:
    board = read(page(block("a", "x") + block("b", "y") + block("c", "z"), order))
    assert [region.id for region in board.regions] == expected


def test_lines_in_the_order_of_reading() -> None:
    board = read(page(block("a", "x", "y", "z"), reading_order("al2", "al0", "al1")))
    assert shown(board) == [["z", "x", "y"]]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (f"<ComposedBlock><ComposedBlock>{block('a', 'x')}</ComposedBlock>{block('b', 'y')}</ComposedBlock>", "ab"),
        (block("a", "x").replace("</TextBlock>", block("b", "y") + "</TextBlock>"), "ab"),
        (f"<TextLine>{strings('x')}</TextLine>{block('b', 'y')}", "1b"),  # not allowed, but lines all the same
        (f'<Illustration ID="i"/>{block("b", "y")}', "b"),
    ],
)
def test_blocks_wherever_they_are(inside: str, expected: str) -> None:
    assert "".join(region.id.removeprefix("r") for region in read(page(inside)).regions) == expected


def test_bullets_that_are_lines_or_blocks_of_their_own_join_their_text() -> None:
    bullets = "".join(at(10, 30 * row, mark) for row, mark in enumerate(("•", "-", "o", "4.", "[x]")))
    texts = "".join(at(60, 30 * row + 2, f"item {row}") for row in range(6))
    board = read(page(f"<TextBlock ID='b'>{bullets}</TextBlock><TextBlock ID='t'>{texts}</TextBlock>"))
    assert [(region.id, shown(board)[0]) for region in board.regions] == [
        ("t", ["• item 0", "• item 1", "• item 2", "• item 3", "• item 4", "item 5"])
    ]
    assert [line.done for line in board.regions[0].lines] == [False] * 4 + [True, False]


@pytest.mark.parametrize(
    "data",
    [
        "<alto/>",
        page(""),
        page("<TextBlock ID='b'/>"),
        page("<TextBlock ID='b'><TextLine/></TextBlock>"),
        page("<TextBlock ID='b'><TextLine><String/><SP/><HYP/></TextLine></TextBlock>"),
        page(block("b", "", " ")),
    ],
)
def test_a_page_without_text_is_an_empty_board(data: str) -> None:
    assert read(data) == Board("page", ())


BOMB = '<!DOCTYPE alto [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + page(block("r", "&b;"))
OUTSIDE = '<!DOCTYPE alto [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + page("<TextBlock>&x;</TextBlock>")


def placed(attributes: str) -> str:
    return page(f'<TextBlock><TextLine><String ID="s" CONTENT="x" {attributes}/></TextLine></TextBlock>')


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (BOMB, "declares entities"),
        (OUTSIDE, "declares entities"),
        ('<!DOCTYPE alto [<!ATTLIST String CONTENT CDATA "l">]>' + page(block("r", "x")), "declares entities"),
        ('<!DOCTYPE alto [<!ENTITY % p SYSTEM "http://localhost/x.dtd"> %p;]>' + page(""), "declares entities"),
        (page(block("r", "&undefined;")), "not well-formed XML .undefined entity"),
        (page("<ComposedBlock>" * 10_000 + "</ComposedBlock>" * 10_000), "nested more than 200"),
        (page(block("r", "x"))[:-20], "not well-formed"),
        ("", "not well-formed"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "NUL"),
        (page(block("r", "x")).encode("utf-16-le"), "UTF-16 without"),
        (b'<?xml version="1.0" encoding="utf-8"?>' + page(block("r", "é")).encode("latin-1"), "not well-formed"),
        ('<?xml version="1.0" encoding="klingon"?>' + page(""), "encod"),
        ("<PcGts/>", "the root element is 'PcGts', not 'alto'"),
        (page(block("r", "x") + block("r", "y")), "duplicate region id 'r'"),
        (placed(sides("NaN", 1, 2, 3)), "page.xml, String 's': 'NaN 1 2 3' are not four finite"),
        (placed(sides(1, "top", 2, 3)), "not four finite"),
        (placed(sides(1, 2, "inf", 3)), "not four finite"),
        (placed(sides(1, 2, 3, "1e308")), "not four finite"),
        (placed(sides("9" * 400, 2, 3, 4)), "not four finite"),
        (page(block("r", "\ud800")).encode("utf-8", "surrogatepass"), "not well-formed"),
    ],
)
def test_hostile_files_are_refused_in_one_line(data: bytes | str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(data)
    assert str(caught.value).startswith("page.xml")
    assert "\n" not in str(caught.value)


def test_duplicate_ids_of_words_and_lines_are_not_sources() -> None:
    line = '<TextLine ID="l"><String ID="s" CONTENT="a"/><String ID="t" CONTENT="b"/></TextLine>'
    again = line.replace('"t"', '"u"')
    board = read(page(f'<TextBlock ID="b">{line}{again}</TextBlock>'))
    assert [word.source for word in board.regions[0].words] == [("b#0",), ("t",), ("b#2",), ("u",)]


def test_utf_16_with_a_mark_is_read() -> None:
    assert shown(read(page(block("r", "Zoë 😀")).encode("utf-16"))) == [["Zoë 😀"]]


@pytest.mark.parametrize("space", NAMESPACES)
def test_every_version_is_recognised(space: str) -> None:
    data = page(block("r", "call Ruth"), space=space)
    assert detect_format(Document("x.xml", data.encode())) == "alto"
    assert detect_format(Document("stdin", f'<?xml version="1.0"?>\n{data}'.encode())) == "alto"
    assert shown(read(data)) == [["call Ruth"]]
    prefixed = data.replace("<", "<a:").replace("<a:/", "</a:").replace("xmlns=", "xmlns:a=")
    assert not space or shown(read(prefixed)) == [["call Ruth"]]


@pytest.mark.parametrize("data", [b"", b"{}", b"<ink/>", b"<html>alto</html>", BOMB.encode(), b"\0<alto/>", b"\xff"])
def test_others_are_not_recognised(data: bytes) -> None:
    assert not alto.recognises(Document("page.xml", data))


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_words_take_little_time() -> None:
    words = "".join(f'<String ID="w{n}" CONTENT="x" {sides(n, 0, 1, 9)}/><SP/>' for n in range(50_000))
    bare = "".join(strings("x") for _ in range(50_000))
    divided = "".join(f'<TextLine ID="l{n}">{part(1, "y z", "zy")}{HYP}</TextLine>' for n in range(20_000))
    order = reading_order(*(f"l{n}" for n in range(20_000)))
    lines = f'<TextLine ID="l">{words}</TextLine><TextLine>{bare}</TextLine>{divided}'
    blocks = "".join(block(f"b{n}", "x") for n in range(9_000))
    board = read(page(f'<TextBlock ID="r">{lines}</TextBlock>{blocks}', order))
    assert len(board.regions) == 9_001


@pytest.mark.fuzz
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(NAMES).flatmap(lambda name: mutated((FILES / name).read_bytes())))
def test_damaged_files_give_boards_or_one_error(data: bytes) -> None:
    document = Document("page.xml", data)
    assert alto.recognises(document) in (True, False)
    try:
        list(alto.scan(document))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017 - an error is one of two good ends
