"""Notes as Google Keep, Evernote and Apple Notes export them."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest

from inkslate.board import Board, Line
from inkslate.errors import InputError
from inkslate.formats import boards_of
from inkslate.readers import READERS, read_file, scan_document
from inkslate.readers.document import Document
from tests.support.paths import ROOT

FILES = ROOT / "tests" / "files"


def show(line: Line) -> str:
    """A line in short: `# ` for each level of a heading, blanks for each depth, a bullet or a box, the text."""
    mark = {"open": "[ ] ", "done": "[x] ", None: "- " if line.bullet else ""}[line.box]
    return "#" * line.heading + " " * bool(line.heading) + "  " * line.indent + mark + line.text


def shown(board: Board) -> list[list[str]]:
    return [[show(line) for line in region.lines] for region in board.regions]


EXPECTED = {
    "google-keep/shopping.json": {
        "shopping": [["# Shopping – weekend", "[ ] oat milk", "[x] batteries, AA (8)",
                      "[ ] call the butcher about Saturday", "[x] return the bottles"]],
    },
    "google-keep/meeting.json": {
        "meeting": [
            ["# Choir meeting", "Café Zoë, upstairs", "- Sam brings the keys", "  - spare ones too",
             "[x] book the room"],
            ["[ ] send the rota to Ana by Friday", "that was all"],
        ],
    },
    "google-keep/untitled.json": {"untitled": [["call the landlord about the boiler"]]},
    "enex/notebook.enex": {
        "House & garden": [
            ["# House & garden"],
            ["## Before winter", "[ ] call the landlord about the boiler", "[x] clean the gutters", "[ ] order wood",
             "  [ ] two cubic metres"],
            ["The hedge was cut on Monday.", "[x] paint the fence", "- sharpen the axe saw", "who what", "Ana seeds"],
            ["[ ] Send the meter reading", "[x] Pay the water bill"],
        ],
        "Empty": [["# Empty"]],
    },
    "enex/old.enex": {
        "Trip": [
            ["# Trip", "Packing for Lisbon", "[x] passport", "[ ] book the ferry", "[ ] ask Zoë for her tent",
             "  [ ] and the pegs"],
            ["Back on the 9th."],
        ],
    },
    "enex/twins.enex": {
        "Monday": [["# Monday", "- send Ana the minutes", "- print badges"]],
        "Monday-2": [["# Monday", "It rained ]]> all day."]],
        "twins-3": [["<no title>"]],
    },
    "apple-notes/script.html": {
        "script": [
            ["# Allotment", "Plot 14, gate code at Ana's"],
            ["Jobs", "- call the landlord about the shed", "- order seeds", "  - leeks", "- dig over the far bed",
             "It was dry all week."],
        ],
    },
    "apple-notes/heading.html": {
        "heading": [["# Parents’ evening"], ["## To do", "- sign the form", "[x] pay for the trip", "Sam maths"]],
    },
    "apple-notes/checklist.html": {
        "checklist": [["# Move", "[x] cancel the gas", "[ ] book the van", "  [ ] ask Zoë to drive",
                       "[x] hand in the keys", "[ ] redirect the post"]],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", EXPECTED)
def test_files_of_people(name: str) -> None:
    boards = read_file(FILES / name)
    assert {board.id: shown(board) for board in boards} == EXPECTED[name]


# The first word of each line; boxes and dashes that were typed are counted.
SOURCES: dict[str, list[list[list[str]]]] = {
    "google-keep/shopping.json": [
        [["/title#0", *(f"/listContent/{at}" for at in ("0/text#0", "1/text#0", "2/text#0", "4/text#1"))]]
    ],
    "google-keep/meeting.json": [
        [["/title#0", *(f"/textContent#{at}" for at in (0, 4, 9, 14))], ["/textContent#18", "/textContent#25"]]
    ],
    "google-keep/untitled.json": [[["/textContent#0"]]],
    "enex/notebook.enex": [
        [
            ["note[1]/title#0"],
            [f"note[1]/content#{at}" for at in (0, 2, 8, 11, 13)],
            [f"note[1]/content#{at}" for at in (16, 22, 25, 29, 31)],
            ["note[1]/task[1]/title#0", "note[1]/task[2]/title#0"],
        ],
        [["note[2]/title#0"]],
    ],
    "enex/old.enex": [
        [["note[1]/title#0", *(f"note[1]/content#{at}" for at in (0, 3, 4, 7, 12))], ["note[1]/content#15"]]
    ],
    "enex/twins.enex": [
        [["note[1]/title#0", "note[1]/content#0", "note[1]/content#4"]],
        [["note[2]/title#0", "note[2]/content#0"]],
        [["note[3]/content#0"]],
    ],
    "apple-notes/script.html": [[["#0", "#1"], ["#7", "#8", "#14", "#16", "#17", "#22"]]],
    "apple-notes/heading.html": [[["#0"], ["#2", "#4", "#7", "#11"]]],
    "apple-notes/checklist.html": [[["#0", "#1", "#4", "#7", "#11", "#15"]]],
}


@pytest.mark.parametrize("name", EXPECTED)
def test_lines_lead_back_to_the_file(name: str) -> None:
    found = [
        [[str(*line.words[0].source) for line in region.lines] for region in board.regions]
        for board in read_file(FILES / name)
    ]
    assert found == SOURCES[name]


def test_no_file_is_left_out() -> None:
    folders = ("google-keep", "enex", "apple-notes")
    assert set(EXPECTED) == {f"{folder}/{path.name}" for folder in folders for path in (FILES / folder).iterdir()}


def sources(board: Board) -> dict[str, object]:
    return {word.text: word.source for region in board.regions for word in region.words}


def test_words_of_keep_lead_back_to_a_string_and_their_number_in_it() -> None:
    for path in (FILES / "google-keep").iterdir():
        note = json.loads(path.read_text("utf-8"))
        (board,) = read_file(path)
        for word in (word for region in board.regions for word in region.words):
            pointer, _, number = str(word.source[0]).partition("#")
            value = note
            for key in pointer.split("/")[1:]:
                value = value[int(key)] if isinstance(value, list) else value[key]
            assert value.split()[int(number)] == word.text


def test_words_of_evernote_lead_back_to_a_note_and_their_number_in_it() -> None:
    board = read_file(FILES / "enex" / "notebook.enex")[0]
    found = sources(board)
    assert found["House"] == ("note[1]/title#0",)
    assert found["Before"] == ("note[1]/content#0",)
    assert found["boiler"] == ("note[1]/content#7",)
    assert found["meter"] == ("note[1]/task[1]/title#2",)


def test_words_of_apple_notes_lead_back_to_their_number_in_the_file() -> None:
    (board,) = read_file(FILES / "apple-notes" / "script.html")
    assert [word.source[0] for region in board.regions for word in region.words] == [f"#{n}" for n in range(27)]


def read(format: str, text: str) -> list[Board]:
    return list(boards_of(scan_document(Document("notes", text.encode()), format=format)))


def test_what_is_in_the_trash_has_no_tasks() -> None:
    note = {"isTrashed": True, "isArchived": False, "userEditedTimestampUsec": 1, "textContent": "call Ruth"}
    assert [board.regions for board in read("google-keep", json.dumps(note))] == [()]


KEEP = '{"isTrashed": false, "isArchived": false, "userEditedTimestampUsec": 1, '
ENEX = "<en-export><note><content><![CDATA["
WRONG = [
    ("google-keep", KEEP + '"title": 5}', "title is '5', not a string"),
    ("google-keep", KEEP + '"listContent": {}}', "listContent is '{}', not a list"),
    ("google-keep", KEEP + '"listContent": ["a"]}', r"listContent\[0\] is 'a', not an object"),
    ("google-keep", KEEP + '"listContent": [{"text": "a", "isChecked": "yes"}]}', "isChecked is 'yes', not true or"),
    ("google-keep", KEEP + '"textContent": "a', "not JSON"),
    ("google-keep", KEEP + '"textContent": "\\ud800"}', "half a surrogate pair"),
    ("google-keep", "[]", "not a JSON object"),
    ("google-keep", '{"a": 1}', "has no title, text or list of Google Keep"),
    ("enex", "<en-export><note>", "not well-formed XML"),
    ("enex", "<notes/>", "the root element is 'notes', not 'en-export'"),
    ("enex", '<!DOCTYPE a [<!ENTITY b "c">]><en-export>&b;</en-export>', "not safe to read"),
    ("enex", f"{ENEX}<en-note><div style='a]]></content></note></en-export>", "never ends"),
    ("enex", "<en-export>" + "<a>" * 300 + "</a>" * 300 + "</en-export>", "levels deep"),
    ("apple-notes", "call Ruth", "has no paragraphs, items or headings of HTML"),
    ("apple-notes", "<div>call <b", "never ends"),
]


@pytest.mark.parametrize(("format", "text", "message"), WRONG)
def test_damaged_files_are_one_error(format: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        read(format, text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", EXPECTED)
def test_files_that_were_cut_off_are_boards_or_one_error(name: str) -> None:
    reader, data = READERS[Path(name).parent.name], (FILES / name).read_bytes()
    for end in range(0, len(data), 41):
        with suppress(InputError):
            assert all(isinstance(board, Board) for board in reader(Document("notes", data[:end])))


def test_lists_nested_deeper_than_any_note_are_read() -> None:
    (board,) = read("apple-notes", "<div></div>" + "<ul><li>a" * 5_000)
    assert max(line.indent for region in board.regions for line in region.lines) == 100


def test_boxes_stay_with_their_lines() -> None:
    (board,) = read("enex", f"{ENEX}<en-note><div><en-todo/></div><div>no box</div><div><en-todo checked='true'/>a"
                            "<br/>b</div></en-note>]]></content></note></en-export>")  # fmt: skip
    assert shown(board) == [["no box", "[x] a", "b"]]


DUE = [
    ("20261120T230000Z", "date_only", "Europe/Berlin", "2026-11-21"),  # midnight there
    ("20261120T153000Z", "date_time", "America/New_York", "2026-11-20T10:30"),
    ("20261120T153000Z", "date_time", "", None),  # in no zone it may be another day
    ("20261120T153000Z", "date_only", "../../etc/passwd", None),
    ("20261120T153000Z", "date_only", "Europe", None),
    ("tomorrow", "date_only", "Europe/Berlin", None),
    ("00010101T000000Z", "date_only", "America/New_York", None),  # before the first year
    ("", "", "", None),
]


@pytest.mark.parametrize(("date", "shown_as", "zone", "expected"), DUE)
def test_tasks_of_evernote_have_their_due_date(date: str, shown_as: str, zone: str, expected: str | None) -> None:
    task = (
        f"<task><title>call Ruth</title><taskStatus>open</taskStatus><dueDate>{date}</dueDate>"
        f"<dueDateUIOption>{shown_as}</dueDateUIOption><timeZone>{zone}</timeZone></task>"
    )
    (board,) = read("enex", f"<en-export><note><title>a</title>{task}</note></en-export>")
    line = board.regions[-1].lines[0]
    assert show(line) == "[ ] call Ruth"
    assert (line.due and (line.due.text, line.due.source)) == (expected and (expected, ("note[1]/task[1]/dueDate",)))


@pytest.mark.parametrize(
    ("name", "start"), [("a.html", "<title>A</title>"), ("a.eml", "Subject: A\nContent-Type: text/html\n\n")]
)
def test_a_struck_line_of_html_with_a_typed_box_or_keyword_is_done(name: str, start: str) -> None:
    text = start + "<div><s>☐ pay rent</s></div><div><s>TODO feed the cat</s></div><div><s>only gone</s></div>"
    found = "apple-notes" if name == "a.html" else "eml"
    (board,) = boards_of(scan_document(Document(name, text.encode()), format=found))
    lines = [
        (line.box, line.keyword, line.text) for region in board.regions for line in region.lines if not line.heading
    ]
    assert lines == [("done", None, "pay rent"), ("done", None, "feed the cat"), (None, None, "only gone")]


def test_a_style_strikes_through_as_an_element_does() -> None:
    body = (
        '<ul><li><span style="color:red; text-decoration: line-through;">pay rent</span></li>'
        '<li><span style="text-decoration-line: underline line-through">mow</span></li>'
        '<li style="text-decoration:none">rake</li></ul>'
    )
    (board,) = read("apple-notes", body)
    assert shown(board) == [["[x] pay rent", "[x] mow", "- rake"]]


def test_no_sentence_goes_on_from_row_to_row() -> None:
    table = "<table><tr><td>Ana</td><td>seeds</td></tr><tr><td>Ben</td></tr></table>"
    (board,) = read("apple-notes", f"<div>To do</div>{table}end")
    lines = [(line.text, line.gap) for region in board.regions for line in region.lines]
    assert lines == [("To do", False), ("Ana seeds", True), ("Ben", True), ("end", True)]


def test_text_of_keep_has_the_rules_of_plain_text() -> None:
    text = "=====\n== Beds ==\n- rake\n*****\n----IN WORK: 1----\ndig"
    note = {"isTrashed": False, "isArchived": False, "userEditedTimestampUsec": 1, "textContent": text}
    (board,) = boards_of(scan_document(Document("a.json", json.dumps(note).encode()), format="google-keep"))
    assert [[(line.text, line.heading) for line in region.lines] for region in board.regions] == [
        [("Beds", 2), ("rake", 0)],
        [("IN WORK: 1", 2), ("dig", 0)],
    ]
    assert board.regions[0].lines[0].words[0].source == ("/textContent#2",)  # rules and signs count


def test_text_of_keep_has_the_headings_of_plain_text() -> None:
    text = "before\n# One\n- [ ] a\nTwo\n---\n\tb\n\nThree\n=====\n- c\n---\n#d"
    note = {"isTrashed": False, "isArchived": False, "userEditedTimestampUsec": 1, "textContent": text}
    (board,) = boards_of(scan_document(Document("a.json", json.dumps(note).encode()), format="google-keep"))
    assert shown(board) == [
        ["before"],
        ["# One", "[ ] a"],
        ["## Two", "  b"],
        ["# Three", "- c", "---", "#d"],
    ]
    assert [line.words[0].source for line in board.regions[1].lines] == [("/textContent#2",), ("/textContent#6",)]
