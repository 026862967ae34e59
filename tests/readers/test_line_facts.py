"""What notes say by their marks: boxes, keywords, headings and indents. Small notes, each with what it states."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from inkslate.board import Board, Line
from inkslate.extraction import Extraction, FoundSentence, ModelInfo, predict
from inkslate.extractor import Extractor
from inkslate.formats import boards_of, format_boards, scan_board_jsonl
from inkslate.readers import scan_document
from inkslate.readers.document import Document

# Notes (`¦` is a line end), the tasks that they state, and what they state to be none.
TEXT = [
    # check boxes
    ("- [ ] who has the spare fuse?", ["who has the spare fuse?"], []),
    ("[ ] milk", ["milk"], []),
    ("[] milk", ["milk"], []),
    ("☐ milk", ["milk"], []),
    ("☐milk", ["milk"], []),
    ("▢ water the ferns", ["water the ferns"], []),
    ("□ water the ferns¦- □ feed the fish", ["water the ferns", "feed the fish"], []),
    ("⬜ water the ferns", ["water the ferns"], []),
    ("❏ water the ferns", ["water the ferns"], []),
    ("1. [ ] first thing", ["first thing"], []),
    ("* [ ] starred", ["starred"], []),
    ("- [-] half of the tiles", ["half of the tiles"], []),
    ("- [x] pay rent", [], ["pay rent"]),
    ("- [X] pay rent", [], ["pay rent"]),
    ("[x] pay rent", [], ["pay rent"]),
    ("[✓] pay rent", [], ["pay rent"]),
    ("☑ pay rent", [], ["pay rent"]),
    ("☒ pay rent", [], ["pay rent"]),
    ("- [x] pay rent¦- [ ] call the bank", ["call the bank"], ["pay rent"]),
    ("- [ ] a¦- [ ] b¦- [ ] c", ["a", "b", "c"], []),
    ("  - [ ] deep", ["deep"], []),
    ("\t- [ ] tabbed", ["tabbed"], []),
    ("TODO(Ana): order beans", ["(Ana): order beans"], []),
    ("- [TODO] order beans¦- [DONE] plant leeks¦- [TODO]", ["order beans"], ["plant leeks"]),
    ("[todo] order beans¦[TODO]order", [], []),
    # a tag behind the text, as TaskPaper has it
    ("- pay rent @done", [], ["pay rent @done"]),
    (
        "Flat:¦\t- pay rent @done(2026-11-16) @bank¦\t- [ ] sweep @home",
        ["sweep @home"],
        ["pay rent @done(2026-11-16) @bank"],
    ),
    ("☐ sweep¦✔ pay rent @done (16-11-26 14:47)", ["sweep"], ["✔ pay rent @done (16-11-26 14:47)"]),
    ("- boat trip @cancelled(2026-11-16)", [], ["boat trip @cancelled(2026-11-16)"]),
    ("- [ ] mark it with @done when it is", ["mark it with @done when it is"], []),
    ("- [ ] ask nina@done.example", ["ask nina@done.example"], []),
    # the word behind the text of an item
    ("- order beans - done", [], ["order beans - done"]),
    ("- order beans: DONE¦- plant leeks", [], ["order beans: DONE"]),
    ("* order beans (done)", [], ["order beans (done)"]),
    ("1. AI: order beans -> Done.", [], ["order beans -> Done."]),
    ("TODO order beans — done!", [], ["order beans — done!"]),
    ("- [ ] order beans - done", ["order beans - done"], []),  # the box says that it is open
    ("order beans - done", [], []),  # no item
    ("- get it done¦- state: done¦- well-done", [], []),
    # ticks and lines through a text
    ("⬜ sweep¦✅ pay rent¦✔️ dust¦✓ cook", ["sweep"], ["✅ pay rent", "✔️ dust", "✓ cook"]),
    (
        "- pay rent ✅¦- sweep ✓ 2026-11-11¦* dust [x]¦- cook ☑",
        [],
        ["pay rent ✅", "sweep ✓ 2026-11-11", "dust [x]", "cook ☑"],
    ),
    ("a ✅¦- sauna? [ ] no [x]¦- [ ] mark it with ✅", ["mark it with ✅"], []),
    ("TODO ✅ is my sign", ["✅ is my sign"], []),
    ("- ~~pay rent~~¦- [ ] ~~dust~~.¦- ~~not~~ all¦- ~~a~~ and ~~b~~", [], ["~~pay rent~~", "~~dust~~."]),
    (
        "~~pay rent~~¦- ~~dust~~ (Jo did it)¦~~cook~~ done",
        [],
        ["~~pay rent~~", "~~dust~~ (Jo did it)", "~~cook~~ done"],
    ),
    # a box begins a sentence, and only the first sentence behind it is stated
    ("shopping - [ ] milk", [], []),
    ("text before¦- [ ] milk", ["milk"], []),
    # boxes as people type them
    ("[  ] milk", ["milk"], []),
    ("[_] milk", ["milk"], []),
    ("-[ ] milk", ["milk"], []),
    ("-[x] milk", [], ["milk"]),
    ("*[] milk", ["milk"], []),
    ("[ ]milk", ["milk"], []),
    ("[x]milk", [], ["milk"]),
    ("[x]y", [], []),
    ("[ ]", [], []),
    ("- [/] half of the tiles", ["half of the tiles"], []),
    ("1. - [>] moved to Friday", ["moved to Friday"], []),
    ("[/] is a sign", [], []),
    ("> [ ] quoted", ["quoted"], []),
    ("> - [x] quoted", [], ["quoted"]),
    (">> [ ] quoted", ["quoted"], []),
    ("→ [ ] pointed at", ["pointed at"], []),
    ("=> ☐ pointed at", ["pointed at"], []),
    ("[     ] milk", ["milk"], []),
    ("[✔️] pay rent¦[✅] sweep¦- [х] dust", [], ["pay rent", "sweep", "dust"]),  # the last x is Cyrillic
    ("( ) fix the tap¦(x) pay rent¦(✓) eggs¦[v] milk¦(vii) seven", ["fix the tap"], ["pay rent", "eggs", "milk"]),
    ("［ ］ 牛乳¦［x］部屋¦［　］洗濯", ["牛乳", "洗濯"], ["部屋"]),
    # signs in front of a box: quoted lists, emoji, numbers of an outline, characters without a picture
    ("> - [ ] quoted¦> 1. [x] counted", ["quoted"], ["counted"]),
    ("🎉 [ ] party¦🔥🔥 - [x] hot", ["party"], ["hot"]),
    ("✅ [ ] what, then?", [], []),
    ("1.1 [ ] dig¦1.2. [x] sow¦2.[ ] reap", ["dig", "reap"], ["sow"]),
    ("2024 [x] is a year¦1.5 litres", [], []),
    ("-[x]sweep", [], ["sweep"]),
    ("\u200f- [ ] חלב¦\u200b[ ] milk¦[x]\u200brent", ["חלב", "milk"], ["rent"]),
    # keywords
    ("TODO: [ ] call mum", ["call mum"], []),
    ("TODO [x] call mum", [], ["call mum"]),
    ("TODO - call mum", ["call mum"], []),
    ("TODO: [ ]", ["[ ]"], []),
    ("TODO: 5. May dentist", ["5. May dentist"], []),
    ("TODO: - none", [], []),
    ("TODO call mum", ["call mum"], []),
    ("TODO: call mum", ["call mum"], []),
    ("todo: call mum", ["call mum"], []),
    ("To-do: call mum", ["call mum"], []),
    ("* TODO Call mum", ["Call mum"], []),
    ("- TODO call mum", ["call mum"], []),
    ("FIXME the hinge", ["the hinge"], []),
    ("FIXME: the hinge", ["the hinge"], []),
    ("AI: Sam books the room", ["Sam books the room"], []),
    ("Action: Sam books the room", ["Sam books the room"], []),
    ("ACTION: Sam books the room", ["Sam books the room"], []),
    ("Action item: minutes to all", ["minutes to all"], []),
    ("DONE return the library books", [], ["return the library books"]),
    ("* DONE return the library books", [], ["return the library books"]),
    ("DONE: return the books", [], ["return the books"]),
    ("Done: return the books", [], ["return the books"]),
    ("- [ ] TODO both", ["both"], []),
    ("- [x] TODO both", [], ["both"]),
    ("To do: call mum", ["call mum"], []),
    ("@todo call mum¦#todo #house sweep", ["call mum", "#house sweep"], []),
    ("Action 3: Sam books the room¦AI #1: Bo too¦AI2: Cy", ["Sam books the room", "Bo too", "Cy"], []),
    ("Action point: minutes¦ACTION (Ana): rope", ["minutes", "(Ana): rope"], []),
    ("**TODO** call mum¦*TODO*: sweep¦**Action:** dust", ["call mum", "sweep", "dust"], []),
    ("🎉 TODO call mum¦> TODO sweep¦-> AI: dust¦❗ DONE pay rent", ["call mum", "sweep", "dust"], ["pay rent"]),
    ("TODO：電話¦【TODO】 本¦\u200fTODO: חלב", ["電話", "本", "חלב"], []),
    # not keywords
    ("TODO is a word¦DONE is better than perfect¦FIXME means this", [], []),
    ("#todo #house¦@todoist call mum¦#TODO list", [], []),
    ("**Action** films¦**Done** deal¦Action (Ana) comes", [], []),
    ("AI 2030: a film¦✅ TODO", [], []),
    ("TODO", [], []),
    ("TODO:", [], []),
    ("TODO list", [], []),
    ("TODO for Monday", [], []),
    ("TODO this week:", [], []),
    ("TODO last week + this week", [], []),
    ("To do", [], []),
    (
        "Action : Sam books the room¦ACTION - Bo rings Cy¦Action item 2 – minutes to all",
        [
            "Sam books the room",
            "Bo rings Cy",
            "minutes to all",
        ],
        [],
    ),
    ("Action - Reaction¦Action - great films¦Action-packed films all day", [], []),
    ("[done] the minutes¦- [Done] the room¦[done](x) is a link¦[undone] tie", [], ["the minutes", "the room"]),
    ("Action: none", [], []),
    ("Action: n/a", [], []),
    ("Actions: see below", [], []),
    ("DONE", [], []),
    ("done deal", [], []),
    ("todo list", [], []),
    ("TODOs are below", [], []),
    ("AI is everywhere", [], []),
    ("ai: a film", [], []),
    ("the TODO comes later", [], []),
    # todo.txt
    ("(A) call mum @phone¦x 2026-11-10 pay rent", ["call mum @phone"], ["pay rent"]),
    ("x 2026-11-10 2026-11-01 pay rent +house", [], ["pay rent +house"]),
    ("(B) 2026-11-10 paint the door +house", ["paint the door +house"], []),
    ("x marks the spot", [], []),
    ("(a) first point¦(b) second point", [], []),
    ("(A) Introduction¦(B) Methods", [], []),
    # ticked off with an x
    ("x make boxes look nicer¦x add some slopes", [], ["make boxes look nicer", "add some slopes"]),
    ("x paint the gate¦  x both sides¦mend the lock", [], ["paint the gate", "both sides"]),
    ("x paint the gate¦mend the lock", [], []),  # once may be anything
    ("x is the input¦x scales it¦x shifts it", [], []),
    ("x = 3¦x marks it¦x moves it", [], []),
    ("x y z¦x z", [], []),
    # a box in a heading
    ("# [ ] fix the door", ["fix the door"], []),
    ("# [x] fix the door", [], ["fix the door"]),
    ("# 1. Doors", [], []),
]
TABLE = "| what | who |¦| --- | --- |¦"
MARKDOWN = [
    ("- [ ] who has the spare fuse?", ["who has the spare fuse?"], []),
    ("- [x] pay rent", [], ["pay rent"]),
    ("* [ ] a¦* [X] b", ["a"], ["b"]),
    ("1. [ ] numbered", ["numbered"], []),
    ("- ~~pay rent~~", [], ["pay rent"]),
    ("- pay *rent* @done(2026-11-16)¦- [ ] sweep @home", ["sweep @home"], ["pay rent @done(2026-11-16)"]),
    ("no item @done", [], []),
    ("- order *beans* - **done**¦- AI: plant leeks", ["plant leeks"], ["order beans - done"]),
    ("- ~~pay rent~~.¦- ~~sweep~~ ✅¦- ~~not~~ all", [], ["pay rent.", "sweep ✅"]),
    ("- ✅ pay rent¦- sweep ✅ 2026-11-02¦¦✅ dust", [], ["✅ pay rent", "sweep ✅ 2026-11-02", "✅ dust"]),
    ("- [-] cancelled", [], ["cancelled"]),
    ("- [/] half", ["half"], []),
    ("- [>] moved on", ["moved on"], []),
    ("- TODO call mum", ["call mum"], []),
    ("TODO: call mum", ["call mum"], []),
    ("- To do: call mum¦- #todo sweep¦- [ ] #todo", ["call mum", "sweep", "#todo"], []),
    ("- DONE the books", [], ["the books"]),
    ("# TODO", [], []),
    ("## TODO list", [], []),
    ("## [ ] fix the door¦¦## [x] paint the wall", ["fix the door"], ["paint the wall"]),
    ("- outer¦  - [ ] inner", ["inner"], []),
    ("- [ ] outer¦  - [x] inner", ["outer"], ["inner"]),
    ("> - [ ] quoted", ["quoted"], []),
    # a row of a table has the box of its first cell, or of a cell with nothing else
    (TABLE + "| [ ] pay rent | Bo |¦| [x] call mum | Cy |", ["pay rent Bo"], ["call mum Cy"]),
    (TABLE + "| ☐ | pay rent |¦| call mum | ☑ |", ["pay rent"], ["call mum"]),
    (TABLE + "| [ ]  pay rent | - |¦| ~~call mum~~ | ~~Cy~~ |", ["pay rent -"], ["call mum Cy"]),
    (TABLE + "| paid? | ☐ yes |¦| ☐ | ☐ |¦| `[ ]` | code |", [], []),
    # a box without a list, and keywords beside boxes, as in plain text
    ("[ ] pay rent¦[x] call mum", ["pay rent"], ["call mum"]),
    ("> [ ] quoted", ["quoted"], []),
    ("-[ ] pay rent", ["pay rent"], []),
    ("- [ ]pay rent", ["pay rent"], []),
    ("- ［ ］ milk¦- [х] pay rent¦- 🎉 [ ] party¦- \u200b[ ] eggs", ["milk", "party", "eggs"], ["pay rent"]),
    ("1.1 [ ] dig¦¦🎉 [x] party", ["dig"], ["party"]),
    ("[x]: http://a.example¦¦[x] and [x](http://b.example)", [], []),
    ("- [ ] TODO both", ["both"], []),
    ("- TODO: [ ] both", ["both"], []),
    ("- [ ] ~~pay rent~~¦- ~~TODO call mum~~", [], ["pay rent", "call mum"]),
    ("~~TODO: pay rent~~", [], ["pay rent"]),
    ("~~pay rent~~¦call mum¦¦~~dust~~¦¦<del>cook</del>", [], ["pay rent", "dust", "cook"]),
    (
        "- ~~pay rent~~ (Jo did it).¦- ~~sweep~~ - done¦~~dust~~ Done!",
        [],
        ["pay rent (Jo did it).", "sweep - done", "dust Done!"],
    ),
    ("- [ ] <del>pay rent</del>¦- <s>call *mum*</s>¦- [ ] <s>not</s> all", ["not all"], ["pay rent", "call mum"]),
    ("\\[ ] escaped", [], []),
    ("`[ ] code`", [], []),
]
ORG = [
    ("* TODO Call mum", ["Call mum"], []),
    ("* DONE return the books", [], ["return the books"]),
    ("** NEXT water the ferns", ["water the ferns"], []),
    ("* STRT the report", ["the report"], []),
    ("* CANCELLED the trip", [], ["the trip"]),
    ("* TODO [#A] urgent thing :work:", ["urgent thing"], []),
    ("#+TODO: DRAFT | SENT¦* DRAFT a letter¦* SENT a card", ["a letter"], ["a card"]),
    ("#+TODO: OPEN(o) CLOSED(c)¦* OPEN a case¦* CLOSED another", ["a case"], ["another"]),
    ("#+TODO: DRAFT | SENT¦* TODO is a plain word here", [], []),
    ("* WAITING for Kim", [], []),
    ("- [ ] a¦- [X] b¦- [-] c", ["a", "c"], ["b"]),
    ("* todo in small letters", [], []),
    ("| [ ] | pay rent |¦| [X] | call *mum* |¦| sweep | [ ] |", ["pay rent"], ["call mum"]),
    ("** [ ] fix the door¦** [X] paint the wall¦** [-] half of it", ["fix the door", "half of it"], ["paint the wall"]),
    ("* TODO [#A] [X] paint the wall", [], ["paint the wall"]),
    ("* Doors [1/3]", [], []),
    ("TODO in plain text", [], []),
    ("#+BEGIN_SRC¦* TODO not this¦#+END_SRC", [], []),
    # a block or drawer without an end is none
    ("#+BEGIN_SRC¦* TODO this", ["this"], []),
    ("#+BEGIN_SRC¦* TODO not this¦#+END_SRC¦#+BEGIN_SRC¦* TODO this", ["this"], []),
    ("* A¦:LOGBOOK:¦- [ ] hidden¦:END:¦- [ ] shown", ["shown"], []),
    ("* A¦:LOGBOOK:¦- [ ] shown¦* B¦:LOGBOOK:¦- [ ] hidden¦:END:", ["shown"], []),
    ("* TODO [#10] urgent thing", ["urgent thing"], []),
    ("- +pay rent+¦- [ ] +call mum+¦- [ ] +not+ all", ["not all"], ["pay rent", "call mum"]),
]
NOTES = [
    *((f"n{at}.txt", *case) for at, case in enumerate(TEXT)),
    *((f"n{at}.md", *case) for at, case in enumerate(MARKDOWN)),
    *((f"n{at}.org", *case) for at, case in enumerate(ORG)),
    ("n.txt", "(A) pay the rent¦x (B) call mum¦x eat¦buy milk", ["pay the rent"], ["(B) call mum", "eat"]),
    ("n.txt", "(A) pay the rent¦x (B)¦x eat", [], []),
    ("todo.txt", "(A) pay the rent¦x call mum¦buy milk", ["pay the rent"], ["call mum"]),
    # in TaskPaper every item is a task, and other text is a note on it
    (
        "n.taskpaper",
        "Flat:¦\t- rent @bank¦\t\tby hand¦\t- sweep @done¦\t1. dust",
        ["rent @bank by hand"],
        ["sweep @done"],
    ),
    ("n.todo", "Flat:¦  + pay rent:¦  ✔ sweep¦  ☐ dust", ["pay rent:", "dust"], ["✔ sweep"]),
]
INFO = ModelInfo("constant", "1", "nti", "both")


class Constant:
    """A predictor that takes every region for one sentence, and every sentence for a task or for none."""

    info = INFO

    def __init__(self, *, tasks: bool) -> None:
        self._tasks = tasks

    def predict(self, board: Board) -> Sequence[tuple[FoundSentence, ...]]:
        return [
            (FoundSentence(0, len(region.words), self._tasks, 0.9 if self._tasks else 0.1),) if region.words else ()
            for region in board.regions
        ]


def board_of(name: str, note: str) -> Board:
    (board,) = boards_of(scan_document(Document(name, note.replace("¦", "\n").encode())))
    return board


def tasks_of(board: Board, *, tasks: bool, ignore_marks: bool = False) -> list[str]:
    found = predict(Constant(tasks=tasks), board, ignore_marks=ignore_marks)
    return [task.text for task in Extraction(board, found, INFO).tasks]


def test_there_are_enough_of_them() -> None:
    assert len(NOTES) >= 80


@pytest.mark.parametrize(("name", "note", "tasks", "done"), NOTES)
def test_what_the_note_states_holds(name: str, note: str, tasks: list[str], done: list[str]) -> None:
    board = board_of(name, note)
    assert tasks_of(board, tasks=False) == tasks  # though the model sees none
    found = tasks_of(board, tasks=True)  # though the model sees nothing else
    assert [text for text in done if any(text in each for each in found)] == []
    assert [text for text in tasks if text not in found] == []


@pytest.mark.parametrize(("name", "note", "tasks", "done"), NOTES)
def test_marks_can_be_ignored(name: str, note: str, tasks: list[str], done: list[str]) -> None:
    board = board_of(name, note)
    assert tasks_of(board, tasks=False, ignore_marks=True) == []


@pytest.mark.parametrize(("name", "note", "tasks", "done"), NOTES)
def test_facts_survive_board_jsonl(name: str, note: str, tasks: list[str], done: list[str]) -> None:
    board = board_of(name, note)
    assert list(boards_of(scan_board_jsonl(format_boards([board]), "x"))) == [board]


def test_stated_says_what_stated_it() -> None:
    found = Extractor.load("rules").extract("- [ ] milk\nTODO eggs\n- call Ruth")
    assert [(task.text, task.stated) for task in found.tasks] == [
        ("milk", "box"),
        ("eggs", "keyword"),
        ("call Ruth", None),
    ]
    assert [task["stated"] for task in found.to_json()["tasks"]] == ["box", "keyword", None]


def test_a_box_divides_what_the_model_takes_for_one_sentence() -> None:
    board = board_of("n.txt", "buy¦- [ ] milk¦- [x] eggs¦and bread")
    (sentences,) = predict(Constant(tasks=True), board)
    assert [(s.start, s.end, s.is_task, s.score, s.stated) for s in sentences] == [
        (0, 1, True, 0.9, None),
        (1, 2, True, 1.0, "box"),
        (2, 5, False, 0.0, None),  # what goes on behind a ticked box belongs to it
    ]


TIGHT = [
    ("-call Ruth¦-mow the lawn", ["* call Ruth", "* mow the lawn"]),
    ("-call Ruth", ["-call Ruth"]),
    ("-call Ruth¦¦-mow the lawn", ["-call Ruth", "-mow the lawn"]),
    ("quiet days¦-Ana¦¦loud days¦-Sam", ["quiet days", "-Ana", "loud days", "-Sam"]),
    ("-5 degrees¦-3 degrees¦-v¦-x", ["-5 degrees", "-3 degrees", "-v", "-x"]),
    ("–call Ruth¦  –today¦-TODO milk¦-[ ] eggs¦-order beans - done", [
        "* call Ruth", "  * today", "* [ ] milk", "* [ ] eggs", "* [x] order beans - done",
    ]),
    ("1.call Ruth¦before nine¦2.mow the lawn", ["* call Ruth", "before nine", "* mow the lawn"]),
    ("1)call Ruth¦2)mow¦1)call Sam¦2)eat¦7.mai", ["* call Ruth", "* mow", "* call Sam", "* eat", "7.mai"]),
    ("1.5 litres¦2.5 litres¦2.x¦3.x¦4.call¦6.mow", ["1.5 litres", "2.5 litres", "2.x", "3.x", "4.call", "6.mow"]),
    # behind these no space is written, and a single one is enough
    ("1、牛乳¦（2）電話¦3．窓¦1、2月", ["* 牛乳", "* 電話", "* 窓", "1、2月"]),
]  # fmt: skip


@pytest.mark.parametrize(("note", "lines"), TIGHT)
def test_list_marks_with_no_space_behind_them(note: str, lines: list[str]) -> None:
    board = board_of("n.txt", note)
    assert [show(line) for region in board.regions for line in region.lines] == lines


def show(line: Line) -> str:
    box = {None: "", "open": "[ ] ", "done": "[x] "}[line.box]
    return "  " * line.indent + "* " * line.bullet + box + line.text


HEADINGS = [
    ("n.txt", "# Weekend¦milk", [("Weekend", 1, 0), ("milk", 0, 0)]),
    ("n.txt", "### Weekend", [("Weekend", 3, 0)]),
    ("n.txt", "####### seven", [("####### seven", 0, 0)]),
    ("n.txt", "#hashtag", [("#hashtag", 0, 0)]),
    ("n.txt", "Weekend¦=======¦milk", [("Weekend", 1, 0), ("milk", 0, 0)]),
    ("n.txt", "Weekend¦-------¦milk", [("Weekend", 2, 0), ("milk", 0, 0)]),
    ("n.txt", "- item¦-----", [("item", 0, 0), ("-----", 0, 0)]),
    # what a keyword or a tick in front makes an item is nested, and no rest of the item above
    ("n.txt", "- Ring¦  TODO Ruth¦  now¦- Sam", [("Ring", 0, 0), ("Ruth", 0, 1), ("now", 0, 1), ("Sam", 0, 0)]),
    ("n.txt", "- Ring¦    ✔ Ruth¦    - Sam", [("Ring", 0, 0), ("✔ Ruth", 0, 1), ("Sam", 0, 1)]),
    ("n.txt", "✔ Ring¦    Later:¦        ✔ Ruth", [("✔ Ring", 0, 0), ("Later:", 0, 1), ("✔ Ruth", 0, 2)]),
    ("n.txt", "☐ Ring¦    Later:¦        ✔ Ruth", [("Ring", 0, 0), ("Later:", 0, 0), ("✔ Ruth", 0, 1)]),
    # projects of TaskPaper
    (
        "n.taskpaper",
        "Beds:¦\t- weed¦\tRows: @may¦\t\t- sow:",
        [("Beds:", 1, 0), ("weed", 0, 1), ("Rows: @may", 2, 0), ("sow:", 0, 2)],
    ),
    ("n.todo", "Beds:¦  ☐ weed:¦  see: there", [("Beds:", 1, 0), ("weed:", 0, 1), ("see: there", 0, 1)]),
    ("n.txt", "Beds:¦  - weed", [("Beds:", 0, 0), ("weed", 0, 1)]),
    # rules part the text; signs on both sides make a heading
    ("n.txt", "=====¦Beds¦=====¦milk", [("Beds", 1, 0), ("milk", 0, 0)]),
    ("n.txt", "#####¦Beds¦#####¦milk", [("Beds", 0, 0), ("milk", 0, 0)]),
    ("n.txt", "a¦* * *¦b¦~~~~¦c¦-=-=-=-¦d", [("a", 0, 0), ("b", 0, 0), ("c", 0, 0), ("d", 0, 0)]),
    ("n.txt", "- a¦¦-----¦¦- b", [("a", 0, 0), ("b", 0, 0)]),
    ("n.txt", "== Beds ==¦=== Two rows ===¦- a", [("Beds", 2, 0), ("Two rows", 3, 0), ("a", 0, 0)]),
    ("n.txt", "-----ROUND 1--------¦--- New ---", [("ROUND 1", 2, 0), ("New", 2, 0)]),
    ("n.txt", "  ## To sow ##¦##IN WORK:##", [("To sow", 2, 0), ("IN WORK:", 2, 0)]),
    (
        "n.txt",
        "==milk==¦-- no --¦__init__¦~~a~~",
        [("==milk==", 0, 0), ("-- no --", 0, 0), ("__init__", 0, 0), ("~~a~~", 0, 0)],
    ),
    ("n.txt", "--¦...¦???", [("--", 0, 0), ("...", 0, 0), ("???", 0, 0)]),
    ("n.txt", "a¦  b¦    c¦  d¦e", [("a", 0, 0), ("b", 0, 1), ("c", 0, 2), ("d", 0, 1), ("e", 0, 0)]),
    ("n.txt", "- a¦  - b¦\t- c¦- d", [("a", 0, 0), ("b", 0, 1), ("c", 0, 2), ("d", 0, 0)]),
    ("n.txt", "- call Ruth¦  about it¦  - today", [("call Ruth", 0, 0), ("about it", 0, 0), ("today", 0, 1)]),
    ("n.txt", "Ring¦- Ruth¦  about it¦- Sam", [("Ring", 0, 0), ("Ruth", 0, 0), ("about it", 0, 0), ("Sam", 0, 0)]),
    ("n.org", "Ring¦- Ruth¦  about it¦Sam", [("Ring", 0, 0), ("Ruth", 0, 0), ("about it", 0, 0), ("Sam", 0, 0)]),
    ("n.md", "# A¦## B¦text", [("A", 1, 0), ("B", 2, 0), ("text", 0, 0)]),
    ("n.md", "A¦===¦text", [("A", 1, 0), ("text", 0, 0)]),
    # a title directly below a list
    ("n.md", "- a¦B¦===¦- b¦  c¦D¦----", [("a", 0, 0), ("B", 1, 0), ("b", 0, 0), ("c", 0, 0), ("D", 2, 0)]),
    ("n.md", "- a¦b¦---¦c", [("a", 0, 0), ("b", 0, 0), ("c", 0, 0)]),
    ("n.md", "- a¦- b¦===", [("a", 0, 0), ("b", 0, 0), ("===", 0, 0)]),
    ("n.md", "- a¦  - b¦    - c¦- d", [("a", 0, 0), ("b", 0, 1), ("c", 0, 2), ("d", 0, 0)]),
    ("n.md", "1. a¦   - b", [("a", 0, 0), ("b", 0, 1)]),
    ("n.org", "* A¦** B¦- c¦  - d", [("A", 1, 0), ("B", 2, 0), ("c", 0, 0), ("d", 0, 1)]),
]


@pytest.mark.parametrize(("name", "note", "lines"), HEADINGS)
def test_headings_and_indents(name: str, note: str, lines: list[tuple[str, int, int]]) -> None:
    board = board_of(name, note)
    assert [(line.text, line.heading, line.indent) for region in board.regions for line in region.lines] == lines


WRONG = [
    ({"box": "ticked"}, "box is 'ticked'; write open or done"),
    ({"heading": 7}, "heading is 7; write a level from 1 to 6"),
    ({"heading": True}, "heading is true"),
    ({"indent": -1}, "indent is -1"),
    ({"indent": 101}, "indent is 101"),
    ({"keyword": "TODO"}, "keyword without box"),
    ({"keyword": "two words", "box": "open"}, "keyword is 'two words'"),
    ({"box": "open", "done": True}, "box is open, but done is true"),
]


@pytest.mark.parametrize(("facts", "message"), WRONG)
def test_wrong_facts_are_findings(facts: dict[str, object], message: str) -> None:
    import json

    line = {"text": "call Ruth", "bullet": True, **facts}
    text = json.dumps({"id": "b", "regions": [{"id": "r", "lines": [line]}]})
    (finding,) = scan_board_jsonl(text, "x")
    assert message in str(finding)


def test_done_is_the_older_spelling() -> None:
    text = '{"id": "b", "regions": [{"id": "r", "lines": [{"text": "a", "bullet": true, "done": true}]}]}'
    (board,) = boards_of(scan_board_jsonl(text, "x"))
    assert (board.regions[0].lines[0].box, board.regions[0].lines[0].done) == ("done", True)
