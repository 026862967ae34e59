"""The board of a mail: its subject as a heading, what its sender wrote, and the names of sender and recipients."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from email.utils import getaddresses, parsedate_to_datetime
from itertools import chain, groupby

from inkslate.board import DONE, MOST_INDENT, Board, Line, Region, Word
from inkslate.errors import InputError
from inkslate.messages import has_lone_surrogate
from inkslate.readers.layout.bullets import make_line, with_lettered_items
from inkslate.readers.layout.indents import Indents
from inkslate.readers.limits import check_words
from inkslate.readers.mail.closing import TextLine
from inkslate.readers.mail.html_text import html_lines
from inkslate.readers.mail.newest import newest_lines
from inkslate.readers.mail.parts import MailText, decode_words, split_entity, texts_of
from inkslate.readers.spoken_names import spoken_name

_LIST = re.compile(r"\[[^\[\]]{1,40}\]\s*")  # what a mailing list puts in front
_REPLY = re.compile(r"(?:(?:re|fwd?|aw|wg|sv|tr)(?:\[\d+\])?\s?:\s*)+", re.IGNORECASE)
_TAB = 4
_MOST_PEOPLE = 100  # more are a mailing list; headers are cut at some length anyway
_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"\r\n|\r|\n")
_NEEDED = ("from", "subject", "date", "received", "message-id", "content-type", "to")


def board_of_mail(data: bytes, *, id: str, name: str) -> Board:
    """The board with the date and the people of the mail; regions have the sender as their speaker."""
    entity = split_entity(data)
    headers = entity.headers
    if not any(wanted in headers for wanted in _NEEDED):
        raise InputError(f"{name}: has no headers of a mail (From, Subject, Date); name its format with --from")
    sender = next(iter(_names(str(headers.get("from", "")))), None)
    others = [name for field in ("to", "cc") for name in _names(str(headers.get(field, "")))]
    people = tuple(dict.fromkeys([sender, *others] if sender else others))[:_MOST_PEOPLE]
    blocks = [[subject]] if (subject := _subject(decode_words(str(headers.get("subject", ""))))) else []
    texts = list(texts_of(entity, name))
    check_words(name, *(part.text for part in texts))
    blocks += _blocks(newest_lines(list(_text_lines(texts, name)), sender))
    regions = tuple(Region(f"r{at}", tuple(lines), speaker=sender) for at, lines in enumerate(blocks, 1))
    return Board(id, regions, _date(str(headers.get("date", ""))), people)


def _names(text: str) -> list[str]:
    """The names in front of the addresses of a header; an address without one has none."""
    try:
        # An encoded name may hold a comma, so it is decoded when the addresses have been told apart.
        found = [spoken_name(decode_words(name)) for name, _ in getaddresses([text])]
    except RecursionError:  # hundreds of brackets inside of each other
        return []
    return [name for name in found if name and "@" not in name and not has_lone_surrogate(name)]


def _subject(text: str) -> Line | None:
    """The subject as a heading without `Re:`; the source has the column in the decoded header."""
    tag = _LIST.match(text)
    at = tag.end() if tag else 0
    reply = _REPLY.match(text[: at + 200], at)
    found = chain(_WORD.finditer(text, 0, at), _WORD.finditer(text, reply.end() if reply else at))
    words = tuple(Word(match[0], None, (f"subject:{match.start() + 1}",)) for match in found)
    return Line(words, heading=1) if words else None


def _date(text: str) -> datetime | None:
    """The local time of the sender: `tomorrow` is the day after it."""
    try:
        return parsedate_to_datetime(text).replace(tzinfo=None)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None


def _text_lines(parts: list[MailText], name: str) -> Iterator[TextLine]:
    """The lines of all texts of one kind: that of the first one which has words."""
    kind = next((part.kind for part in parts if part.text.strip()), "plain")
    for number, part in enumerate(part for part in parts if part.kind == kind):
        if number:
            yield TextLine("", ())
        if kind == "html":
            yield from html_lines(part.text, name)
            continue
        for row, line in enumerate(_LINE_END.split(part.text), 1):
            yield TextLine(line, ((0, f"text:{row}"),))


def _blocks(lines: Iterable[TextLine]) -> list[list[Line]]:
    """The lines between blank ones."""
    groups = groupby(lines, key=lambda line: bool(line.text.strip()))
    return [_block(group) for full, group in groups if full]


def _block(given: Iterable[TextLine]) -> list[Line]:
    """Lines below each other: how deep they are is what HTML says, or the blanks in front of them."""
    indents = Indents()
    lines: list[Line] = []
    for each in given:
        line = _line(each)
        margin = each.text[: len(each.text) - len(each.text.lstrip())]
        depth = indents.depth(len(margin.expandtabs(_TAB)), is_item=line.bullet, is_rest=line.box is None)
        depth = depth if each.indent is None else min(each.indent, MOST_INDENT)
        lines.append(replace(line, indent=depth) if depth else line)
    return list(with_lettered_items(lines))


def _line(given: TextLine) -> Line:
    """The line with its facts; an item that is struck through is done."""
    line = make_line(tuple(_words(given)))
    return replace(line, box=DONE, keyword=None) if given.struck and (line.bullet or line.box) else line


def _words(line: TextLine) -> Iterator[Word]:
    """The words with their places: LINE:COLUMN of a text, the start of the piece of text in HTML."""
    columns = [column for column, _ in line.places]
    for match in _WORD.finditer(line.text):
        place = line.places[bisect_right(columns, match.start()) - 1][1]
        yield Word(match[0], None, (place if place.startswith("html") else f"{place}:{match.start() + 1}",))
