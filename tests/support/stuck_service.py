"""`inkslate` with readers that never end, or end badly: `python stuck_service.py serve OPTIONS`.

The processes that a service starts import this file again, and with it the readers.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator

import inkslate.readers.text
from inkslate.board import Board
from inkslate.readers.document import Document
from inkslate.readers.table import READERS, TEXT, Reader
from tests.support.service import HANG, PAUSE
from tests.support.tables import add_entry, add_module

_read_text = inkslate.readers.text.scan


def _sleep(document: Document) -> Iterator[Board]:
    time.sleep(3600)
    yield from _read_text(document)


def _spin(document: Document) -> Iterator[Board]:
    while True:
        pass
    yield from _read_text(document)


def _backtrack(document: Document) -> Iterator[Board]:
    """Holds the lock of the interpreter, so that no other thread runs."""
    re.match(r"(a+)+$", "a" * 60 + "!")
    yield from _read_text(document)


def _swell(document: Document) -> Iterator[Board]:
    held = []
    while True:
        held.append(bytearray(1 << 28))  # zeros, which the system gives without writing them
    yield from _read_text(document)


def _die(document: Document) -> Iterator[Board]:
    os._exit(1)
    yield from _read_text(document)


def _fail(document: Document) -> Iterator[Board]:
    raise RuntimeError(document.text)
    yield from _read_text(document)


def _text(document: Document) -> Iterator[Board]:
    """Plain text, which small bodies have read in a thread."""
    if HANG in document.text:
        time.sleep(3600)
    if PAUSE in document.text:
        time.sleep(2)
    yield from _read_text(document)


for _name, _scan in {
    "sleep": _sleep,
    "spin": _spin,
    "backtrack": _backtrack,
    "swell": _swell,
    "die": _die,
    "fail": _fail,
}.items():
    add_module(f"inkslate.readers.stuck_{_name}", scan=_scan)
    add_entry(READERS, _name, Reader(name=_name, module=f"stuck_{_name}", syntax=TEXT))
inkslate.readers.text.scan = _text  # type: ignore[assignment]


if __name__ == "__main__":
    from inkslate.cli import main

    main()
