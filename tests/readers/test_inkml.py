"""InkML: exact lines and bullets, the traces of each word, boxes from deltas, and files that must be refused."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Box
from inkslate.errors import InputError
from inkslate.readers.document import Document
from inkslate.readers.inkml import reader as inkml
from tests.support.paths import ROOT
from tests.support.shown_boards import shown
from tests.support.xml_mutations import mutated

FILES = ROOT / "tests" / "files" / "inkml"
NAMES = ["iamondo.inkml", "office.inkml", "messy.inkml"]
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def read(data: bytes | str, name: str = "note.inkml") -> Board:
    (board,) = inkml.scan(Document(name, data.encode() if isinstance(data, str) else data))
    assert isinstance(board, Board)
    return board


def read_file(name: str) -> Board:
    return read((FILES / name).read_bytes(), name)


def ink(inside: str, traces: str = '<trace xml:id="t0">0 0,9 9</trace>') -> str:
    return f'<ink xmlns="http://www.w3.org/2003/InkML">{traces}{inside}</ink>'


def view(kind: str, text: str = "", inside: str = "", *, id: str = "") -> str:
    said = f'<annotation type="type">{kind}</annotation>' if kind else ""
    said += f'<annotation type="transcription">{text}</annotation>' if text else ""
    return f"<traceView {f'xml:id={chr(34)}{id}{chr(34)}' if id else ''}>{said}{inside}</traceView>"


def ref(target: str) -> str:
    return f'<traceView traceDataRef="{target}"/>'


@pytest.mark.parametrize(
    ("name", "ids", "lines"),
    [
        ("iamondo.inkml", ["tb1", "ls1", "dg1"], [["Team day"], ["• call Ruth", "about lunch"], ["start"]]),
        ("office.inkml", ["{0F3A1D10-0000-4000-8000-000000000001}"], [["• zażółć to 𝕏🙂", "fin"]]),
        ("messy.inkml", ["r1", "held"], [["• water plants", "ok then"], ["• two rows", "of it"]]),
    ],
)
def test_files(name: str, ids: list[str], lines: list[list[str]]) -> None:
    board = read_file(name)
    assert board.id == Path(name).stem
    assert [region.id for region in board.regions] == ids
    assert shown(board) == lines


def places(name: str) -> list[tuple[str, tuple[str | int, ...], Box | None]]:
    lines = (line for region in read_file(name).regions for line in region.lines)
    return [(word.text, word.source, word.box) for line in lines for word in line.words]


def test_words_have_their_traces_and_the_box_around_them() -> None:
    assert places("iamondo.inkml") == [
        ("Team", ("t0", "t1"), Box(100, 50, 40, 10)),
        ("day", ("t2",), Box(200, 51, 60, 10)),
        ("call", ("t4",), Box(100, 100, 80, 12)),
        ("Ruth", ("t5",), Box(190, 101, 30, 10)),
        ("about", ("t6",), Box(100, 130, 140, 12)),  # only the line was transcribed
        ("lunch", ("t6",), Box(100, 130, 140, 12)),
        ("start", ("t8",), Box(410, 310, 60, 20)),
    ]
    assert places("office.inkml") == [
        ("zażółć", ("stk1",), Box(200, 110, 255, 30)),  # F, Y, X: in the order of the traceFormat
        ("to", ("stk2", "stk3"), Box(600, 100, 100, 30)),
        ("𝕏🙂", ("stk2", "stk3"), Box(600, 100, 100, 30)),
        ("fin", ("stk4",), None),  # NaN
    ]
    assert places("messy.inkml") == [
        ("water", ("1", "3"), Box(30, 12, 30, 10)),  # without what the pen did in the air
        ("plants", ("tr2",), Box(70, 11, 80, 12)),  # through another view
        ("ok", ("4", "5"), Box(10, 100, 60, 12)),  # spelled
        ("then", ("spelled#0",), None),
        ("two", ("ink#6",), Box(5, 200, 1, 10)),  # the seventh trace has no id
        ("rows", ("ink#6",), Box(5, 200, 1, 10)),
        ("of", ("ink#6",), Box(5, 200, 1, 10)),
        ("it", ("ink#6",), Box(5, 200, 1, 10)),
    ]


@pytest.mark.parametrize("name", ["iamondo.inkml", "office.inkml"])
def test_every_source_leads_back_to_its_word(name: str) -> None:
    root = ET.fromstring((FILES / name).read_bytes())
    said: dict[str, str] = {}  # by trace: everything that a node around it says
    for node in root.iter():
        inner = [*node.iter()]
        own = [part for part in node if part.tag.rpartition("}")[2] in ("annotation", "annotationXML")]
        for part in inner if own else []:
            trace = part.get("traceDataRef", "").lstrip("#") or part.get(XML_ID, "")
            said[trace] = said.get(trace, "") + " ".join(" ".join(text.itertext()) for text in own)
    for word, source, _ in places(name):
        assert source
        assert all(word in said[str(trace)] for trace in source)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (view("Textline", "call Ruth"), [["call Ruth"]]),
        (view("Textline", "call Ruth", view("Word", "call") + view("Word", "Rut")), [["call Rut"]]),
        (view("Textline", "call Ruth", view("Word") + view("Word")), [["call Ruth"]]),
        (view("Textline", "call Ruth now", view("Word", "call") + view("Word")), [["call Ruth now"]]),
        (view("Textblock", "- one\ntwo"), [["• one", "two"]]),
        (view("Textblock", "", view("Textline", "one") + view("Textline", "two")), [["one", "two"]]),
        (view("Textblock", "", view("Textline", "one")) + view("Textblock", "two"), [["one"], ["two"]]),
        # Lines that stand alone, before and behind a block.
        (view("Document", "", view("Textline", "a") + view("Textblock", "b") + view("Textline", "c")),
         [["a"], ["b"], ["c"]]),
        (view("List", "", view("Textline", "one") + view("Textline", "two")), [["• one", "• two"]]),
        (view("List", "", view("Bullet", "o") + view("Textline", "one") + view("Textline", "two")), [["• one", "two"]]),
        (view("List", "", view("ListItem", "", view("Textline", "one") + view("Textline", "two"))),
         [["• one", "two"]]),
        (view("Textline", "", view("Bullet", "→") + view("Word", "one")), [["• one"]]),
        (view("Textline", "", view("Arrow") + view("Word", "one")), [["one"]]),  # no list, no bullet
        (view("Table", "", view("Textline", "who") + view("Textline", "what")), [["who", "what"]]),
        (view("", "milk and eggs") + view("", "call Ruth"), [["milk and eggs", "call Ruth"]]),
        ('<annotation type="truth">the note\n* of two lines</annotation>', [["the note", "• of two lines"]]),
        # A formula: its signs are not words.
        ('<annotation type="truth">$x^2 + \\alpha$</annotation>' + view("", "From ITF", view("", "x") + view("", "2")
         + view("", "+") + view("", "\\alpha")), [["$x^2 + \\alpha$"]]),
        ("<traceGroup><annotationXML><Tg_Truth>xin chào</Tg_Truth></annotationXML></traceGroup>", [["xin chào"]]),
        (view("Drawing") + view("Textline", "x"), [["x"]]),
        (view("Textline", "&lt;script&gt; BEGIN:VTODO"), [["<script> BEGIN:VTODO"]]),
    ],
)  # fmt: skip
def test_structures(inside: str, expected: list[list[str]]) -> None:
    assert shown(read(ink(inside))) == expected


def test_words_without_lines_are_put_in_lines_by_their_places() -> None:
    traces = '<trace id="0">0 0,9 9</trace><trace id="1">12 2,30 9</trace><trace id="2">0 30,9 39</trace>'
    words = "".join(view("Word", word, ref(str(n))) for n, word in enumerate(["call", "Ruth", "now"]))
    assert shown(read(ink(words, traces))) == [["call Ruth", "now"]]


@pytest.mark.parametrize(
    ("points", "box"),
    [
        ("10 20, 30 50", Box(10, 20, 20, 30)),
        ("10 20,'5'-5,'5'-5", Box(10, 10, 10, 10)),
        ("10 20,'5'-5,5 -5", Box(10, 10, 10, 10)),  # the mark holds on
        ("10 20,'5'5,\"1\"1,1 1", Box(10, 20, 18, 18)),  # 10, 15, 21, 28
        ("10 20,'5'5,!3!4", Box(3, 4, 12, 21)),
        ("10 20,* 25", Box(10, 20, 0, 5)),
        ("1e1 .5,-3.5-2", Box(-3.5, -2, 13.5, 2.5)),
        ("#A #14", Box(10, 20, 0, 0)),
        ("10 20 30 50", Box(10, 20, 20, 30)),  # without commas, as in the drafts
        ("", None),
        ("10", None),
        ("left top", None),
        ("NaN 1", None),
        ("1e999 1", None),
        ("1e308 1,-1e308 2", None),
        ("10 20,30", None),
    ],
)
def test_boxes(points: str, box: Box | None) -> None:
    board = read(ink(view("Word", "x", ref("#t0")), f'<trace xml:id="t0">{points}</trace>'))
    assert board.regions[0].lines[0].words[0].box == box


def test_channels_by_reference() -> None:
    formats = (
        '<definitions><traceFormat xml:id="f"><channel name="T"/><channel name="x"/><channel name="y"/></traceFormat>'
        '<context xml:id="c1" contextRef="#c2"/><context xml:id="c2" traceFormatRef="#f"/>'
        '<context xml:id="loop" contextRef="#loop"/></definitions>'
    )
    for context in ("c1", "c2", "loop"):  # what leads nowhere takes the only format there is
        traces = f'{formats}<trace xml:id="t0" contextRef="#{context}">7 10 20,8 11 22</trace>'
        board = read(ink(view("Word", "x", ref("#t0")), traces))
        assert board.regions[0].lines[0].words[0].box == Box(10, 20, 1, 2)


def test_ink_without_any_trace_is_an_empty_board() -> None:
    assert read(ink("", "")) == Board("note", ())


MANY = "".join(f"<traceView xml:id='v{n}'>{ref(f'#v{n + 1}')}{ref(f'#v{n + 1}')}</traceView>" for n in range(60))
CHAIN = "".join(f"<traceView xml:id='v{n}'>{ref(f'#v{n + 1}')}</traceView>" for n in range(5000))
PYRAMID = '<traceView xml:id="v0"/>' + "".join(
    f"<trace xml:id='s{n}'>1 1</trace><traceView xml:id='v{n}'>{ref(f'#v{n - 1}')}{ref(f'#s{n}')}</traceView>"
    + view("Word", "x", ref(f"#v{n}"))
    for n in range(1, 2000)
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (ink(""), "no recognised text"),
        (ink(view("Textline")), "no recognised text"),
        (ink("<annotationXML type='truth'><math xmlns='m'><mi>x</mi></math></annotationXML>"), "no recognised text"),
        ('<!DOCTYPE ink [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + ink(view("Word", "&b;")), "declares entities"),
        ('<!DOCTYPE ink [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + ink(view("Word", "&x;")), "declares entities"),
        (ink("<traceView>" * 10_000 + "</traceView>" * 10_000), "nested more than 200"),
        (ink(view("Word", "x"))[:-9], "not well-formed"),
        (ink(view("Word", "x")).encode("utf-16-le"), "UTF-16 without"),
        ("<svg/>", "the root element is 'svg', not 'ink'"),
        (
            ink(view("Word", "x"), "<trace id='a'>1 1</trace><trace xml:id='a'>1 1</trace>"),
            "two traces have the id 'a'",
        ),
        (ink(view("Word", "x", ref("#v"), id="v")), "refers to itself"),
        (ink(CHAIN + view("Word", "x", ref("#v0"))), "too many others"),
        (ink(PYRAMID), "too many references to traces"),
    ],
)
def test_hostile_files_are_refused_in_one_line(data: bytes | str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read(data)
    assert str(caught.value).startswith("note.inkml: ")
    assert "\n" not in str(caught.value)


def test_references_to_references_do_not_multiply() -> None:
    board = read(ink(MANY + view("", "", ref("#t0"), id="v60") + view("Word", "x", ref("#v0"))))
    assert board.regions[0].lines[0].words[0].source == ("t0",)


@pytest.mark.parametrize("name", NAMES)
def test_its_own_files_are_recognised(name: str) -> None:
    assert inkml.recognises(Document("x", (FILES / name).read_bytes()))


@pytest.mark.parametrize("data", [b"", b"[]", b"<ink/>", b"<PcGts/>", b"<ink>", b"<x:ink xmlns:x='paint'/>", b"\0"])
def test_others_are_not_recognised(data: bytes) -> None:
    assert not inkml.recognises(Document("note.inkml", data))


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_words_take_little_time() -> None:
    traces = "".join(f'<trace xml:id="t{n}">{n} 0,{n} 9</trace>' for n in range(10_000))
    words = "".join(view("Word", "x", ref(f"#t{n}")) for n in range(10_000))
    board = read(ink(view("Textblock", "", view("Textline", "", words)), traces))
    assert len(board.regions[0].word_texts) == 10_000


@pytest.mark.fuzz
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(NAMES).flatmap(lambda name: mutated((FILES / name).read_bytes())))
def test_damaged_files_give_boards_or_one_error(data: bytes) -> None:
    document = Document("note.inkml", data)
    assert inkml.recognises(document) in (True, False)
    try:
        list(inkml.scan(document))
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017 - an error is one of two good ends
