"""PAGE XML: exact lines and bullets, the order of reading, the way back, and files that must be refused."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Box
from inkslate.errors import InputError
from inkslate.readers import page_xml
from inkslate.readers.document import Document
from tests.support.paths import ROOT
from tests.support.shown_boards import shown
from tests.support.xml_mutations import mutated

FILES = ROOT / "tests" / "files" / "page-xml"


def read(data: bytes | str, name: str = "page.xml") -> Board:
    (board,) = page_xml.scan(Document(name, data.encode() if isinstance(data, str) else data))
    assert isinstance(board, Board)
    return board


def read_file(name: str) -> Board:
    return read((FILES / name).read_bytes(), name)


def page(inside: str, order: str = "") -> str:
    return f'<PcGts xmlns="http://x/pagecontent/2019-07-15"><Page>{order}{inside}</Page></PcGts>'


def region(id: str, *lines: str, attributes: str = "") -> str:
    inside = "".join(f'<TextLine id="{id}l{n}">{text(line)}</TextLine>' for n, line in enumerate(lines))
    return f'<TextRegion id="{id}" {attributes}>{inside}</TextRegion>'


def text(content: str, index: str = "") -> str:
    return f"<TextEquiv {index}><Unicode>{content}</Unicode></TextEquiv>"


def order(inside: str) -> str:
    return f"<ReadingOrder>{inside}</ReadingOrder>"


@pytest.mark.parametrize(
    ("name", "ids", "lines"),
    [
        (
            "transkribus.xml",
            ["r1", "r2", "t1"],
            [
                ["Monday stand-up"],
                ["• print the agenda", "and send it to Jo"],
                ["who", "what", "Ana", "book flights", "by Friday"],  # cells by row and column
            ],
        ),
        (
            "ocr-d.xml",
            ["region_b", "region_a2", "region_a1"],
            [["𝒜ufgaben für 😀"], ["• Größe an Zoë schicken 🧾"], ["naïve ＩD"]],
        ),
        (
            "messy.xml",
            ["b", "a", "r3"],
            [
                ["no ids here", "outlined only", "not read at all"],
                ["• café at noon", "bring cash"],  # the label "iv." is its bullet
                ["nameless"],
            ],
        ),
    ],
)
def test_files(name: str, ids: list[str], lines: list[list[str]]) -> None:
    board = read_file(name)
    assert board.id == Path(name).stem
    assert [region.id for region in board.regions] == ids
    assert shown(board) == lines


def content(element: ET.Element) -> list[str]:
    """All words of an element in the file: of its lines or words where it has them, else its own best text."""
    for tags in (("TextLine",), ("Word",), ("Glyph",)):
        inner = [child for child in element if child.tag.rpartition("}")[2] in tags]
        words = [word for child in inner for word in content(child)]
        if words and tags == ("Glyph",):
            return ["".join(words)]
        if words:
            return words
    texts = [child for child in element if child.tag.endswith("TextEquiv")]
    best = min(texts, key=lambda equivalent: int(equivalent.get("index", 0)), default=None)
    return [] if best is None else "".join(best.itertext()).split()


@pytest.mark.parametrize("name", ["transkribus.xml", "ocr-d.xml"])
def test_every_source_leads_back_to_its_word(name: str) -> None:
    root = ET.fromstring((FILES / name).read_bytes())
    by_id = {element.get("id"): element for element in root.iter()}
    words = [word for region in read_file(name).regions for line in region.lines for word in line.words]
    assert words
    for word in words:
        (source,) = word.source
        key, mark, number = str(source).partition("#")
        assert word.text in content(by_id[key]) if not mark else content(by_id[key])[int(number)] == word.text


def test_sources_without_ids_of_words() -> None:
    board = read_file("messy.xml")
    found = [[word.source[0] for word in line.words] for region in board.regions for line in region.lines]
    assert found == [
        ["b#0", "b#1", "b#2"],
        ["w", "w2"],  # outlined words get the words of their line
        ["b#5", "b#6", "b#7", "b#8"],  # an id that stands there twice is none
        ["a#0", "a#1", "a#2"],
        ["a#3", "a#4"],
        ["Page#0"],
    ]


def test_boxes_are_upright_and_around_the_polygon() -> None:
    first = read_file("ocr-d.xml").regions[0].lines[0].words
    assert [word.box for word in first] == [Box(55, 58, 147, 92), Box(220, 60, 180.5, 90), Box(220, 60, 180.5, 90)]
    assert read_file("messy.xml").regions[1].lines[0].words[0].box == Box(10, 300, 390, 80)  # Point elements
    assert read_file("messy.xml").regions[0].lines[0].words[0].box is None


@pytest.mark.parametrize(
    ("reading_order", "expected"),
    [
        ("", "abc"),
        (order(""), "abc"),
        (order('<OrderedGroup><RegionRefIndexed index="1" regionRef="a"/>'
               '<RegionRefIndexed index="0" regionRef="c"/></OrderedGroup>'), "cab"),
        (order('<UnorderedGroup><RegionRef regionRef="b"/><RegionRef regionRef="a"/></UnorderedGroup>'), "bac"),
        (order('<OrderedGroup><OrderedGroupIndexed index="1"><RegionRefIndexed index="0" regionRef="a"/>'
               '</OrderedGroupIndexed><RegionRefIndexed index="0" regionRef="b"/></OrderedGroup>'), "bac"),
        # Named twice, not there at all, without an index.
        (order('<OrderedGroup><RegionRefIndexed index="0" regionRef="b"/><RegionRefIndexed index="1" regionRef="zz"/>'
               '<RegionRefIndexed regionRef="a"/><RegionRefIndexed index="2" regionRef="b"/></OrderedGroup>'), "bac"),
        (order('<OrderedGroup><RegionRefIndexed index="10" regionRef="a"/>'
               '<RegionRefIndexed index="9" regionRef="b"/></OrderedGroup>'), "bac"),  # numbers, not strings
    ],
)  # fmt: skip
def test_reading_order(reading_order: str, expected: str) -> None:
    board = read(page(region("a", "x") + region("b", "y") + region("c", "z"), reading_order))
    assert "".join(region.id for region in board.regions) == expected


def test_the_order_of_transkribus_holds_where_there_is_no_other() -> None:
    regions = region("a", "x", attributes='custom="readingOrder {index:1;}"') + region(
        "b", "y", attributes='custom="structure {type:heading;} readingOrder {index:0;}"'
    )
    assert [region.id for region in read(page(regions)).regions] == ["b", "a"]
    named = order('<OrderedGroup><RegionRefIndexed index="0" regionRef="a"/></OrderedGroup>')
    assert [region.id for region in read(page(regions, named)).regions] == ["a", "b"]


def test_nested_regions_follow_the_one_they_stand_in() -> None:
    inner = '<TextRegion id="in"><TextEquiv><Unicode>inner</Unicode></TextEquiv></TextRegion>'
    outer = f'<TextRegion id="out">{inner}{text("inner once more")}</TextRegion>'
    board = read(page(outer + region("c", "z"), order('<UnorderedGroup><RegionRef regionRef="out"/></UnorderedGroup>')))
    assert [(region.id, region.text(0, 9)) for region in board.regions] == [("in", "inner"), ("c", "z")]


def test_cells_that_are_regions_stand_by_row_and_column() -> None:
    cells = "".join(
        f'<TextRegion id="c{row}{column}">{text(f"{row}{column}")}'
        f'<Roles><TableCellRole rowIndex="{row}" columnIndex="{column}"/></Roles></TextRegion>'
        for row, column in ((1, 1), (0, 1), (1, 0), (0, 0))
    )
    board = read(page(f'<TableRegion id="t">{cells}</TableRegion>'))
    assert [region.id for region in board.regions] == ["c00", "c01", "c10", "c11"]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (text("b", 'index="2"') + text("a", 'index="1"'), "a"),
        (text("first") + text("second"), "first"),
        (text("unindexed") + text("best", 'index="0"'), "best"),
        (text("", 'index="0"') + text("something", 'index="1"'), "something"),
        ("<TextEquiv><PlainText>plain</PlainText></TextEquiv>", "plain"),
        ("<TextEquiv><PlainText>plain</PlainText><Unicode>uni</Unicode></TextEquiv>", "uni"),
        ("<TextEquiv><Unicode>call <!-- who? -->Ruth</Unicode></TextEquiv>", "call Ruth"),
        (f"<Word id='w1'>{text('to do')}</Word><Word id='w2'>{text('now')}</Word>{text('to do now')}", "to do now"),
        (f"<Word id='w1'>{text('kept')}</Word><Word id='w2'/>{text('kept and more')}", "kept and more"),
        (f"<Word id='w1'>{text('kept')}</Word><Word id='w2'/>", "kept"),
    ],
)
def test_the_text_of_a_line(inside: str, expected: str) -> None:
    board = read(page(f'<TextRegion id="r"><TextLine id="l">{inside}</TextLine></TextRegion>'))
    assert shown(board) == [[expected]]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        # The word stands on the first line; the sign is not part of it.
        (("ask the archi¬", "vist for keys"), ["ask the archivist", "for keys"]),
        (("ask the archi\u00ad", "vist for keys"), ["ask the archivist", "for keys"]),
        (("archi¬", "vist"), ["archivist"]),
        (("archi ¬", "¬vist now"), ["archivist", "now"]),
        # What does not go on loses the sign alone.
        (("archi¬",), ["archi"]),
        (("archi¬", "- vist"), ["archi", "• vist"]),
        (("¬", "vist"), ["vist"]),
        # Elsewhere it may mean something, and a hyphen may be one that stays.
        (("a ¬ b", "¬c d"), ["a ¬ b", "¬c d"]),
        (("stand-", "up"), ["stand-", "up"]),
        (("so\u00adft", "x"), ["soft", "x"]),
    ],
)
def test_divided_words_are_put_together(lines: tuple[str, ...], expected: list[str]) -> None:
    assert shown(read(page(region("r", *lines)))) == [expected]


def test_divided_words_lead_back_to_both_parts() -> None:
    words = "<Word id='w1'>{}</Word><Word id='w2'>{}</Word>".format(text("the"), text("archi¬"))
    lines = f"<TextLine id='l1'>{words}</TextLine><TextLine id='l2'><Word id='w3'>{text('vist')}</Word></TextLine>"
    board = read(page(f"<TextRegion id='r'>{lines}</TextRegion>"))
    assert [(word.text, word.source) for word in board.regions[0].lines[0].words] == [
        ("the", ("w1",)),
        ("archivist", ("w2", "w3")),
    ]
    board = read(page(region("r", "the archi¬", "vist calls")))
    assert [word.source for line in board.regions[0].lines for word in line.words] == [
        ("rl0#0",),
        ("rl0#1", "rl1#0"),
        ("rl1#1",),
    ]


def at(x: int, y: int, content: str, tag: str = "TextLine") -> str:
    """A line 20 high; ten units a character."""
    right = x + 10 * len(content)
    return f"<{tag}><Coords points='{x},{y} {right},{y} {right},{y + 20} {x},{y + 20}'/>{text(content)}</{tag}>"


def test_bullets_that_are_lines_or_regions_of_their_own_join_their_text() -> None:
    bullets = "".join(at(10, 30 * row, mark) for row, mark in enumerate(("•", "-", "o", "4.", "[x]")))
    texts = "".join(at(60, 30 * row + 2, f"item {row}") for row in range(6))
    board = read(page(f"<TextRegion id='b'>{bullets}</TextRegion><TextRegion id='t'>{texts}</TextRegion>"))
    assert [(region.id, shown(board)[0]) for region in board.regions] == [
        ("t", ["• item 0", "• item 1", "• item 2", "• item 3", "• item 4", "item 5"])
    ]
    assert [line.done for line in board.regions[0].lines] == [False] * 4 + [True, False]
    mixed = page(f"<TextRegion id='r'>{at(10, 0, '-')}{at(60, 0, 'call Ruth')}{at(60, 30, 'today')}</TextRegion>")
    assert shown(read(mixed)) == [["• call Ruth", "today"]]


def test_a_dash_in_a_table_is_no_bullet_of_the_next_cell() -> None:
    cells = "".join(
        f"<TableCell row='0' col='{column}'>{at(60 * column, 0, content)}</TableCell>"
        for column, content in enumerate(("Ana", "-", "slides"))
    )
    assert shown(read(page(f"<TableRegion id='t'>{cells}</TableRegion>"))) == [["Ana", "• ", "slides"]]


@pytest.mark.parametrize("inside", ["", '<TextRegion id="r"/>', '<TextRegion id="r"><TextLine id="l"/></TextRegion>'])
def test_a_page_without_text_is_an_empty_board(inside: str) -> None:
    assert read(page(inside)) == Board("page", ())


BOMB = '<!DOCTYPE PcGts [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + page(region("r", "&b;"))
OUTSIDE = '<!DOCTYPE PcGts [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + page(region("r", "&x;"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (BOMB, "declares entities"),
        (OUTSIDE, "declares entities"),
        ('<!DOCTYPE PcGts [<!ATTLIST TextLine id CDATA "l">]>' + page(region("r", "x")), "declares entities"),
        ('<!DOCTYPE PcGts [<!ENTITY % p SYSTEM "http://localhost/x.dtd"> %p;]>' + page(""), "declares entities"),
        (page(region("r", "&undefined;")), "not well-formed XML .undefined entity"),
        (page("<TextRegion>" * 10_000 + "</TextRegion>" * 10_000), "nested more than 200"),
        (page(region("r", "x"))[:-20], "not well-formed"),
        ("", "not well-formed"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "NUL"),
        (page(region("r", "x")).encode("utf-16-le"), "UTF-16 without"),
        (b'<?xml version="1.0" encoding="utf-8"?>' + page(region("r", "é")).encode("latin-1"), "not well-formed"),
        ('<?xml version="1.0" encoding="klingon"?>' + page(""), "encod"),
        ('<?xml version="1.0" encoding="utf-16"?>' + page(""), "not well-formed"),
        ('<?xml version="1.0" encoding="shift_jis"?>' + page(""), "cannot be decoded"),
        ("<alto/>", "the root element is 'alto', not 'PcGts'"),
        (page(region("r", "x") + region("r", "y")), "duplicate region id 'r'"),
        (page(f'<TextRegion id="r"><Coords points="1,NaN 2,3"/>{text("x")}</TextRegion>'), "not points of finite"),
        (page(f'<TextRegion id="r"><Coords points="left,top"/>{text("x")}</TextRegion>'), "not points of finite"),
        (page(f'<TextRegion id="r"><Coords points="1,1e308 -1e308,3"/>{text("x")}</TextRegion>'), "not points of"),
        (page(region("r", "\ud800")).encode("utf-8", "surrogatepass"), "not well-formed"),
    ],
)
def test_hostile_files_are_refused_in_one_line(data: bytes | str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(data)
    assert str(caught.value).startswith("page.xml")
    assert "\n" not in str(caught.value)


def test_utf_16_with_a_mark_is_read() -> None:
    assert shown(read(page(region("r", "Zoë 😀")).encode("utf-16"))) == [["Zoë 😀"]]


@pytest.mark.parametrize("name", ["transkribus.xml", "ocr-d.xml", "messy.xml"])
def test_its_own_files_are_recognised(name: str) -> None:
    assert page_xml.recognises(Document("x", (FILES / name).read_bytes()))


@pytest.mark.parametrize("data", [b"", b"{}", b"<ink/>", b"<html>PcGts</html>", BOMB.encode(), b"\0<PcGts/>", b"\xff"])
def test_others_are_not_recognised(data: bytes) -> None:
    assert not page_xml.recognises(Document("page.xml", data))


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_words_take_little_time() -> None:
    words = "".join(f'<Word id="w{n}"><Coords points="{n},0 {n},9"/>{text("x")}</Word>' for n in range(50_000))
    lines = "".join(f'<TextLine id="l{n}">{text("- y z")}</TextLine>' for n in range(20_000))
    board = read(page(f'<TextRegion id="r"><TextLine id="l">{words}</TextLine>{lines}</TextRegion>'))
    assert len(board.regions[0].word_texts) == 90_000


@pytest.mark.fuzz
@pytest.mark.no_cover
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["transkribus.xml", "ocr-d.xml", "messy.xml"]).flatmap(lambda name: mutated(whole(name))))
def test_damaged_files_give_boards_or_one_error(data: bytes) -> None:
    document = Document("page.xml", data)
    assert page_xml.recognises(document) in (True, False)
    try:
        list(page_xml.scan(document))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017 - an error is one of two good ends


def whole(name: str) -> bytes:
    return (FILES / name).read_bytes().lstrip()


def test_words_that_were_forgotten_are_taken_from_the_line() -> None:
    word = "<Word id='{0}'><TextEquiv><Unicode>{0}</Unicode></TextEquiv></Word>"
    line = "<TextEquiv><Unicode>call Ruth today</Unicode></TextEquiv>"
    inside = f"<TextLine id='l'>{word.format('call')}{word.format('Ruth')}{line}</TextLine>"
    page = f"<PcGts><Page><TextRegion id='r'>{inside}</TextRegion></Page></PcGts>"
    (board,) = page_xml.scan(Document("a.xml", page.encode()))
    assert board.regions[0].word_texts == ("call", "Ruth", "today")
