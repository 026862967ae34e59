"""Mailboxes: mails one after another, each below a line that begins with `From `."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers.document import Document
from inkslate.readers.mail.boards import board_of_mail

_FIRST = re.compile(rb"From \S[^\r\n]{0,200}\d{4}[^\r\n]{0,40}\r?\n[A-Za-z][A-Za-z0-9-]{0,60}:")
_MAIL = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*(?:\n|\Z)")
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


def recognises(document: Document) -> bool:
    """Whether the line of a mailbox and a header come first."""
    return _FIRST.match(document.data) is not None


def scan(document: Document) -> Iterator[Board]:
    """A board for each mail: the stem of the file, and the mail's number."""
    data = document.data
    found = list(_MAIL.finditer(data))
    if data.strip() and (not found or found[0].start()):
        raise InputError(
            f"{document.name}: does not begin with `From `, as a mailbox does; name its format with --from"
        )
    ends = [*(mail.start() for mail in found[1:]), len(data)]
    for number, (mail, end) in enumerate(zip(found, ends, strict=False), 1):
        text = _ESCAPED.sub(rb"\1", data[mail.end() : end])
        yield board_of_mail(text, id=f"{document.stem}-{number}", name=f"{document.name} mail {number}")
