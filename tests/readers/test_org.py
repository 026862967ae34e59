"""Org files."""

from __future__ import annotations

from pathlib import Path

from inkslate.board import Board, Line
from inkslate.formats import boards_of
from inkslate.readers import READERS, read_file, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from tests.support.paths import ROOT

FILE = """#+TITLE: Week
#+TODO: TODO NEXT DRAFT(d) | SENT DONE
* Household [1/3]                                  :home:
:PROPERTIES:
:ID: 12
:END:
** TODO [#A] Call mum
   DEADLINE: <2026-11-20 Fri>
** DRAFT letter to the council
- [ ] who has the *spare* fuse?
  it was in the cellar
- [X] pay rent
  - [-] half of the list
- see [[https://example.org][the page]] first
#+BEGIN_SRC python
print("TODO nothing")
#+END_SRC

* Notes
# a comment
The meeting was =long=.
| who | what |
|-----+------|
| Sam | fuse |
"""


def read(text: str) -> Board:
    (board,) = boards_of(scan_document(Document("week.org", text.encode())))
    return board


def shown(line: Line) -> tuple[object, ...]:
    return (line.text, line.bullet, line.box, line.keyword, line.heading, line.indent)


def test_a_whole_file() -> None:
    board = read(FILE)
    assert board.id == "week"
    assert [[shown(line) for line in region.lines] for region in board.regions] == [
        [
            ("Household", False, None, None, 1, 0),
            ("Call mum", False, "open", "TODO", 2, 0),
            ("letter to the council", False, "open", "DRAFT", 2, 0),
            ("who has the spare fuse?", True, "open", None, 0, 0),
            ("it was in the cellar", False, None, None, 0, 0),
            ("pay rent", True, "done", None, 0, 0),
            ("half of the list", True, "open", None, 0, 1),
            ("see the page first", True, None, None, 0, 0),
        ],
        [
            ("Notes", False, None, None, 1, 0),
            ("The meeting was long.", False, None, None, 0, 0),
            ("who what", False, None, None, 0, 0),
            ("Sam fuse", False, None, None, 0, 0),
        ],
    ]


def test_words_lead_back_to_the_file() -> None:
    lines = FILE.split("\n")
    for region in read(FILE).regions:
        for word in region.words:
            line, _, column = str(word.source[0]).partition(":")
            if column:
                assert lines[int(line) - 1][int(column) - 1 :].startswith(word.text)
            else:
                assert word.text == "long."  # marks stand inside of it


def test_headlines_below_each_other_are_one_region() -> None:
    board = read("* TODO a\n* TODO b\ntext\n* c\n\n* d\n")
    assert [[line.text for line in region.lines] for region in board.regions] == [["a", "b", "text"], ["c"], ["d"]]


def test_files_with_nothing_to_read() -> None:
    for text in ("", "\n\n", "#+TITLE: x\n", ":LOGBOOK:\n- Note\n:END:\n", "#+begin_example\n* TODO a\n"):
        assert read(text).regions == ()


def test_the_suffix_and_the_example(tmp_path: Path) -> None:
    assert detect_format(Document("a.org", b"* a")) == "org"
    assert "org" in READERS
    (board,) = read_file(ROOT / "examples" / "week.org")
    assert [line.box for region in board.regions for line in region.lines] == [
        None, "open", "done", "open", None, "open", "done", None,
    ]  # fmt: skip


def test_long_lines_take_no_time() -> None:
    for piece in ("*a ", "[[a", ":a", " ", "+a", "[1/", "| "):
        (board,) = boards_of(scan_document(Document("a.org", ("* " + piece * 200_000).encode())))
        assert board.id == "a"
