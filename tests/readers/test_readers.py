"""From files to boards: exact lines and bullets."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from inkslate.board import Board, Word
from inkslate.errors import InputError
from inkslate.readers import read_file, scan_document
from inkslate.readers.detection import guess_format
from inkslate.readers.document import Document
from inkslate.readers.layout.bullets import line_of, split_bullet
from inkslate.readers.text import parse_text
from tests.support.paths import ROOT


def shown(board: Board) -> list[list[str]]:
    """Regions as lists of lines; `•` before a bulleted one."""
    return [[("• " if line.bullet else "") + line.text for line in region.lines] for region in board.regions]


def read_markdown(text: str) -> list[list[str]]:
    (board,) = scan_document(Document("notes.md", text.encode()))
    assert isinstance(board, Board)
    return shown(board)


@pytest.mark.parametrize(
    ("line", "bullet", "text"),
    [
        ("- milk", True, "milk"),
        ("* milk", True, "milk"),
        ("• milk", True, "milk"),
        ("•milk", True, "milk"),
        ("– milk", True, "milk"),
        ("  - milk", True, "milk"),
        ("1. milk", True, "milk"),
        ("12) milk", True, "milk"),
        ("a) milk", True, "milk"),
        ("(b) milk", True, "milk"),
        ("[ ] milk", True, "milk"),
        ("[x] milk", True, "milk"),
        ("[X] milk", True, "milk"),
        ("- [ ] milk", True, "milk"),
        ("1. [x] milk", True, "milk"),
        ("☐ milk", True, "milk"),
        ("-", True, ""),
        ("1.", True, ""),
        ("[ ]", True, ""),
        ("▢ milk", True, "milk"),
        ("‐ milk", True, "milk"),
        ("☑️ milk", True, "milk"),  # an emoji has an invisible sign behind it
        ("2️⃣ milk", True, "milk"),
        # All of several marks leave.
        ("- • milk", True, "milk"),
        ("• - milk", True, "milk"),
        ("1. - milk", True, "milk"),
        ("- 1. milk", True, "milk"),
        ("- [ ] 1) milk", True, "milk"),
        ("1. a) milk", True, "milk"),
        ("• [ x ] - milk", True, "milk"),
        ("- - -", True, ""),
        ("ii) milk", True, "milk"),
        ("(iv) milk", True, "milk"),
        ("xii) milk", True, "milk"),
        # Behind a mark not everything is another.
        ("- 5. May dentist", True, "5. May dentist"),
        ("• 12. Okt. Zahnarzt", True, "12. Okt. Zahnarzt"),
        ("1. 2. Bundesliga", True, "2. Bundesliga"),
        ("- -5 degrees", True, "-5 degrees"),
        ("1. 1.5 litres", True, "1.5 litres"),
        # These only look like bullets.
        ("-5 degrees", False, "-5 degrees"),
        ("*really* good", False, "*really* good"),
        ("1.5 litres of milk", False, "1.5 litres of milk"),
        ("2024. A year", False, "2024. A year"),
        ("A. Smith called", False, "A. Smith called"),
        ("[draft] milk", False, "[draft] milk"),
        ("a) ", True, ""),
        ("mix) milk", False, "mix) milk"),
        ("iiii) milk", False, "iiii) milk"),
        ("a. milk", False, "a. milk"),  # alone it is no list
        ("✓ milk", False, "✓ milk"),  # a tick says done; that is not for us to drop
        ("--- milk", False, "--- milk"),
        ("milk - eggs", False, "milk - eggs"),
    ],
)
def test_bullets_leave_the_text(line: str, bullet: bool, text: str) -> None:
    assert split_bullet(line) == (bullet, text)


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("[x] milk", True),
        ("- [X] milk", True),
        ("1. [✓] milk", True),
        ("[ x ] milk", True),
        ("☑ milk", True),
        ("☒milk", True),
        ("• ☑️ milk", True),
        ("[x]", True),
        ("[ ] milk", False),
        ("☐ milk", False),
        ("□ milk", False),
        ("- milk", False),
        ("milk [x]", False),
        ("✓ milk", False),  # stays in the text, which says it
    ],
)
def test_a_ticked_box_says_that_it_is_done(line: str, done: bool) -> None:
    (region,) = parse_text(line, board="b").regions
    assert [line.done for line in region.lines] == [done]
    assert line_of(words(*line.split())).done is done


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
    ("text", "regions"),
    [
        ("# To do\n\n- call **Ruth**\n- *buy* `milk`\n", [["To do", "• call Ruth", "• buy milk"]]),
        ("intro\n\n# A\ntext\n## B\nmore", [["intro"], ["A", "text"], ["B", "more"]]),
        ("- one\n  two\n- three\n", [["• one", "two", "• three"]]),  # a wrapped line has no bullet
        ("1. one\n   - inner\n2. two", [["• one", "• inner", "• two"]]),
        ("- [ ] open\n- [x] done\n- [link](http://x.y)", [["• open", "• done", "• link"]]),
        ("[ ] no list", [["[ ] no list"]]),
        ("- • one\n- [ ] 1) two\n1. - three\n", [["• one", "• two", "• three"]]),
        ("• one\n• two\nwraps\n\n☐ three", [["• one", "• two", "wraps", "• three"]]),  # no list to Markdown
        ("# ■ Plans\n> Carpe diem\n> — Horace", [["■ Plans", "Carpe diem", "— Horace"]]),
        ("> quoted\n> text", [["quoted", "text"]]),
        ("before\n\n```sh\nrm -rf /\n```\n\nafter", [["before", "after"]]),
        ("    indented code\n\ntext", [["text"]]),
        (
            "[a link](http://x.y) and ![an image](i.png) and <http://auto.link>",
            [["a link and an image and http://auto.link"]],
        ),
        ("a ~~struck~~ word \\* and &amp; &lt;", [["a struck word * and & <"]]),
        ("one  \ntwo\\\nthree<br>four", [["one", "two", "three", "four"]]),
        ("---\ntitle: x\n---\ntext", [["text"]]),  # front matter is not part of the notes
        ("+++\ntitle = 'x'\n+++\ntext", [["text"]]),
        ("+++\n+++\ntext", [["text"]]),
        ("text\n\n+++\nno front matter\n+++", [["text", "+++", "no front matter", "+++"]]),
        ("above\n\n---\n\nbelow", [["above"], ["below"]]),
        # What is escaped, or code, is text and no box or bullet.
        ("- [ ] \\[x\\] marks it\n- \\[ ] box", [["• [x] marks it", "• [ ] box"]]),
        ("- `-` negates\n- `[x]` is done\n- 1\\. May", [["• - negates", "• [x] is done", "• 1. May"]]),
        # Obsidian: boxes of other kinds, links, callouts, highlights, comments.
        ("- [/] half\n- [>] later\n- [!] 1) now\n", [["• half", "• later", "• now"]]),
        ("- [a] letter\n- [/]path\n\n[/] no list", [["• [a] letter", "• [/]path", "[/] no list"]]),
        ("see [[Plan]], [[Plan#Two|the *plan*]] ![[map.png]]", [["see Plan, the *plan* map.png"]]),
        ("if [[ -f x ]] or [[]] or a[[1]]", [["if [[ -f x ]] or [[]] or a1"]]),
        ("| a |\n| - |\n| [[Plan\\|plan]] |", [["a", "plan"]]),
        ("> [!todo]- Before Friday\n> - [ ] call\n\n> [!NOTE]\n> mind", [["Before Friday", "• call", "mind"]]),
        ("[!todo] no quote\n\n> \\[!todo] escaped", [["[!todo] no quote", "[!todo] escaped"]]),
        ("call ==Ruth *today*==, a == b, a==b and c==d", [["call Ruth today, a == b, a==b and c==d"]]),
        ("call %%not Max%% Ruth, 50%% or 20%%", [["call Ruth, 50%% or 20%%"]]),
        ("| who | what |\n| --- | --- |\n| Ana | call *Ruth* |", [["who what", "Ana call Ruth"]]),
        ("<div>raw <b>text</b></div>\n<!-- hidden -->\n", [["raw text"]]),
        ("<script>alert(1)</script>\n\nx", [["x"]]),
        ("-\n-\n", []),
        ("", []),
        ("# ", []),
    ],
)
def test_markdown(text: str, regions: list[list[str]]) -> None:
    assert read_markdown(text) == regions


def test_done_items_of_markdown() -> None:
    (board,) = scan_document(Document("notes.md", "- [ ] open\n- [x] done\n  wraps\n- ☒ gone\n- [X](y) link".encode()))
    assert isinstance(board, Board)
    assert [(line.text, line.bullet, line.done) for line in board.regions[0].lines] == [
        ("open", True, False),
        ("done", True, True),
        ("wraps", False, False),
        ("gone", True, True),
        ("X link", True, False),
    ]


@pytest.mark.parametrize(
    ("item", "done"),
    [
        ("- [-] cancelled", True),
        ("- [/] half done", False),
        ("- [>] moved", False),
        # What is struck from end to end is done; a correction is not.
        ("- ~~call Ruth~~", True),
        ("- [ ] ~~call **Ruth**~~", True),
        ("1. ~~call~~ ~~Ruth~~", True),
        ("- ~~call~~ ring Ruth", False),
        ("- ~call Ruth~", False),
        # An escaped box is text, as we write it.
        ("- [ ] \\[x\\] call", False),
        ("- \\[-] call", False),
        ("- `[x]` call", False),
    ],
)
def test_which_items_of_markdown_are_done(item: str, done: bool) -> None:
    (board,) = scan_document(Document("notes.md", item.encode()))
    assert isinstance(board, Board)
    assert [(line.bullet, line.done) for line in board.regions[0].lines] == [(True, done)]


def test_markdown_nested_beyond_reason_is_refused_not_cut() -> None:
    for text in (">" * 10_000 + " x", "".join(" " * 2 * depth + "- x\n" for depth in range(400))):
        with pytest.raises(InputError, match="nested"):
            read_markdown(text)


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
    assert guess_format(Document(name, data)) == format


def test_unsure_is_an_error() -> None:
    with pytest.raises(InputError, match=r"notes\.docx: cannot tell the format"):
        guess_format(Document("notes.docx", b"x"))
    with pytest.raises(InputError, match="unknown format 'docx'"):
        list(scan_document(Document("notes.txt", b"x"), format="docx"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"caf\xe9", "not UTF-8 text at byte 3"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not UTF-8"),
        ("notes".encode("utf-16-le"), "NUL"),
        (b"PK\x03\x04\0\0", "NUL"),
        (codecs.BOM_UTF16_LE + b"\0\xd8", "not UTF-16"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(scan_document(Document("notes.txt", data)))


PDF = b"%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n- call Ruth\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (PDF, "is a PDF, no notes; take the text out of it first, by pdftotext or by OCR"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "is a PDF, "),  # most have bytes that are no UTF-8; that is not the point
        (b"\n  " + PDF, "is a PDF, "),
        (codecs.BOM_UTF8 + PDF, "is a PDF, "),
        (rb"{\rtf1\ansi - call Ruth\par}", r"is rich text \(RTF\), no notes; save it as plain text or Markdown"),
        (b"%!PS-Adobe-3.0\n(call Ruth) show\n", "is PostScript, no notes; take the text out of it first, by ps2ascii"),
    ],
)
@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("notes.md", None),
        ("notes.txt", None),
        ("stdin", None),
        ("notes.pdf", None),  # not "name it with --from"
        ("notes.txt", "text"),  # whoever asks for it does not want it either
        ("notes.pdf", "markdown"),
        ("notes.jsonl", "board"),
    ],
)
def test_documents_are_not_read_as_notes(name: str, format: str | None, data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=f"^{name}: {message}") as refused:
        list(scan_document(Document(name, data), format=format))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["% PDF-1.4", "read %PDF-1.4", "PDF-1.4", "%!", r"{rtf}", "%pdf-1.4 is how it begins"])
def test_notes_about_documents_are_notes(text: str) -> None:
    (board,) = scan_document(Document("notes.txt", text.encode()))
    assert isinstance(board, Board)
    assert shown(board) == [[text]]


def test_text_with_a_byte_order_mark_is_read() -> None:
    for encoding, mark in (
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
    ):
        (board,) = scan_document(Document("notes.txt", mark + "Zoë 😀".encode(encoding)))
        assert isinstance(board, Board)
        assert shown(board) == [["Zoë 😀"]]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_file(tmp_path / "missing.txt")
    with pytest.raises(InputError, match="is a directory"):
        read_file(tmp_path)


def words(*texts: str) -> list[Word]:
    return [Word(text, source=(number,)) for number, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("given", "left", "bullet"),
    [
        (("•", "call", "Jo"), [("call", 1), ("Jo", 2)], True),
        (("•call", "Jo"), [("call", 0), ("Jo", 1)], True),  # glued: the word keeps its source
        (("1.", "[", "]", "book"), [("book", 3)], True),  # a box that the recogniser tore in two
        (("-", "[x]", "book"), [("book", 2)], True),
        (("call", "-", "Jo"), [("call", 0), ("-", 1), ("Jo", 2)], False),
        (("-",), [], True),
        ((), [], False),
    ],
)
def test_bullets_leave_recognised_words(given: tuple[str, ...], left: list[tuple[str, int]], bullet: bool) -> None:
    line = line_of(words(*given))
    assert [(word.text, word.source[0]) for word in line.words] == left
    assert line.bullet is bullet


def test_a_name_that_is_no_text_is_mended() -> None:
    """Names of files may hold any bytes; Python shows odd ones as half surrogates."""
    (board,) = scan_document(Document("caf\udce9.txt", b"call Ruth"))
    assert isinstance(board, Board)
    assert board.id == "caf\ufffd"


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
