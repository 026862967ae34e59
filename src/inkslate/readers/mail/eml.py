"""A mail as programs save it: `.eml`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inkslate.board import Board
from inkslate.readers.document import Document
from inkslate.readers.mail.boards import board_of_mail
from inkslate.readers.mail.parts import split_entity

_HEAD = 1 << 16
_FIRST = re.compile(rb"[A-Za-z][A-Za-z0-9-]{1,60}:[ \t\r\n]")
_CERTAIN = ("message-id", "mime-version", "received", "return-path")


def recognises(document: Document) -> bool:
    """Whether headers come first that only mails have."""
    if not _FIRST.match(document.data):
        return False
    headers = split_entity(document.data[:_HEAD]).headers
    return "from" in headers and "date" in headers and any(name in headers for name in _CERTAIN)


def scan(document: Document) -> Iterator[Board]:
    """One board for the mail."""
    yield board_of_mail(document.data.lstrip(), id=document.stem, name=document.name)
