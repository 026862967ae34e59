"""The date of a note: from its name, its front matter or its first heading, then from the file."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from inkslate.readers import scan_document
from inkslate.readers.document import Document
from inkslate.readers.note_date import (
    date_of_front_matter,
    date_of_heading,
    date_of_name,
    note_date,
    read_dated_file,
)

DAY = datetime(2026, 11, 16)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("2026-11-16.md", DAY),
        ("2026-11-16 Standup.md", DAY),
        ("Standup 2026-11-16.md", DAY),
        ("2026_11_16.md", DAY),  # Logseq's journals
        ("20261116.txt", DAY),
        ("2026.11.16.txt", DAY),
        ("standup_20261116_v2.md", DAY),
        ("16 Nov 2026.md", DAY),
        ("Nov 16, 2026.md", DAY),
        ("November 16th, 2026.md", DAY),
        ("Monday 16 November 2026.md", DAY),
        ("notes 16.11.2026", DAY),
        ("16-11-2026.md", DAY),
        ("11-16-2026.md", DAY),  # only one order is a date
        ("journals/2026-11-16.md", DAY),
        ("daily/2026/11/16.md", DAY),
        ("daily\\2026\\11\\16.md", DAY),
        ("2026-11-16T09:30.md", datetime(2026, 11, 16, 9, 30)),
        ("2026-11-16T0930.md", datetime(2026, 11, 16, 9, 30)),
        ("2026-11-16 09.30 call.md", datetime(2026, 11, 16, 9, 30)),
        ("IMG_20261116_093015.json", datetime(2026, 11, 16, 9, 30)),
        # no date of a note
        ("notes.md", None),
        ("2026-11.md", None),
        ("2026-W47.md", None),
        ("16 Nov.md", None),  # of which year?
        ("2026-13-01.md", None),
        ("2026-02-30.md", None),
        ("invoice 120261116.md", None),
        ("v2026.1.2.md", None),
        ("2026-11-16 to 2026-11-20.md", None),  # a week
        ("report due 2026-11-20.md", None),
        ("plan for 20 Nov 2026.md", None),
        ("archive 2026-11-16/notes.md", None),  # the folder's
        ("", None),
    ],
)
def test_names(name: str, expected: datetime | None) -> None:
    assert date_of_name(name) == expected


def test_the_locale_decides_what_comes_first() -> None:
    assert [date_of_name("3-12-2026.md", day_first=first) for first in (True, False)] == [
        datetime(2026, 12, 3),
        datetime(2026, 3, 12),
    ]
    assert date_of_name("3.12.2026", day_first=False) == datetime(2026, 12, 3)  # dots are always day first


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ndate: 2026-11-16\n---\ncall Ana", DAY),
        ("---\ntitle: x\ncreated: 2026-11-16\n---\n", DAY),
        ("---\r\ncreated: 2026-11-16\r\n---\r\n", DAY),
        ("\ufeff---\ndate: 2026-11-16\n---\n", DAY),
        ('---\ndate: "2026-11-16T09:30:00+01:00"\n---\n', datetime(2026, 11, 16, 9, 30)),
        ("---\ndate: 16 Nov 2026\n---\n", DAY),
        ("---\ndate: '[[2026-11-16]]'\n---\n", DAY),
        ("---\ncreated: 2020-01-01\ndate: 2026-11-16\n---\n", DAY),  # what it is about
        ("---\ncreation date: 2026-11-16 09:30\n---\n", datetime(2026, 11, 16, 9, 30)),
        ("+++\ndate = 2026-11-16\n+++\n", DAY),
        ("#+TITLE: x\n#+DATE: <2026-11-16 Mon 09:30>\n* call Ana\n", datetime(2026, 11, 16, 9, 30)),
        ("date:: 2026-11-16\n\n- call Ana", DAY),
        ("Date: Monday, 16 November 2026\nPresent: Sam, Ana\n", DAY),
        ("---\ndate: 2026-11-16\nnever closed", DAY),
        # nothing that is the date of the note
        ("---\nupdated: 2026-11-16\ndue: 2026-11-20\n---\n", None),
        ("---\ntitle: x\n---\ndate: 2026-11-16\n", None),
        ("---\ndate:\n---\n", None),
        ("Date: 3 Dec 2026 dinner with Ana\n", None),
        ("call Ana\n\ndate: 2026-11-16\n", None),
        ("", None),
    ],
)
def test_front_matter(text: str, expected: datetime | None) -> None:
    assert date_of_front_matter(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Standup 2026-11-16\n\n- call Ana", DAY),
        ("call Ana\n\n## Monday, 16 November 2026\n", DAY),
        ("# 16/11/2026\n", DAY),
        ("16 Nov 2026\n\ncall Ana", DAY),
        ("# Standup\n\n# 2026-11-16\n", None),  # the first heading decides
        ("# Launch by 2026-11-20\n", None),
        ("# Week 2026-11-16 - 2026-11-20\n", None),
        ("# Monday\n", None),
        ("call Ana by 2026-11-16\n", None),
        ("", None),
    ],
)
def test_headings(text: str, expected: datetime | None) -> None:
    for board in scan_document(Document("notes.md", text.encode())):
        assert date_of_heading(board) == expected  # type: ignore[arg-type]


def test_the_name_comes_before_the_front_matter_and_the_heading() -> None:
    texts = {
        "2026-11-16.md": "---\ndate: 2025-01-01\n---\n# 2024-01-01\n",
        "notes.md": "---\ndate: 2026-11-16\n---\n# 2024-01-01\n",
        "other.md": "---\ntitle: x\n---\n# 2026-11-16\n",
    }
    for name, text in texts.items():
        document = Document(name, text.encode())
        (board,) = scan_document(document)
        assert note_date(document, board) == DAY  # type: ignore[arg-type]


def test_text_that_only_its_format_can_decode_has_no_front_matter() -> None:
    latin = '<?xml version="1.0" encoding="latin-1"?><p>é</p>'.encode("latin-1")
    assert note_date(Document("page.xml", latin)) is None


def test_a_note_without_a_date_has_that_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("- call Ana tomorrow\n", encoding="utf-8")
    os.utime(path, (DAY.timestamp() + 3600,) * 2)
    (dated,) = read_dated_file(path)
    assert (dated.board.id, dated.written) == ("notes", datetime(2026, 11, 16, 1))


def test_every_board_of_a_file_may_have_its_own_date(tmp_path: Path) -> None:
    path = tmp_path / "export-2026-12-01.jsonl"
    region = '"regions": [{"id": "r", "lines": [{"text": "call Ana"}]}]'
    path.write_text(f'{{"id": "2026-11-16", {region}}}\n{{"id": "b", {region}}}\n', encoding="utf-8")
    assert [dated.written for dated in read_dated_file(path)] == [DAY, datetime(2026, 12, 1)]
