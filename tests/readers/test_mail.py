"""Mails and mailboxes: the subject, and what the sender wrote."""

from __future__ import annotations

import base64
from datetime import datetime
from pathlib import Path

import pytest

from inkslate.board import Board
from inkslate.details import DetailContext, add_details
from inkslate.errors import InputError
from inkslate.extractor import Extractor, default_extractor
from inkslate.formats import boards_of, format_boards
from inkslate.readers import read_file, scan_document
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document
from inkslate.readers.note_date import read_dated_file
from tests.support.commands import Here
from tests.support.paths import ROOT

FILES = ROOT / "tests" / "files"
HEADERS = "From: Sam Lee <sam@example.org>\nSubject: Week\nDate: Mon, 16 Nov 2026 09:30:00 +0100\n"
# Of each mail the sender, and the lines with the source of the first and the last word.
LINES: dict[str, list[tuple[str | None, list[tuple[str, str, str]]]]] = {
    "eml/reply.eml": [
        (
            "Sam Lee",
            [
                ("Boiler in flat 3", "subject:5", "subject:20"),
                ("Hi Ana,", "text:1:1", "text:1:4"),
                ("The weather was lovely on Sunday.", "text:3:1", "text:3:27"),
                ("I will call the landlord about the boiler by Friday.", "text:5:1", "text:5:46"),
            ],
        )
    ],
    "eml/party.eml": [
        (
            "Zoë Martin",
            [
                ("Menü for the party", "subject:1", "subject:14"),
                ("The party was moved to the café.", "html:2:4", "html:2:4"),
                ("Order the cake for the party by Thursday", "html:3:9", "html:3:44"),
            ],
        )
    ],
    "eml/trip.eml": [
        (
            "Priya Nair",
            [
                ("Trip to Rome", "subject:1", "subject:9"),
                ("The train was late again - no, it wasn't.", "text:1:1", "text:1:35"),
                ("book the hotel in Rome", "text:2:7", "text:2:25"),
                ("buy the tickets", "text:3:7", "text:3:15"),
            ],
        )
    ],
    "mbox/week.mbox": [
        (
            "Sam Lee",
            [
                ("Invoice", "subject:1", "subject:1"),
                ("Please pay the invoice of the plumber by Wednesday.", "text:1:1", "text:1:42"),
            ],
        ),
        (
            "Sam Lee",
            [
                ("Holiday photos", "subject:1", "subject:9"),
                ("The holiday was wonderful and the food was great.", "text:1:1", "text:1:44"),
            ],
        ),
        (
            "Sam Lee",
            [
                ("Keys", "subject:1", "subject:1"),
                ("From the office it takes ten minutes.", "text:1:1", "text:1:30"),
                ("Please return the keys to the office tomorrow.", "text:3:1", "text:3:38"),
            ],
        ),
    ],
    "mbox/team.mbox": [
        (
            "Sam Lee",
            [
                ("Questions", "subject:1", "subject:1"),
                ("I will book the room for the meeting by Tuesday.", "text:4:1", "text:4:41"),
                ("It was a good talk.", "text:8:1", "text:8:15"),
            ],
        ),
        (
            None,
            [
                ("Contract", "subject:6", "subject:6"),
                ("Please send the signed contract to the lawyer by Thursday.", "text:1:1", "text:1:50"),
            ],
        ),
    ],
    "mbox/one.mbox": [
        (
            "Sam Lee",
            [
                ("Thanks", "subject:1", "subject:1"),
                ("Thank you for the flowers, they are beautiful.", "text:1:1", "text:1:37"),
            ],
        ),
        (
            "Sam Lee",
            [
                ("Dentist", "subject:1", "subject:1"),
                ("Call the dentist about the appointment by Friday.", "text:1:1", "text:1:43"),
                ("P.S. The cat is fine.", "text:6:1", "text:6:17"),
            ],
        ),
    ],
}
TASKS: dict[str, list[tuple[str, str | None, str | None]]] = {
    "eml/reply.eml": [("I will call the landlord about the boiler by Friday.", "Sam Lee", "2026-11-20")],
    "eml/party.eml": [("Order the cake for the party by Thursday", None, "2026-11-19")],
    "eml/trip.eml": [("book the hotel in Rome", None, None)],
    "mbox/week.mbox": [
        ("Please pay the invoice of the plumber by Wednesday.", None, "2026-11-18"),
        ("Please return the keys to the office tomorrow.", None, "2026-11-17"),
    ],
    "mbox/team.mbox": [
        ("I will book the room for the meeting by Tuesday.", "Sam Lee", "2026-11-17"),
        ("Please send the signed contract to the lawyer by Thursday.", None, "2026-11-19"),
    ],
    "mbox/one.mbox": [("Call the dentist about the appointment by Friday.", None, "2026-11-20")],
}


def lines_of(board: Board) -> list[str]:
    return [line.text for region in board.regions for line in region.lines]


def read(body: str | bytes, headers: str = HEADERS) -> Board:
    data = headers.encode() + b"\n" + (body.encode() if isinstance(body, str) else body)
    (board,) = boards_of(scan_document(Document("a.eml", data)))
    return board


@pytest.mark.parametrize("name", LINES)
def test_whole_files(name: str) -> None:
    boards = read_file(FILES / name)
    found = [
        (
            board.regions[-1].speaker,
            [
                (line.text, str(*line.words[0].source), str(*line.words[-1].source))
                for region in board.regions
                for line in region.lines
            ],
        )
        for board in boards
    ]
    assert found == LINES[name]
    assert {board.regions[0].lines[0].heading for board in boards} == {1}
    assert len({board.id for board in boards}) == len(boards)
    assert list(boards_of(scan_document(Document("b.jsonl", format_boards(boards).encode())))) == boards


@pytest.mark.parametrize("name", TASKS)
def test_tasks_count_from_the_date_of_the_mail(name: str) -> None:
    found = []
    for board, written in read_dated_file(FILES / name):
        assert written == datetime(2026, 11, 16, 9, 30)
        (extraction,) = add_details([default_extractor().extract(board)], DetailContext(now=written))
        found += [(task.text, task.owner, task.due) for task in extraction.tasks]
    assert found == TASKS[name]


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("a\n-- \nSam", ["a"]),
        ("a\n> b\nc", ["a", "c"]),
        ("a\n\nOn Mon, 9 Nov 2026, Jo wrote:\n\nb", ["a"]),
        ("On Monday we met.\nJo wrote it down.", ["On Monday we met.", "Jo wrote it down."]),
        ("a\n-----Original Message-----\nb", ["a"]),
        ("From: Berlin\nwe drive", ["From: Berlin", "we drive"]),
        ("Thanks,\n\nplease send the file.", ["Thanks,", "please send the file."]),
        ("Thanks,\nSam\n- send the file", ["Thanks,", "Sam", "send the file"]),
        ("a\n\nCONFIDENTIALITY NOTICE: b\nc\n\nd", ["a", "d"]),
        ("This message is for you: call me", ["This message is for you: call me"]),
    ],
)
def test_only_the_newest_text(body: str, kept: list[str]) -> None:
    assert lines_of(read(body))[1:] == kept


def test_both_are_known_by_their_content() -> None:
    assert detect_format(Document("stdin", (HEADERS + "Message-ID: <1@a>\n\ncall").encode())) == "eml"
    assert detect_format(Document("stdin", b"From: Sam\nDate: 3 Dec 2026\n\ncall Ruth")) == "text"
    assert detect_format(Document("stdin", b"From home 2026\ncall Ruth")) == "text"


def typed(kind: str, body: bytes, encoding: str = "8bit") -> bytes:
    return f"{HEADERS}Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n".encode() + body


def nested(depth: int) -> bytes:
    parts = [b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (at, at) for at in range(depth)]
    return HEADERS.encode() + b"".join(parts) + b"\ncall"


HOSTILE = [
    (b"", "has no headers of a mail"),
    (b"call Sam about the boiler\n", "has no headers of a mail"),
    (b"x" * 10_000_000, "has no headers of a mail"),
    (nested(10_000), "more than 20 parts inside of each other"),
    (typed("multipart/mixed", b"a"), "no boundary"),
    (typed("multipart/mixed; boundary=x", b"call"), "the boundary 'x' between its parts is missing"),
    (typed("multipart/mixed; boundary=x", b"--x\n\na\n" * 1_001), "has more than 1,000 parts"),
    (typed("text/plain", b"abcde", "base64"), "no valid base64"),
    (typed("text/plain; charset=utf-8", base64.b64encode(b"\xff\xfe\0"), "base64"), "is not 'utf-8' at byte 0"),
    (typed("text/plain; charset=utf-8", b"=FF=FE=", "quoted-printable"), "is not 'utf-8' at byte 0"),
    (typed("text/plain", b"a=00b", "quoted-printable"), "NUL"),
    (typed("text/plain; charset=klingon", b"a"), "unknown charset 'klingon'"),
    (typed("text/plain; charset=punycode", b"a" * 100_000), "unknown charset 'punycode'"),
    (typed("text/plain; charset=zlib", b"a"), "unknown charset 'zlib'"),
    (typed("text/html", b"<p>call the bank</p><!-- a"), "the markup at '<!-- a' never ends"),
    (typed("text/html", b"<p>call</p><a href='b"), "the markup at .* never ends"),
]


@pytest.mark.parametrize(("data", "message"), HOSTILE)
def test_hostile_files(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=rf"^a\.eml.*{message}") as caught:
        list(scan_document(Document("a.eml", data)))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_headers_without_end_and_large_mails_are_read() -> None:
    assert lines_of(read("call", HEADERS + "X-A: b\n" * 500_000)) == ["Week", "call"]
    assert lines_of(read("call", "To: a\n" + " <a@b.c>,\n" * 500_000 + HEADERS)) == ["Week", "call"]
    assert len(lines_of(read("call the bank\n" * 200_000))) == 200_001
    assert lines_of(read("=?=?=", HEADERS.replace("Week", "=?utf-8?b?%%%?= =?x?q?=FF?="))) != []


@pytest.mark.parametrize("field", ["Subject", "From", "To", "Date"])
def test_encoded_words_that_lost_a_letter_are_shown_as_they_are(field: str) -> None:
    given = "=?utf-8?b?TWVuw7wgZm9yIHRoZSBw:XJ0eQ=N?="
    board = read("call Ruth", f"{field}: {given} <a@x.org>\nMessage-ID: <1@a>\n")
    texts = [line.text for region in board.regions for line in region.lines]
    assert texts == ([f"{given} <a@x.org>"] if field == "Subject" else []) + ["call Ruth"]


def test_html_that_the_parser_of_python_stumbles_over_is_read() -> None:
    def texts(html: str) -> list[str]:
        return lines_of(read(html, HEADERS + "Content-Type: text/html\n"))

    assert texts("<![if !mso]><p>call</p><![endif]><![a]>") == ["Week", "call"]
    assert texts(f"<p>call &#{'1' * 5_000}; now</p>") == ["Week", "call \N{REPLACEMENT CHARACTER} now"]


def test_a_sender_in_hundreds_of_brackets_is_nobody() -> None:
    board = read("call", f"From: {'(' * 1_900}\nSubject: Week\n")
    assert [region.speaker for region in board.regions] == [None, None]


def test_a_mailbox_begins_with_its_line() -> None:
    with pytest.raises(InputError, match=r"^a\.mbox: does not begin with `From `"):
        list(scan_document(Document("a.mbox", HEADERS.encode())))
    assert list(scan_document(Document("a.mbox", b""))) == []


def test_the_command_says_it_in_one_line(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "deep.eml"
    path.write_bytes(nested(10_000))
    done = here("extract", path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


PEOPLE = (
    HEADERS + 'To: "Quill, Xiomara (Sales)" <x@example.org>, Bill Carter <b@example.org>, jo@example.org\n'
    "Cc: =?utf-8?q?Zo=C3=AB_Martin?= <z@example.org>, Sales Team <s@example.org>, Xiomara Quill <x@example.org>\n"
)


def test_sender_and_recipients_are_the_people_of_the_board() -> None:
    board = read("call", PEOPLE)
    assert board.people == ("Sam Lee", "Xiomara Quill", "Bill Carter", "Zoë Martin", "Sales Team")
    assert list(boards_of(scan_document(Document("b.jsonl", format_boards([board]).encode())))) == [board]
    assert read("call").people == ("Sam Lee",)


@pytest.mark.parametrize(
    ("task", "alone", "owner"),
    [
        ("Xiomara can you send the deck?", None, "Xiomara"),
        ("Xiomara: send the deck", None, "Xiomara"),
        ("@xiomara quill send the deck", "xiomara", "Xiomara Quill"),
        ("Xiomara Quill will send the deck", None, "Xiomara Quill"),
        ("send the deck (Xiomara)", None, "Xiomara"),
        # A recipient owns nothing because of that.
        ("send the deck", None, None),
        ("Send Xiomara the deck", None, None),
        ("Thanks Xiomara", None, None),
        ("send the deck, thanks - Xiomara", None, None),
        ("xiomara: send the deck", None, None),
        # Words, and teams, which are no people but may own a task in any file.
        ("Bill to pay", None, None),
        ("Sales Team: send the deck", "Sales Team", "Sales Team"),
        ("Sales Team", None, None),
        # The sender signs.
        ("Send the deck - Sam", None, None),
        ("I will send the deck", "Sam Lee", "Sam Lee"),
    ],
)
def test_recipients_may_be_owners(task: str, alone: str | None, owner: str | None) -> None:
    def owner_in(headers: str) -> str | None:
        board = read(f"- [ ] {task}", headers)
        (found,) = add_details([Extractor.load("rules").extract(board)], DetailContext(now=datetime(2026, 11, 16)))
        (only,) = found.tasks
        return only.owner

    assert (owner_in(HEADERS), owner_in(PEOPLE)) == (alone, owner)


def test_mails_of_a_mailbox_begin_below_a_blank_line_only() -> None:
    def subjects(data: bytes) -> list[str]:
        return [board.regions[0].lines[0].text for board in scan_document(Document("a.mbox", data))]

    mail = b"From ann@x.org Mon Nov 16 09:30:00 2026\nSubject: %b\n\n%b"
    assert subjects(mail % (b"one", b"call Sam\nFrom there on\n\n") + mail % (b"two", b"")) == ["one", "two"]
    assert subjects((mail % (b"one", b"a\n\n") + mail % (b"two", b"b\n")).replace(b"\n", b"\r\n")) == ["one", "two"]
    assert subjects(mail % (b"one", b"\n") + mail % (b"two", b"From")) == ["one", "two"]  # an empty mail
    assert subjects(mail % (b"one", b"a\n\r\n") + mail % (b"two", b"")) == ["one", "two"]
    with pytest.raises(InputError, match=r"^a\.mbox mail 2: has no headers"):  # its line is not complete
        subjects(mail % (b"one", b"a\n\nFrom "))


def test_parameters_in_parts_that_do_not_fit_are_left_out() -> None:
    kind = "plain; charset*=utf-8''%ff%zz; charset*0*=x"
    assert lines_of(read("call Ruth", f"{HEADERS}Content-Type: text/{kind}\n")) == ["Week", "call Ruth"]
    with pytest.raises(InputError, match="several parts but no boundary"):
        read("call", f"{HEADERS}Content-Type: multipart/mixed; boundary*=a; boundary*0*=b\n")
