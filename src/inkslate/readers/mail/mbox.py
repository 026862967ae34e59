"""Mailboxes: mails one after another, each below a line that begins with `From `."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers.document import Document
from inkslate.readers.mail.boards import board_of_mail

_FIRST = re.compile(rb"From \S[^\r\n]{0,200}\d{4}[^\r\n]{0,40}\r?\n[A-Za-z][A-Za-z0-9-]{0,60}:")
_BEGIN = b"From "
_BLANK = (b"\n\n", b"\n\r\n")  # what comes before the line of a mail
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


def recognises(document: Document) -> bool:
    """Whether the line of a mailbox and a header come first."""
    return _FIRST.match(document.data) is not None


def scan(document: Document) -> Iterator[Board]:
    """A board for each mail: the stem of the file, and the mail's number."""
    data = document.data
    if data.strip() and not data.startswith(_BEGIN):
        raise InputError(
            f"{document.name}: does not begin with `From `, as a mailbox does; name its format with --from"
        )
    for number, (start, end) in enumerate(_mails(data), 1):
        text = data[start:end]
        if b">From " in text:
            text = _ESCAPED.sub(rb"\1", text)
        yield board_of_mail(text, id=f"{document.stem}-{number}", name=f"{document.name} mail {number}")


def _mails(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each mail begins, behind its line, and where it ends: one at a time, so that the first need not wait."""
    at = 0 if data.startswith(_BEGIN) else -1
    while at >= 0:
        line_end = data.find(b"\n", at)
        at = _next_mail(data, line_end) if line_end >= 0 else -1
        yield line_end + 1 or len(data), at if at >= 0 else len(data)


def _next_mail(data: bytes, at: int) -> int:
    """Where the next line of a mail begins, below a blank line; -1 where there is none."""
    # Not one pattern for the whole file: it would try every byte of every attachment.
    while (at := data.find(b"\n" + _BEGIN, at)) >= 0:
        at += 1
        if data.endswith(_BLANK, max(0, at - 3), at):
            return at
    return -1
