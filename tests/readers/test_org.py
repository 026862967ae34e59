"""Org files."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from inkslate.board import Board, Line
from inkslate.details import DetailContext, add_details
from inkslate.extractor import Extractor
from inkslate.formats import boards_of, format_boards
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

OWN_KEYWORDS = """#+TITLE: Allotment
#+TODO: DRAFT ASKED | SENT
* ASKED Letter to the council :post:
  DEADLINE: <2026-11-20 Fri>
  :PROPERTIES:
  :ID: 7
  :END:
  They want it in [[https://example.org][their form]].
** SENT Plan of the beds
* Seeds [1/2]
  - [X] leeks
  - [ ] order beans
"""
PLAIN_KEYWORDS = """* Monday
** TODO [#A] call the plumber
   SCHEDULED: <2026-11-16 Mon 09:00>
** WAITING quote from Ana
** DONE pay the rent
# a comment
#+BEGIN_SRC sh
echo TODO nothing
#+END_SRC
+ [-] tidy the shed
  + paint
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
    for text in ("", "\n\n", "#+TITLE: x\n", ":LOGBOOK:\n- Note\n:END:\n", "#+begin_example\n* TODO a\n#+end_example"):
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


def test_a_file_with_keywords_of_its_own() -> None:
    assert [
        [(*shown(line), *line.words[0].source) for line in region.lines] for region in read(OWN_KEYWORDS).regions
    ] == [
        [
            ("Letter to the council", False, "open", "ASKED", 1, 0, "3:9"),
            ("They want it in their form.", False, None, None, 0, 0, "8:3"),
        ],
        [
            ("Plan of the beds", False, "done", "SENT", 2, 0, "9:9"),
            ("Seeds", False, None, None, 1, 0, "10:3"),
            ("leeks", True, "done", None, 0, 0, "11:9"),
            ("order beans", True, "open", None, 0, 0, "12:9"),
        ],
    ]


def test_a_file_with_the_usual_keywords() -> None:
    (region,) = read(PLAIN_KEYWORDS).regions
    assert [(*shown(line), *line.words[0].source) for line in region.lines] == [
        ("Monday", False, None, None, 1, 0, "1:3"),
        ("call the plumber", False, "open", "TODO", 2, 0, "2:14"),
        ("WAITING quote from Ana", False, None, None, 2, 0, "4:4"),
        ("pay the rent", False, "done", "DONE", 2, 0, "5:9"),
        ("tidy the shed", True, "open", None, 0, 0, "10:7"),
        ("paint", True, None, None, 0, 1, "11:5"),
    ]


PLANNED = """* TODO Call mum by Friday
  SCHEDULED: <2026-11-18 Wed>
  CLOSED: [2026-11-10 Tue] DEADLINE: <2026-11-24 Tue 9:00-10:00 +1w -3d>
* TODO Pay rent
  DEADLINE: [2026-11-20 Fri] SCHEDULED: <2025-01-05 ++1m>
** TODO
   DEADLINE: <2026-12-24>
* TODO ask Sam [2026-11-21 Sat]
- [ ] buy beans
  for the soup
  DEADLINE: <2026-11-30 Mo.>
- [ ] wash up
  DEADLINE: <2026-13-45>

  DEADLINE: <2026-12-01>
- [ ] sweep by Friday
"""


def test_planning_lines_are_due_dates_of_what_is_above_them() -> None:
    board = read(PLANNED)
    assert "DEADLINE" not in " ".join(line.text for region in board.regions for line in region.lines)
    (found,) = add_details([Extractor.load("rules").extract(board)], DetailContext(now=datetime(2026, 11, 16)))
    assert [(task.text, task.due, task.detail.due_span is None, task.sources[-1]) for task in found.tasks] == [
        ("Call mum by Friday", "2026-11-24T09:00", True, "3:39"),
        ("Pay rent", "2025-01-05", True, "5:42"),
        ("ask Sam [2026-11-21 Sat]", None, True, "8:28"),
        ("buy beans for the soup", "2026-11-30", True, "11:14"),
        ("wash up", None, True, "12:12"),
        ("sweep by Friday", "2026-11-20", False, "16:16"),
    ]


def test_due_dates_stay_in_board_files() -> None:
    board = read(PLANNED)
    assert list(boards_of(scan_document(Document("b.jsonl", format_boards([board]).encode())))) == [board]


COMMENTED = """* Plan
** TODO call Ruth
** TODO [#B] COMMENT call Tom
*** TODO ask for the key
- [ ] in the cellar
#+BEGIN_SRC org
* TODO no headline
#+END_SRC
** The COMMENT field of the form
* Old things :house:ARCHIVE:
** TODO sell the boat
* COMMENT
- [ ] nothing
* COMMENTS of Ana
"""


def test_what_is_commented_out_or_archived_is_left_out_with_all_below_it() -> None:
    assert [
        (line.text, str(line.words[0].source[0])) for region in read(COMMENTED).regions for line in region.lines
    ] == [
        ("Plan", "1:3"),
        ("call Ruth", "2:9"),
        ("The COMMENT field of the form", "9:4"),
        ("COMMENTS of Ana", "14:3"),
    ]


def test_progress_in_brackets_is_no_text_and_no_date() -> None:
    board = read("* Move [1/3]\n- [ ] kitchen [2/5]\n  - [ ] [50%] shelves\n- paid [a/b] twice\nrow [2/5]\n")
    assert [line.text for region in board.regions for line in region.lines] == [
        "Move",
        "kitchen",
        "shelves",
        "paid [a/b] twice",
        "row [2/5]",
    ]


def test_keywords_that_people_set_elsewhere_than_in_the_file() -> None:
    board = read("* STARTED shed\n* DOING tax\n* IN-PROGRESS letter\n* Started late\n* WAITING reply\n")
    assert [(line.text, line.box) for region in board.regions for line in region.lines] == [
        ("shed", "open"),
        ("tax", "open"),
        ("letter", "open"),
        ("Started late", None),
        ("WAITING reply", None),
    ]


# Outside of a drawer Org logs below the headline what happened to it; ": " is what a program printed.
LOGGED = """* TODO water the ferns
  - State "TODO"       from "DONE"       [2026-11-20 Fri 12:23]
  - State "DONE"       from              [2026-11-19 Thu 12:23] \\\\
    they were dry
  - Rescheduled from "[2026-11-20 Fri]" on [2026-11-18 Wed 09:10]
  - Note taken on [2026-11-17 Tue 21:00]
  - State the price \\\\
  - Note taken on paper
  : 3 ferns
  :
"""


def test_the_log_of_a_headline_is_no_text() -> None:
    (region,) = read(LOGGED).regions
    assert [(line.text, line.bullet) for line in region.lines] == [
        ("water the ferns", False),
        ("they were dry", False),
        ("State the price", True),
        ("Note taken on paper", True),
    ]


def test_a_closed_headline_is_done_whatever_its_keyword() -> None:
    text = """* SHIPPED the crates
  CLOSED: [2026-11-16 Mon 10:00] SCHEDULED: <2026-11-15 Sun>
* TODO the lids, again
  CLOSED: [2026-11-16 Mon 10:00]
* Ropes
  - knots
  CLOSED: [2026-11-16 Mon 10:00]
"""
    lines = [line for region in read(text).regions for line in region.lines]
    assert [(line.text, line.box) for line in lines] == [
        ("SHIPPED the crates", "done"),
        ("the lids, again", "open"),  # somebody took it up again
        ("Ropes", None),
        ("knots", None),
    ]


def test_the_end_of_a_task_in_the_midst_of_text_is_no_headline() -> None:
    stars = "*" * 15
    board = read(f"* Notes\nabove\n{stars} TODO oil the gate\nthe left one\n{stars} END\nbelow\n* END\n")
    lines = [(line.text, line.keyword) for region in board.regions for line in region.lines]
    assert lines == [
        ("Notes", None),
        ("above", None),
        ("oil the gate", "TODO"),
        ("the left one", None),
        ("below", None),
        ("END", None),
    ]


def test_a_priority_behind_a_box_is_no_text() -> None:
    (region,) = read("* [ ] [#A] oil the gate\n* [#B] [X] rake\n* [ ] [#board] of the club\n").regions
    assert [(line.text, line.box) for line in region.lines] == [
        ("oil the gate", "open"),
        ("rake", "done"),
        ("[#board] of the club", "open"),
    ]


def test_keywords_and_ticks_in_items_are_those_of_all_formats() -> None:
    text = """* TODO: list
- TODO call Ruth
- [ ] TODO oil the gate
- [X] TODO wax it
- ACTION: Sam sends the plan
- done: the sketch
- order beans - done
- [ ] order peas - done
Action item: Ana books a room
"""
    (region,) = read(text).regions
    assert [shown(line)[:4] for line in region.lines] == [
        ("TODO: list", False, None, None),
        ("call Ruth", True, "open", "TODO"),
        ("oil the gate", True, "open", None),
        ("wax it", True, "done", None),
        ("Sam sends the plan", True, "open", "ACTION"),
        ("the sketch", True, "done", "done"),
        ("order beans - done", True, "done", None),
        ("order peas - done", True, "open", None),
        ("Action item: Ana books a room", False, None, None),
    ]
