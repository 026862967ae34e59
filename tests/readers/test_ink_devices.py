"""Notebooks of a Supernote and of a reMarkable: what was recognised or typed, and pages of bare ink."""

from __future__ import annotations

import base64
import io
import logging
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

from inkslate.board import Board, Line
from inkslate.errors import InputError, ReadingWarning
from inkslate.formats import boards_of, findings_of
from inkslate.readers import read_file, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from inkslate.readers.remarkable.page import read_page
from tests.support import ink_files
from tests.support.commands import Here
from tests.support.device_bytes import END, HEADER, block, notebook, rm_page, stroke_block, text_block
from tests.support.paths import ROOT

FILES = ROOT / "tests" / "files"
PLAN, REST = "- call the plumber about the boiler", "It was dry all week."
# Each line with the source of its first word.
LINES: dict[str, list[list[tuple[str, str]]]] = {
    "remarkable/house.rm": [
        [
            ("# House", "page1#0"),
            ("Before winter:", "page1#1"),
            (PLAN, "page1#3"),
            ("  - ask for two quotes", "page1#9"),
            ("[ ] order wood — 2 m³", "page1#13"),
            ("[x] pay the rent", "page1#18"),
        ],
        [(REST, "page1#21")],
    ],
    "remarkable/edited.rm": [
        [("# Minutes", "page1#0"), ("- call the landlord about the boiler", "page1#1"), ("- order seeds", "page1#7")]
    ],
    "remarkable/week.rmdoc": [
        [("# Monday", "page1#0"), ("[ ] book the van for Saturday", "page1#1"), ("[x] pay the rent", "page1#6")],
        [("The hall was cold.", "page2#0"), ("send Ana the rota by Friday", "page2#4")],
    ],
    "supernote/plan.note": [
        [("Plan", "page1:/elements/1/words/0")],
        [
            (PLAN, "page1:/elements/2/words/2"),
            ("- order seeds", "page1:/elements/2/words/16"),
            ("for the spring bed", "page1:/elements/2/words/20"),
        ],
    ],
    "supernote/boxes.note": [
        [
            ("[ ] book the van", "page1:/elements/1/words/4"),
            ("[x] pay the rent", "page1:/elements/1/words/12"),
            ("[ ] TODO send Ana the rota by Friday", "page1:/elements/1/words/20"),
        ],
        [("The hall was cold.", "page4:/elements/1/words/0")],
        [("Ben brings the keys.", "page4:/elements/2/words/0")],
    ],
    "supernote/texts.note": [
        [("The hall was cold.", "page1:/elements/1/words/0")],
        [("Ben brings the keys.", "page1:/elements/2/words/0")],
        [
            ("[ ] book the van", "page2:/elements/1/words/4"),
            ("[x] pay the rent", "page2:/elements/1/words/12"),
            ("[ ] TODO send Ana the rota by Friday", "page2:/elements/1/words/20"),
        ],
    ],
}
SKIPPED = {"remarkable/week.rmdoc": "page 3 ", "supernote/boxes.note": "page 2 "}


def show(line: Line) -> str:
    mark = {"open": "[ ] ", "done": "[x] ", None: "- " if line.bullet else ""}[line.box]
    word = f"{line.keyword} " if line.keyword else ""
    return "#" * line.heading + " " * bool(line.heading) + "  " * line.indent + mark + word + line.text


def read(name: str, data: bytes) -> Board:
    (board,) = boards_of(scan_document(Document(name, data)))
    return board


@pytest.mark.parametrize("name", LINES)
def test_whole_files(name: str) -> None:
    document = Document(name, (FILES / name).read_bytes())
    scanned = list(scan_document(document))
    (board,) = boards_of(scanned)
    shown = [[(show(line), str(*line.words[0].source)) for line in region.lines] for region in board.regions]
    assert shown == LINES[name]
    assert board.id == Path(name).stem
    assert [finding.what.startswith(SKIPPED[name]) for finding in findings_of(scanned)] == [True] * (name in SKIPPED)
    assert detect_format(Document("stdin", document.data)) == name.partition("/")[0]


def test_words_of_a_supernote_have_boxes() -> None:
    (word, *_) = read_file(FILES / "supernote" / "plan.note")[0].regions[1].words
    assert word.box is not None
    assert (word.box.x, word.box.y, word.box.width, word.box.height) == (17.5, 31.0, 10.0, 6.0)


def test_a_library_warns_of_pages_that_it_skips() -> None:
    with pytest.warns(ReadingWarning, match=r"week\.rmdoc: page 3 with ink and no text skipped; convert the handwrit"):
        read_file(FILES / "remarkable" / "week.rmdoc")


def test_a_command_names_them_in_one_line(here: Here) -> None:
    done = here("extract", "--model", "rules", FILES / "supernote" / "boxes.note", "--to", "markdown")
    assert done.returncode == 0
    assert [line for line in done.stdout.splitlines() if "book the van" in line or "rota" in line]
    assert done.stderr.count("\n") == 1
    assert "boxes.note: page 2 with ink and no text skipped; switch on real-time recognition" in done.stderr


def test_a_notebook_of_bare_ink_is_one_line(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "ink.rm"
    path.write_bytes(HEADER + stroke_block())
    done = here("read", path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "ink.rm: has ink without recognised or typed text on 1 page; convert" in done.stderr


def test_pages_that_nobody_wrote_on_are_empty() -> None:
    assert read("a.rm", HEADER + stroke_block(deleted=True)).regions == ()
    page = b"<MAINLAYER:30><TOTALPATH:0><RECOGNTEXT:0>"
    assert read("a.note", notebook(page, footer="<PAGE1:{0}>")).regions == ()


@pytest.mark.parametrize("version", [3, 5])
def test_pages_of_older_versions_are_ink(version: int) -> None:
    with pytest.raises(InputError, match=r"a\.rm: has ink without"):
        read("a.rm", b"reMarkable .lines file, version=%d          " % version + bytes(80))


def test_ten_pages_and_more_are_in_their_order() -> None:
    texts = [base64.b64encode(b'{"type": "Text", "label": "page %d"}' % number) for number in range(1, 13)]
    # An address is six digits wide here, so that the pages and the texts can be placed at once.
    pages = [b"<RECOGNTEXT:%06d>" % (24 + sum(4 + len(text) for text in texts[:at])) for at in range(12)]
    footer = "".join(f"<PAGE{at + 1}:{{{12 + at}}}>" for at in reversed(range(12)))
    board = read("a.note", notebook(*texts, *pages, footer=footer))
    assert [region.lines[0].text for region in board.regions] == [f"page {number}" for number in range(1, 13)]


def test_the_pages_of_an_older_document_are_a_plain_list() -> None:
    data = ink_files.archive(
        [rm_page(((1, 9), END, END, 0, "one")), None, rm_page(((1, 9), END, END, 0, "two"))],
        {"pages": ["p3", "p2", "p1", "p1"]},
    )
    assert [region.lines[0].text for region in read("a.rmdoc", data).regions] == ["two", "one"]


def packed(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name, data)
    return file.getvalue()


def text_page(text: bytes) -> bytes:
    """A notebook of one page with this recognised text."""
    return notebook(text, b"<RECOGNTEXT:24>", footer="<PAGE1:{1}>")


LOOP = [((1, 10), (1, 20), END, 0, "a"), ((1, 20), (1, 10), END, 0, "b")]
DEEP = base64.b64encode(b"[" * 100_000)
NESTED = base64.b64encode(b'{"type": "Text", "elements": [' * 200 + b"]}" * 200)
GOOD = (FILES / "remarkable" / "house.rm").read_bytes()
HOSTILE: dict[str, tuple[str, bytes, str]] = {
    "empty": ("a.rm", b"", "is not a page of a reMarkable"),
    "text": ("a.rm", b"call Ruth", "is not a page of a reMarkable"),
    "newer": ("a.rm", HEADER.replace(b"6", b"7"), "is of version 7, which is not known"),
    "long block": ("a.rm", HEADER + b"\xff\xff\xff\xff\0\1\1\7", "damaged or cut off"),
    "half a block": ("a.rm", HEADER + b"\xff", "damaged or cut off"),
    "many runs": ("a.rm", HEADER + text_block([], count=1 << 60), "damaged or cut off"),
    "endless number": ("a.rm", HEADER + block(7, b"\xff" * 100), "damaged or cut off"),
    "loop": ("a.rm", rm_page(*LOOP), "its typed text is in no order"),
    "NUL": ("a.rm", rm_page(((1, 9), END, END, 0, "a\0b")), "damaged or cut off"),
    "not UTF-8": ("a.rm", GOOD.replace("—".encode(), b"\xff\xff\xff"), "damaged or cut off"),
    "no archive": ("a.rmdoc", b"call Ruth", "BadZipFile"),
    "other archive": ("a.rmdoc", packed({"../../etc/passwd": b"x"}), "has no list of its pages"),
    "traversal": ("a.rmdoc", packed({"../a.content": b"{}", "a.metadata": b""}), "has no list of its pages"),
    "bad list": ("a.rmdoc", packed({"a.content": b"[]", "a/p1.rm": b""}), "not a JSON object"),
    "bad pages": ("a.rmdoc", packed({"a.content": b'{"cPages": {"pages": [7]}}', "a/p1.rm": b""}), "pages"),
    "bad page": ("a.rmdoc", packed({"a.content": b'{"pages": ["p"]}', "a/p.rm": b"x"}), "page 1: is not a page"),
    "bomb": ("a.rmdoc", packed({"a.content": b" " * (513 << 20)}), "unpacks to more than"),
    "many members": ("a.rmdoc", packed({f"{n}": b"" for n in range(5_001)}), "unpacks to more than"),
    "no notebook": ("a.note", b"", "is not a notebook of a Supernote"),
    "Notability": ("a.note", packed({"a": b""}), "notes of Notability are exported as PDF"),
    "first device": ("a.note", b"SN_FILE_ASA_20190529" + bytes(40), "is of the first Supernote"),
    "signature alone": ("a.note", b"noteSN_FILE_VER_20230015", "goes beyond its end"),
    "no pages": ("a.note", notebook(footer="<FILE_FEATURE:0>"), "names no pages"),
    "far page": ("a.note", notebook(footer="<PAGE1:4000000000>"), "goes beyond its end"),
    "negative page": ("a.note", notebook(footer="<PAGE1:-7>"), "'-7' for the address"),
    "long footer": ("a.note", notebook(footer="<PAGE1:24>" * 200_000), "has 2,000,000 bytes of metadata"),
    "same page": ("a.note", notebook(b"x" * 5_000, footer="".join(f"<PAGE{n}:{{0}}>" for n in range(1, 99))), "again"),
    "no base64": ("a.note", text_page(b"!!!!"), "page 1: its recognised text is no JSON"),
    "no JSON": ("a.note", text_page(base64.b64encode(b"\xff{")), "page 1: its recognised text is no JSON"),
    "deep": ("a.note", text_page(DEEP), "page 1: its recognised text is no JSON"),
    "nested": ("a.note", text_page(NESTED), "nested more than 100 deep"),
    "list": ("a.note", text_page(base64.b64encode(b"[]")), "no JSON object"),
    "wrong type": ("a.note", text_page(base64.b64encode(b'{"type": "Text", "words": 7}')), "words"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_one_error(case: str) -> None:
    name, data, message = HOSTILE[case]
    with pytest.raises(InputError, match=rf"^{name}.*{message}") as error:
        read(name, data)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_a_deleted_run_of_any_length_costs_nothing() -> None:
    board = read("a.rm", rm_page(((1, 9), END, END, 0, "call Ruth"), ((1, 99), (1, 12), (1, 13), 0xFFFFFFFF, "")))
    assert [line.text for line in board.regions[0].lines] == ["call Ruth"]


@pytest.mark.parametrize("name", LINES)
def test_files_that_were_cut_off_or_changed_are_boards_or_one_error(name: str) -> None:
    data, chance = (FILES / name).read_bytes(), random.Random(7)
    copies = [data[: len(data) * part // 12] for part in range(12)]
    for _ in range(60):
        changed = bytearray(data)
        for _ in range(3):
            changed[chance.randrange(len(data))] = chance.randrange(256)
        copies.append(bytes(changed))
    for copy in copies:
        try:
            boards = list(boards_of(scan_document(Document(name, copy))))
        except InputError as error:
            assert "\n" not in str(error)  # noqa: PT017 - either is right
            continue
        assert all(isinstance(board, Board) for board in boards)


@pytest.mark.slow
@pytest.mark.no_cover
def test_a_hundred_megabytes() -> None:
    ink = stroke_block(points=4_000)
    assert (
        len(read("a.rm", rm_page(((1, 9), END, END, 0, "call Ruth ")) + ink * (100_000_000 // len(ink))).regions) == 1
    )
    with pytest.raises(InputError, match="100,000,000 bytes of metadata"):
        read("a.note", notebook(b"<" * 100_000_000, footer="<PAGE1:{0}><PAGE2:{0}><PAGE3:{0}>"))


def test_the_typed_text_is_that_of_rmscene() -> None:
    rmscene: Any = pytest.importorskip("rmscene", reason="asks for an old version of packaging")
    from rmscene.text import TextDocument

    logging.getLogger("rmscene").setLevel(logging.CRITICAL)
    for name in ("house.rm", "edited.rm"):
        data = (FILES / "remarkable" / name).read_bytes()
        paragraphs = TextDocument.from_scene_item(rmscene.read_tree(io.BytesIO(data)).root_text).contents
        ours = [(paragraph.text, paragraph.style) for paragraph in read_page(data, name).paragraphs]
        assert ours == [(str(paragraph), int(paragraph.style.value)) for paragraph in paragraphs]
    assert ink_files.remarkable_files() == {path.name: path.read_bytes() for path in (FILES / "remarkable").iterdir()}


def test_the_recognised_text_is_that_of_supernotelib() -> None:
    supernotelib: Any = pytest.importorskip("supernotelib", reason="brings fourteen packages along")
    for path in (FILES / "supernote").iterdir():
        note = supernotelib.load_notebook(str(path))
        texts = [supernotelib.converter.TextConverter(note).convert(page) for page in range(note.get_total_pages())]
        (board,) = boards_of(scan_document(Document(path.name, path.read_bytes())))
        words = [
            word for text in texts for word in (text or "").split() if word not in ("-", "[]", "[", "]", "[x]", "TODO")
        ]
        assert [word.text for region in board.regions for word in region.words] == words
    assert ink_files.supernote_files() == {path.name: path.read_bytes() for path in (FILES / "supernote").iterdir()}
