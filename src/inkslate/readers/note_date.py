"""The date of a note, from which `tomorrow` counts. It is decided here, and nowhere else.

The first of these that has a date with its year: the board itself (the Date of a mail), the file's name, the front
matter, the first heading. Otherwise it is the time when the file was written; for standard input, the current time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats import boards_with_warnings
from inkslate.readers import scan_document
from inkslate.readers.document import STDIN, Document, load

_HEAD = 1 << 14  # characters: front matter is shorter
_LONGEST = 300  # characters of a heading, a name or a value in which a date is looked for
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?P<year>(?:19|20)[0-9]{2})"
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_WEEKDAY = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}"
_GAP = r"[\s,_-]{1,3}"
_ZONE = r"(?::[0-5][0-9](?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?"  # left out, as with every other time
# 09:30 or 09.30 behind a space or T; without a mark only behind T, or in six digits: 20261116-093000.
_TIME = (
    rf"(?:(?:T|[\s,]{{1,2}}(?:{_WEEKDAY},?\s)?(?:at\s)?)(?P<hour>[01][0-9]|2[0-3])[:.](?P<minute>[0-5][0-9])(?![0-9]){_ZONE}"
    r"|[T\s_-](?P<hour2>[01][0-9]|2[0-3])(?P<minute2>[0-5][0-9])[0-5][0-9](?![0-9])"
    r"|T(?P<hour3>[01][0-9]|2[0-3])(?P<minute3>[0-5][0-9])(?![0-9]))?"
)
_BEFORE, _AFTER = r"(?<![0-9])(?<![0-9][./-])", r"(?![0-9]|[./-][0-9]{1,4}(?![0-9]))"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_BEFORE}{_YEAR}(?P<mark>[-_./]?)(?P<month>0[1-9]|1[0-2])(?P=mark)(?P<day>0[1-9]|[12][0-9]|3[01])(?![0-9]){_TIME}",
        rf"{_BEFORE}(?P<first>[0-9]{{1,2}})(?P<mark>[-_./])(?P<second>[0-9]{{1,2}})(?P=mark){_YEAR}{_AFTER}{_TIME}",
        rf"{_BEFORE}{_DAY}(?:\sof)?{_GAP}{_MONTH}{_GAP}{_YEAR}(?![0-9]){_TIME}",
        rf"(?<![a-z]){_MONTH}{_GAP}{_DAY}{_GAP}{_YEAR}(?![0-9]){_TIME}",
    )
)
# A date behind one of these is a deadline or a period, not the day of the note.
_OTHER_DAY = re.compile(
    r"\b(?:by|due(?:\son)?|until|till?|before|after|since|from|deadline:?|for|to|through)\s+(?:\w+\s+)?$", re.IGNORECASE
)
_FENCED = re.compile(
    r"\A\s*(?P<fence>---|\+\+\+)[ \t]*\n(?P<body>.*?)^(?:(?P=fence)|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE
)
# `date: …` in YAML, `date = …` in TOML, `date:: …` in Logseq, `#+DATE: …` in Org.
_PROPERTY = re.compile(
    r"(?:#\+|-\s)?[\"']?(?P<key>date|created|created[ _-]?(?:at|on)|date[ _-]?created|creation[ _-]?date)[\"']?"
    r"\s{0,3}(?:::?|=)(?P<value>.*)",
    re.IGNORECASE,
)
_KEYS = ("date", "created")  # where there are both, the note is about the first
_DAY_NAME = re.compile(rf"\b{_WEEKDAY}\b", re.IGNORECASE)
_DAY_FOLDERS = re.compile(r"(?:.*/)?((?:19|20)[0-9]{2})/([0-9]{2})/([0-9]{2})(?:\.[a-z]+)?", re.DOTALL)


class DatedBoard(NamedTuple):
    """A board, and the moment from which the days in it count; midnight where only the day is known."""

    board: Board
    written: datetime


def read_dated_file(
    path: str | Path, *, format: str | None = None, day_first: bool = True, tick: Callable[[], object] | None = None
) -> list[DatedBoard]:
    """The boards of a file, or of standard input for `-`, each with its date.

    `day_first` says what 12/3/2026 is in a name or a heading. `tick` is called for each board that is read.
    """
    document = load(path)
    boards = []
    for board in boards_with_warnings(scan_document(document, format=format)):
        boards.append(board)
        if tick is not None:
            tick()
    written = written_at(path)
    return [DatedBoard(board, note_date(document, board, day_first=day_first) or written) for board in boards]


def note_date(document: Document, board: Board | None = None, *, day_first: bool = True) -> datetime | None:
    """The date that the note itself has: as its format states it, or in its file's name, front matter or first heading.

    The id of a board counts as a name: a file of several boards has one for each note.
    """
    if board is not None and board.written is not None:
        return board.written
    return (
        (date_of_name(board.id, day_first=day_first) if board is not None else None)
        or date_of_name(document.name, day_first=day_first)
        or date_of_front_matter(_head(document), day_first=day_first)
        or (date_of_heading(board, day_first=day_first) if board is not None else None)
    )


def date_of_name(name: str, *, day_first: bool = True) -> datetime | None:
    """The date in a file's name, such as `2026-11-16 Standup.md`, or `2026/11/16.md` with its folders."""
    path = name.replace("\\", "/")[-_LONGEST:]
    folders = _DAY_FOLDERS.fullmatch(path)
    return _only_date("-".join(folders.groups()) if folders else path.rpartition("/")[2], day_first=day_first)


def date_of_front_matter(text: str, *, day_first: bool = True) -> datetime | None:
    """The value of `date` or `created` between the fences at the start, or in the first lines up to a blank one."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    fenced = _FENCED.match(text)
    block = fenced["body"] if fenced else text.lstrip("\n").partition("\n\n")[0]
    found: dict[str, datetime] = {}
    for line in block.split("\n"):
        match = _PROPERTY.match(line)
        if match is None:
            continue
        # Without fences `Date: 3 Dec 2026 dinner` is a line of the note like any other.
        moment = _only_date(match["value"][:_LONGEST], day_first=day_first, alone=not fenced)
        if moment:
            key = match["key"].lower()
            found.setdefault(key if key == "date" else "created", moment)
    return next((found[key] for key in _KEYS if key in found), None)


def date_of_heading(board: Board, *, day_first: bool = True) -> datetime | None:
    """The date in the first heading, or in a first line that has nothing else."""
    lines = (line for region in board.regions for line in region.lines)
    first = next(lines, None)
    if first is None:
        return None
    heading = next((line for line in chain([first], lines) if line.heading), None)
    moment = _only_date(heading.text[:_LONGEST], day_first=day_first) if heading else None
    return moment or _only_date(first.text[:_LONGEST], day_first=day_first, alone=True)


def written_at(path: str | Path) -> datetime:
    """When a file was last written, in local time; the current time for standard input."""
    try:
        return datetime.now() if str(path) == STDIN else datetime.fromtimestamp(Path(path).stat().st_mtime)
    except (OSError, ValueError, OverflowError):  # removed since it was read, or its date is out of range
        return datetime.now()


def _head(document: Document) -> str:
    """The start of the text; empty where only the format itself knows how to decode it, as in XML."""
    try:
        return document.text[:_HEAD]
    except InputError:
        return ""


def _only_date(text: str, *, day_first: bool, alone: bool = False) -> datetime | None:
    """The date in a text; None where there are several, or where `alone` and there is something else."""
    found = list(_dates(text, day_first=day_first))
    if len({moment for moment, _, _ in found}) != 1:
        return None
    moment, start, end = found[0]
    if _OTHER_DAY.search(text[:start]):
        return None
    rest = _DAY_NAME.sub("", text[:start] + " " + text[end:])
    return None if alone and re.search(r"\w", rest) else moment


def _dates(text: str, *, day_first: bool) -> Iterator[tuple[datetime, int, int]]:
    for pattern in _DATES:
        for match in pattern.finditer(text):
            moment = _moment(match, day_first=day_first)
            if moment:
                yield moment, match.start(), match.end()


def _moment(match: re.Match[str], *, day_first: bool) -> datetime | None:
    groups = match.groupdict()
    if groups.get("first"):
        first, second = int(match["first"]), int(match["second"])
        in_order = match["mark"] == "." or day_first  # dots are always day first
        day, month = (first, second) if in_order else (second, first)
        if month > 12:
            day, month = month, day
    else:
        day = int(match["day"])
        month = _MONTHS.index(match["name"][:3].lower()) + 1 if groups.get("name") else int(match["month"])
    hour = next((int(match[key]) for key in ("hour", "hour2", "hour3") if match[key]), 0)
    minute = next((int(match[key]) for key in ("minute", "minute2", "minute3") if match[key]), 0)
    try:
        return datetime(int(match["year"]), month, day, hour, minute)
    except ValueError:  # 2026-02-30
        return None
