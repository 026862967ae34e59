"""hOCR of several programs: exact lines and bullets, and sources that lead back."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkslate.board import Board, Box
from inkslate.errors import InputError
from inkslate.readers.document import Document, load
from inkslate.readers.hocr.reader import recognises, scan
from tests.support.paths import ROOT
from tests.support.shown_boards import shown_by_id

FILES = ROOT / "tests" / "files" / "hocr"
NAMES = ("tesseract.hocr", "unicode_pages.html", "sloppy.html")


def read(text: str) -> Board:
    (board,) = scan(Document("b.html", text.encode()))
    return board


def sources(board: Board) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(word.text, word.source) for region in board.regions for line in region.lines for word in line.words]


@pytest.mark.parametrize(
    ("name", "regions"),
    [
        (
            "tesseract.hocr",
            {"block_1_1": ["Offsite R&D", "• Ask Priya about", "the <bus>"], "block_1_2": ["• Hire"]},
        ),
        ("unicode_pages.html", {"t1": ["• Grüße 🎁", "Verantwortung", "𝒜 𝒷"], "r2": ["• 联系 王芳"]}),
        (
            "sloppy.html",
            {
                "pg": ["To do today"],
                "r2": ["• pay Rent now, really", "• tidy up"],
                "pg-2": ["loose words", "below &unknown; &lol9;"],
            },
        ),
    ],
)
def test_files(name: str, regions: dict[str, list[str]]) -> None:
    given = load(FILES / name)
    assert recognises(given)
    (board,) = scan(given)
    assert board.id == Path(name).stem
    assert shown_by_id(board) == regions


class Texts(HTMLParser):
    """The text of each element that has an id, the first of that id."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str | None] = []
        self.texts: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "meta"):
            name = dict(attrs).get("id")
            self.open.append(None if name in self.texts else name)
            if name:
                self.texts.setdefault(name, "")

    def handle_endtag(self, tag: str) -> None:
        self.open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_data(self, data: str) -> None:
        for name in self.open:
            if name:
                self.texts[name] += data


@pytest.mark.parametrize("name", ["tesseract.hocr", "unicode_pages.html"])
def test_sources_lead_back(name: str) -> None:
    given = load(FILES / name)
    texts = Texts()
    texts.feed(given.text)
    (board,) = scan(given)
    for text, source in sources(board):
        found = ""
        for item in map(str, source):
            element, _, index = item.partition("#")
            words = texts.texts[element].replace("\u00ad", "").split()
            found += words[int(index)] if index else " ".join(words)
        assert text == found or text in found.split()


def test_sources_without_ids_count_from_the_nearest_one() -> None:
    (board,) = scan(load(FILES / "sloppy.html"))
    assert sources(board) == [
        ("To", ("pg#0",)),
        ("do", ("pg#1",)),
        ("today", ("pg#2",)),
        ("pay", ("l1#2",)),  # word_1 and xword_1 are 0 and 1
        ("Rent", ("l1#2",)),
        ("now,", ("l1#3",)),
        ("really", ("l1#4",)),
        ("tidy", ("l2#1",)),
        ("up", ("l2#2",)),
        ("loose", ("w1",)),
        ("words", ("w2",)),
        ("below", ("w3",)),
        ("&unknown;", ("w3",)),
        ("&lol9;", ("w3",)),
    ]


@pytest.mark.parametrize(
    ("title", "box"),
    [
        ("bbox 1 2 11 22; x_wconf 93", Box(1, 2, 10, 20)),
        ("x_wconf 93; bbox 1.5 2 11 22.5", Box(1.5, 2, 9.5, 20.5)),
        ("bbox 11 22 1 2", Box(1, 2, 10, 20)),  # corners the wrong way round
        ("bbox -3 2 11 22, x_confs 0.9", Box(-3, 2, 14, 20)),  # an old Kraken's comma
        ("image &quot;x; bbox 9 9 9 9&quot;; bbox 1 2 11 22", Box(1, 2, 10, 20)),
        ("image Bob's; bbox 1 2 11 22", Box(1, 2, 10, 20)),
        ("x_bboxes 1 2 11 22", None),
        ("bbox 1 2 nan 22", None),
        ("bbox 1 2 1e999 22", None),
        ("bbox 1 2 11", None),
        ("", None),
    ],
)
def test_boxes(title: str, box: Box | None) -> None:
    board = read(f'<span class="ocrx_word" title="{title}">a</span>')
    assert board.regions[0].lines[0].words[0].box == box


@pytest.mark.parametrize(
    ("text", "regions"),
    [
        # Lines with bare text, a logical line over two real ones.
        (
            "<span class='ocrx_line'><span class='ocr_line'>a b</span><span class='ocr_line'>c</span></span>",
            ["a b", "c"],
        ),
        ("<div class=ocr_page><p>bare<br>text</p></div>", ["bare", "text"]),
        ("<div class=ocr_page><span class=ocrx_word>a</span><span class=ocrx_word>b</span></div>", ["a b"]),
        ("<span class='ocr_line'>He<em>ll</em>o<span class='ocr_cinfo'></span></span>", ["Hello"]),
        ("<span class='ocrx_word'>a<span class='ocrx_cinfo'><span class='ocrx_cinfo'>b</span></span></span>", ["a"]),
        # What HTML need not close, and what is closed by what it stands in.
        ("<p class=ocr_par>one<p class=ocr_par>two <b>three", ["one", "two three"]),
        ("<div class=ocr_page><span class=ocr_line><span class=ocrx_word>a</div>", ["a"]),
        ("<html><head><title>t</title><body><div class=ocr_page>a<br>b<img src=x></div>", ["a", "b"]),
        ("<span class=ocr_line>a</b></p></div></span>", ["a"]),
        ("<span class=ocr_line>x&shy;</span><span class=ocr_line>- y</span>", ["x", "• y"]),
        (
            "<span class=ocr_line>x&shy;</span><span class=ocr_line>y&shy;</span><span class=ocr_line>z</span>",
            ["xy", "z"],
        ),
        ("<span class=ocr_line>&shy;</span><span class=ocr_line>y</span>", ["y"]),
        ("<span class=ocr_line>&#xD800;&#0;</span>", ["\ufffd\ufffd"]),
        (f"<span class=ocr_line title='&#{'9' * 5_000}'>a &#{'0' * 5_000}; b</span>", ["a \ufffd b"]),
        ("<span class=ocr_line>a <![--> <![if a]> <![a[ b]]> c</span>", ["a c"]),  # neither comments nor CDATA
        ("<title>t</title>x<div class=ocr_page><style>y</style>z</div>out", ["z"]),
        ("<!DOCTYPE html PUBLIC 'a' 'b'><b class=ocr_line>&a;c</b>", ["&a;c"]),
        ("<div class=ocr_page>" * 10_000 + "x</div>", ["x"]),
        ("<span class=ocr_line>" + "<i>" * 10_000 + "x</span>", ["x"]),
    ],
)
def test_sloppy_and_hostile_markup(text: str, regions: list[str]) -> None:
    assert [line for lines in shown_by_id(read(text)).values() for line in lines] == regions


@pytest.mark.parametrize(
    "declared", ["<!ENTITY a 'aa'>", "<!ENTITY b SYSTEM 'file:///etc/passwd'>", "<!ATTLIST b id CDATA 'x'>"]
)
def test_declared_entities_are_refused(declared: str) -> None:
    with pytest.raises(InputError, match=r"declares entities or its own document type.*remove the DOCTYPE"):
        read(f"<!DOCTYPE x [{declared}]><b class=ocr_line>&a;&b;c</b>")


@pytest.mark.fuzz
@pytest.mark.no_cover
def test_a_file_that_was_cut_is_refused_or_has_all_words() -> None:
    whole = (FILES / "tesseract.hocr").read_text(encoding="utf-8")
    words = sources(read(whole))
    for end in range(len(whole)):
        try:
            board = read(whole[:end])
        except InputError as error:
            assert "\n" not in str(error)  # noqa: PT017 - an error is one of two good ends
        else:
            assert sources(board) == words


def placed(text: str, x: int, y: int, kind: str = "ocrx_word") -> str:
    """A word or line 20 high; ten units a character."""
    return f"<span class='{kind}' title='bbox {x} {y} {x + 10 * len(text)} {y + 20}'>{text}</span>"


def test_bullets_that_are_lines_or_areas_of_their_own_join_their_text() -> None:
    texts = [placed(text, 60, 40 * row, "ocr_line") for row, text in enumerate(("call Ruth", "buy milk", "sweep"))]
    bullets = [placed(text, 30, 40 * row + 3, "ocr_line") for row, text in enumerate(("•", "o", "☑"))]
    apart = f"<div class='ocr_carea'>{''.join(bullets)}</div><div class='ocr_carea' id='t'>{''.join(texts)}</div>"
    other = f"<div class='ocr_carea' id='u'>{placed('2.', 30, 0, 'ocr_line')}{placed('rest', 60, 0, 'ocr_line')}</div>"
    board = read(f"<div class='ocr_page'>{apart}</div><div class='ocr_page'>{other}</div>")
    assert shown_by_id(board) == {"t": ["• call Ruth", "• buy milk", "• sweep"], "u": ["• rest"]}
    assert [line.done for line in board.regions[0].lines] == [False, False, True]


def test_what_only_looks_like_a_bullet_stays() -> None:
    lines = [
        placed("o", 30, 0, "ocr_line"),
        placed("far away", 400, 0, "ocr_line"),
        placed("below", 60, 60, "ocr_line"),
    ]
    board = read(f"<div class='ocr_page'>{''.join(lines)}</div><div class='ocr_page'>{placed('x', 60, 0)}</div>")
    assert [line for region in shown_by_id(board).values() for line in region] == ["o", "far away", "below", "x"]


def test_regions_are_areas_else_paragraphs_else_pages() -> None:
    line = "<span class='ocr_line'>{}</span>"
    board = read(
        f"<div class='ocr_page' id='p'>{line.format('a')}<p class='ocr_par' id='q'>{line.format('b')}</p>"
        f"<div class='ocr_carea' id='r'><p class='ocr_par'>{line.format('c')}</p><p class='ocr_par'>{line.format('d')}"
        f"</p></div>{line.format('e')}</div><div class='ocr_page' id='p'>{line.format('f')}</div>"
    )
    assert shown_by_id(board) == {"p": ["a"], "q": ["b"], "r": ["c", "d"], "p-2": ["e"], "r5": ["f"]}


def test_an_empty_page_is_an_empty_board() -> None:
    assert read("<div class='ocr_page' id='page_1' title='bbox 0 0 9 9'></div>") == Board("b", ())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<html><body><p>no OCR</p></body></html>", "no element is of class ocr_page"),
        (b"", "no element"),
        (b"<div class='ocr_page'><span class='ocrx_wo", "never ends"),
        (b"<div class='ocr_page'>caf\xe9</div>", "not UTF-8"),
        # Cut off between tags.
        (
            b"<div class='ocr_page'><p class='ocr_par'><span class='ocrx_word' id='w1'>call</span> ",
            "ends inside of <div>",
        ),
        (b"<div class='ocr_page'><span class='ocr_line' id='l1'>call", "ends inside of <span> with the id 'l1'"),
        (b"<div class='ocr_page'>" * 10_000 + b"x", "ends inside of <div>"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'><body><div class='ocr_page'></div>", "ends inside of <body>"),
        *((piece * 200_000, "never ends") for piece in (b"<a", b"<!--", b"<a b='", b"<a b=", b"<a/", b"</a", b"<?")),
    ],
)
def test_hostile_files_are_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        list(scan(Document("b.html", data)))
    assert str(caught.value).startswith("b.html")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("<div class='ocr_page'>", True),
        ("\n<?xml version='1.0'?><x><SPAN id=a class=\"big ocrx_word\">", True),
        ("<p class='note'>ocr_page</p>", False),
        ("see <div class='ocr_page'>", False),  # a text about it
        ("<p>&lt;div class='ocr_page'&gt;</p>", False),
        ("", False),
        ("\0", False),
    ],
)
def test_only_certain_documents_are_recognised(text: str, known: bool) -> None:
    assert recognises(Document("b.html", text.encode())) is known


@pytest.mark.slow
@pytest.mark.no_cover
def test_many_words_take_linear_time() -> None:
    def read_so_many(count: int) -> None:
        soft = "<span class='ocr_line'>a&shy;</span>" * count
        page = "<div class='ocr_page' id='p'><span class='ocrx_word' title='bbox 1 2 3 4'>w</span></div>" * count
        assert len(read(soft).regions[0].lines) == count // 2
        assert len(read(page).regions) == count

    read_so_many(20_000)  # anything quadratic would take minutes


@pytest.mark.fuzz
@pytest.mark.no_cover
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_files_are_boards_or_one_error(data: st.DataObject) -> None:
    text = (FILES / data.draw(st.sampled_from(NAMES))).read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 60)))
        junk = st.text(max_size=8) | st.sampled_from(["<", ">", "</div>", "<p>", "'", '"', "&", "<br>", "<!--", "-->"])
        text = text[:start] + data.draw(junk) + text[end:]
    given = Document("b.html", text.encode("utf-8", "surrogatepass"))
    assert recognises(given) in (True, False)
    message = ""
    try:
        assert all(isinstance(board, Board) for board in scan(given))
    except InputError as error:
        message = str(error)
    assert "\n" not in message
