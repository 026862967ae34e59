"""WebVTT and SRT: cues as lines, turns of a speaker as regions, time codes as sources."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from inkslate.board import Board
from inkslate.details import DetailContext, add_details
from inkslate.errors import InputError
from inkslate.extraction import Task
from inkslate.extractor import default_extractor
from inkslate.formats import boards_of, format_boards
from inkslate.readers import read_file, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from tests.support.commands import Here
from tests.support.paths import ROOT

FILES = ROOT / "tests" / "files"
Turns = list[tuple[str | None, list[tuple[str, str]]]]

TURNS: dict[str, Turns] = {
    "webvtt/teams.vtt": [
        (
            "Sam Lee",
            [
                ("00:00:03.240", "Good morning everybody, the launch was delayed by a week."),
                ("00:00:07.100", "I will send the new schedule to the team by Friday."),
            ],
        ),
        (
            "Priya Nair",
            [
                ("00:00:11.020", "Thanks, that was a good meeting."),
                ("00:00:14.000", "I'll call the printer about the flyers tomorrow."),
            ],
        ),
    ],
    "webvtt/zoom.vtt": [
        ("Ana Torres", [("00:00:02.010", "It rained the whole weekend.")]),
        (
            "Jonas Weber",
            [
                ("00:00:04.800", "Yes, we stayed at home and watched films."),
                ("00:00:08.500", "I will book the room for the workshop by Tuesday."),
            ],
        ),
        ("Ana Torres", [("00:00:13.000", "Jonas, please send the agenda to all guests on Monday.")]),
    ],
    "webvtt/lecture.vtt": [
        (
            "Dr. Okafor",
            [
                ("00:01.000", "The cell has a membrane & a nucleus."),
                ("00:05.000", "Read chapter four of the book before Thursday."),
            ],
        ),
        (None, [("01:00:10.000", "[door closes]")]),
        ("Dr. Okafor", [("01:00:12.500", "We saw that last year.")]),
        ("Student", [("01:00:12.500", "Is 3 < 4?")]),
    ],
    "srt/interview.srt": [
        (None, [("00:00:01,000", "Where did you grow up?")]),
        (
            "MARIA",
            [("00:00:03,500", "In a small village near the sea."), ("00:00:06,200", "My father was a fisherman.")],
        ),
        (None, [("00:00:10,100", "Please send us the old photos by the end of the week.")]),
    ],
    "srt/film.srt": [
        (None, [("00:01:10,250", "Where were you?")]),
        (
            None,
            [
                ("00:01:10,250", "At the market."),
                ("00:01:12,500", "It was a long winter."),
                ("00:01:16,000", "Call the doctor about the results tomorrow."),
            ],
        ),
    ],
    "srt/diarised.srt": [  # a number is nobody's name
        (None, [("00:00:00,500", "We moved the café meeting.")]),
        (None, [("00:00:04,100", "I will order the cake for the party by Saturday.")]),
    ],
}


def turns(board: Board) -> Turns:
    found: Turns = []
    for region in board.regions:
        for line in region.lines:
            assert len({word.source for word in line.words}) == 1
        found.append((region.speaker, [(str(*line.words[0].source), line.text) for line in region.lines]))
    return found


def read(text: str, name: str = "talk.vtt") -> Board:
    (board,) = boards_of(scan_document(Document(name, text.encode())))
    return board


@pytest.mark.parametrize("name", TURNS)
def test_whole_files(name: str) -> None:
    (board,) = read_file(FILES / name)
    assert board.id == Path(name).stem
    assert turns(board) == TURNS[name]
    (copied,) = boards_of(scan_document(Document("b.jsonl", format_boards([board]).encode())))
    assert copied == board  # speakers included


@pytest.mark.parametrize(
    ("cue", "expected"),
    [
        ("<v Sam>a</v> b", [("Sam", "a"), (None, "b")]),
        ("<v Sam>a\n<v Ana>b", [("Sam", "a"), ("Ana", "b")]),
        ("<v>a", [(None, "a")]),
        ("<V.x.y  Sam   Lee >a", [("Sam Lee", "a")]),
        ("<v Sam &amp; Ana>a", [("Sam & Ana", "a")]),
        ("a <b>c</b> <lang en>d</lang> <00:00:01.500>e", [(None, "a c d e")]),
        ("3 < 4 > 2 &lt;b&gt;", [(None, "3 < 4 > 2 <b>")]),
        ("the <ruby>amp<rt>amplifier</rt></ruby> and <ruby>car<rt>auto</ruby>", [(None, "the amp and car")]),
        ("<i>- a</i>\n{\\an8}- b", [(None, "a"), (None, "b")]),
        ("Sam: a", [("Sam", "a")]),
        ("[Sam Lee]: a", [("Sam Lee", "a")]),
        (">> SAM: a", [("SAM", "a")]),
        ("Sam Lee (Sales): a", [("Sam Lee", "a")]),
        ("Note: I will go", [(None, "Note: I will go")]),
        ("TODO: call Sam", [(None, "TODO: call Sam")]),
        ("Here is the plan: go", [(None, "Here is the plan: go")]),
        ("10:30: we left", [(None, "10:30: we left")]),
    ],
)
def test_voices_names_and_tags(cue: str, expected: list[tuple[str | None, str]]) -> None:
    board = read(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{cue}\n")
    assert [(region.speaker, line.text) for region in board.regions for line in region.lines] == expected


def test_the_mark_of_a_cue_may_have_its_speaker() -> None:
    board = read(
        'WEBVTT\n\n1 "Sam Lee" (123)\n00:01.000 --> 00:02.000\nHello\n\n2 "Ana" (4)\n00:03.000 --> 00:04.000\nHi\n'
    )
    assert [(region.speaker, region.lines[0].text) for region in board.regions] == [("Sam Lee", "Hello"), ("Ana", "Hi")]


def test_captions_that_roll_up_are_read_once() -> None:
    board = read(
        "WEBVTT\n\n00:01.000 --> 00:02.000\n \ncall<00:01.200><c> the</c>\n\n00:02.000 --> 00:03.000\ncall the\n"
        "bank<00:02.500><c> today</c>\n\n00:03.000 --> 00:04.000\nbank today\n"
    )
    assert turns(board) == [(None, [("00:01.000", "call the"), ("00:02.000", "bank today")])]


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.vtt", "WEBVTT", []),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n", []),
        ("a.vtt", "WEBVTT\n00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb", ["a", "b"]),
        ("a.vtt", "WEBVTT\n\nNOTE\na\n00:01.000 --> 00:02.000\nb", ["b"]),
        ("a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nstill a\n", ["a still a"]),
        ("a.srt", "", []),
        ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:02,000 --> 00:00:03,000\n12\n\n3", ["a", "12"]),
        ("a.srt", "1\n0:00:01.0 --> 0:00:02.0 X1:10\na\n", ["a"]),
    ],
)
def test_odd_files(name: str, text: str, lines: list[str]) -> None:
    assert [line.text for region in read(text, name).regions for line in region.lines] == lines


def test_both_are_known_by_their_content() -> None:
    assert detect_format(Document("stdin", b"WEBVTT\n\n")) == "webvtt"
    assert detect_format(Document("stdin", b"WEBVTTX\n\n")) == "text"
    assert detect_format(Document("stdin", b"\n1\r\n00:00:01,000 --> 00:00:02,000\r\na")) == "srt"
    assert detect_format(Document("stdin", b"1\nbuy milk --> Sam")) == "text"


HOSTILE = [
    ("a.vtt", b"", "does not begin with WEBVTT"),
    ("a.vtt", b"<html>", "does not begin with WEBVTT"),
    ("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:0", "line 3: .*has no time codes"),
    ("a.vtt", b"WEBVTT\n\n" + b"-->" * 3_000_000, "line 3: .*has no time codes"),
    ("a.vtt", b"WEBVTT\n\ncall Sam\n", "line 3: text without time codes"),
    ("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\ncaf\xe9\n", "not UTF-8 text at byte"),
    ("a.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\na\0b\n", "NUL"),
    ("a.srt", b"x" * 10_000_000, "line 1: text without time codes"),
    ("a.srt", b"1\n00:00:aa,000 --> 1\n", "line 2: .*has no time codes"),
    ("a.srt", b"\x89PNG\r\n\x1a\n\0\0", "not UTF-8"),
]


@pytest.mark.parametrize(("name", "data", "message"), HOSTILE)
def test_hostile_files(name: str, data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=rf"^a\.\w+.*{message}") as caught:
        list(scan_document(Document(name, data)))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_the_command_says_it_in_one_line(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "cut.vtt"
    path.write_bytes(b"WEBVTT\n\n00:01.000 --> 00:0")
    done = here("read", str(path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_hundred_thousand_cues() -> None:
    count = 100_000
    board = read("WEBVTT\n\n" + "00:01.000 --> 00:02.000\n<v Sam>call the bank of Ana<i>\n\n" * count)
    assert [len(region.lines) for region in board.regions] == [count]


def tasks(name: str) -> list[Task]:
    (board,) = read_file(FILES / name)
    (found,) = add_details([default_extractor().extract(board)], DetailContext(now=datetime(2026, 11, 16, 9)))
    return list(found.tasks)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "webvtt/teams.vtt",
            [
                ("I will send the new schedule to the team by Friday.", "Sam Lee", "2026-11-20", "00:00:07.100"),
                ("I'll call the printer about the flyers tomorrow.", "Priya Nair", "2026-11-17", "00:00:14.000"),
            ],
        ),
        (
            "webvtt/zoom.vtt",
            [
                ("I will book the room for the workshop by Tuesday.", "Jonas Weber", "2026-11-17", "00:00:08.500"),
                ("Jonas, please send the agenda to all guests on Monday.", "Jonas", "2026-11-23", "00:00:13.000"),
            ],
        ),
        (
            "srt/diarised.srt",
            [("I will order the cake for the party by Saturday.", None, "2026-11-21", "00:00:04,100")],
        ),
    ],
)
def test_tasks_of_transcripts(name: str, expected: list[tuple[str, str | None, str, str]]) -> None:
    assert [(task.text, task.owner, task.due, *task.sources) for task in tasks(name)] == expected


def test_the_word_that_names_the_owner_is_that_of_the_speaker() -> None:
    first, second = tasks("webvtt/teams.vtt")
    assert [first.detail.owner_span, second.detail.owner_span] == [(10, 11), (6, 7)]
