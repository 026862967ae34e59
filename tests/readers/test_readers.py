"""From files to boards: exact lines and bullets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers import READERS, read_file, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from inkslate.readers.text import parse_text
from tests.support.paths import ROOT
from tests.support.shown_boards import shown


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a. milk\nb. eggs", ["• milk", "• eggs"]),
        ("buy:\na. milk\nand more\nb. eggs\nc. tea", ["buy:", "• milk", "and more", "• eggs", "• tea"]),
        ("a. milk\nb. eggs\na. call\nb. go", ["• milk", "• eggs", "• call", "• go"]),
        # One is no list, nor are letters in another order, initials, or nothing behind a letter.
        ("a. milk", ["a. milk"]),
        ("a. milk\nc. eggs", ["a. milk", "c. eggs"]),
        ("b. milk\na. eggs", ["b. milk", "a. eggs"]),
        ("A. Smith\nB. Jones", ["A. Smith", "B. Jones"]),
        ("a.\nb.", ["a.", "b."]),
    ],
)
@pytest.mark.parametrize("name", ["notes.txt", "notes.md"])
def test_letters_in_their_order_are_a_list(text: str, lines: list[str], name: str) -> None:
    (board,) = scan_document(Document(name, text.encode()))
    assert isinstance(board, Board)
    assert shown(board) == [lines]


def test_boards_of_our_own_keep_their_letters() -> None:
    data = b'{"id": "b", "regions": [{"id": "r", "lines": [{"text": "a. milk"}, {"text": "b. eggs"}]}]}'
    (board,) = scan_document(Document("b.jsonl", data))
    assert isinstance(board, Board)
    assert shown(board) == [["a. milk", "b. eggs"]]


def test_blank_lines_separate_regions() -> None:
    board = parse_text("\n\nto do\r\n- call Ruth\n  about   lunch\n\n \t\nideas\r- none\u2028- one", board="b")
    assert shown(board) == [["to do", "• call Ruth", "about lunch"], ["ideas", "• none", "• one"]]
    assert [region.id for region in board.regions] == ["r1", "r2"]


@pytest.mark.parametrize("text", ["", "   \n\t\n", "\ufeff"])
def test_a_blank_text_is_an_empty_board(text: str) -> None:
    (board,) = scan_document(Document("notes.txt", text.encode()))
    assert board == Board("notes", ())


def test_only_bullets_are_lines_without_words() -> None:
    assert [line.words for line in parse_text("-\n*\n1.\n", board="b").regions[0].lines] == [(), (), ()]


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("a.txt", b"x", "text"),
        ("a.MD", b"x", "markdown"),
        ("a.jsonl", b"", "board"),
        ("a.csv", b"", "slate-csv"),
        ("stdin", b"call Ruth", "text"),
        ("stdin", b'{"id": "b", "regions": []}', "board"),
        ("stdin", b"\xef\xbb\xbfannotate,wr_lines,line_list_item_mask,wh_id,wr_id\n", "slate-csv"),
        ("stdin", b"{braces} are notes too", "text"),
        ("stdin", b"", "text"),
    ],
)
def test_the_format_is_guessed(name: str, data: bytes, format: str) -> None:
    assert detect_format(Document(name, data)) == format


def test_unsure_is_an_error() -> None:
    with pytest.raises(InputError, match=r"notes\.pages: cannot tell the format"):
        detect_format(Document("notes.pages", b"x"))
    with pytest.raises(InputError, match="unknown format 'pages'"):
        list(scan_document(Document("notes.txt", b"x"), format="pages"))


FILES = {
    "text/tablet.txt": [
        ["Küche – Mo", "• Milch holen", "• Ofen putzen, aber erst", "wenn er kalt ist", "• Émile anrufen 📞"],
        ["Später", "• Müll 𝒳", "• Zoë fragen: 3 kg Mehl?"],
    ],
    "text/windows.txt": [
        ["Tue stand-up", "• login page done", "• ask legal about", "the cookie banner"],
        ["parking lot", "why twice?", "• look at the job"],
    ],
    "text/ragged.txt": [
        ["• indented item", "-5 degrees outside", "1.5 litres", "• first", "• tenth", "• dash", "✓ done", "• ",
         "• em — inside"],
        ["日本語 の メモ", "• 箇条書き"],
    ],
    "markdown/notes.md": [
        ["Offsite plan", "Bring your own mug.", "• book the hut", "with two stoves", "• ask Zoë 😀", "• nested first",
         "• nested code second", "quoted line", "goes on"],
        ["Table & rest", "who what", "Ana badges", "Line one", "line two"],
    ],
    "markdown/loose.md": [
        ["• one", "• two", "continues lazily", "• plus", "• minus"],
        ["after the rule bold & done", "next"],
    ],
    "markdown/unicode.md": [
        ["Überschrift", "• 𝒳 marks the spot", "• gone crème brûlée", "• alt text und Ende"],
        ["Zweite", "nur Text"],
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_files_of_people(name: str) -> None:
    path = ROOT / "tests" / "files" / name
    (board,) = read_file(path)
    assert shown(board) == FILES[name]
    # Every word leads back to where it stands in the file; what Markdown leaves out may stand between its letters.
    lines = path.read_text("utf-8").splitlines()
    for region in board.regions:
        for word in (word for line in region.lines for word in line.words):
            (source,) = word.source
            line, _, column = str(source).partition(":")
            rest = lines[int(line) - 1][int(column) - 1 if column else 0 :]
            letters = iter(rest.replace("&amp;", "&"))
            assert all(letter in letters for letter in word.text), (word, rest)


def test_the_documentation_names_every_suffix_and_the_extra_of_a_format() -> None:
    table = (ROOT / "docs" / "formats.md").read_text("utf-8").partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `([\w-]+)` (\|.*)", table, re.MULTILINE))
    assert set(rows) == set(READERS)
    for reader in READERS.values():
        assert [suffix for suffix in reader.suffixes if f"`{suffix}`" not in rows[reader.name]] == []
        needed = re.findall(r"require\(\"(\w+)\"", Path(reader.load().__file__).read_text("utf-8"))
        assert re.findall(r"extra `(\w+)`", rows[reader.name]) == needed
