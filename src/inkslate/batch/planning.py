"""From files to units of work: lines are counted, Parquet is asked for its rows, other files are taken whole."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import numpy as np

from inkslate.batch.parquet_rows import count_rows
from inkslate.batch.places import Entry, Unreadable, open_file
from inkslate.batch.streams import Damaged, blocks, codec_of, unpacked_name
from inkslate.batch.units import BROKEN, FILE, LINES, ROWS, Limits, Piece, Unit, pack
from inkslate.errors import InputError

BOARD = "board"
LONGEST_LINE = 32 << 20
LARGEST_FILE = 256 << 20
_NEWLINE = 10
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def plan(entries: Iterable[Entry], *, format: str | None, limits: Limits) -> Iterator[Unit]:
    """The units of the files, in their order."""
    return pack((piece for entry in entries for piece in _pieces(entry, format, limits)), limits)


def _pieces(entry: Entry, format: str | None, limits: Limits) -> Iterator[Piece]:
    if entry.problem:
        yield _broken(entry.name, None, entry.problem)
        return
    ending = PurePosixPath(unpacked_name(entry.name)).suffix.lower()
    try:
        if ending in (".parquet", ".pq"):
            yield from _row_pieces(entry.name, limits)
        elif format == BOARD or (format is None and ending in (".jsonl", ".ndjson")):
            if _is_utf16(entry.name):
                yield _whole(entry, BOARD)
            else:
                yield from _line_pieces(entry.name, limits)
        else:
            yield _whole(entry, format)
    except Unreadable as error:
        yield _broken(entry.name, None, str(error))


def _whole(entry: Entry, format: str | None) -> Piece:
    if entry.bytes > LARGEST_FILE:
        reason = f"has {entry.bytes} bytes, more than the {LARGEST_FILE} of a file that is read whole; part it"
        return _broken(entry.name, None, reason)
    return Piece(FILE, entry.name, bytes=entry.bytes, format=format)


def _row_pieces(name: str, limits: Limits) -> Iterator[Piece]:
    try:
        rows, size = count_rows(name)
    except Unreadable:
        raise
    except InputError as error:
        yield _broken(name, None, str(error))
        return
    each = -(-size // rows) if rows else 0
    step = max(1, min(limits.rows, limits.bytes // max(1, each)))
    for start in range(0, rows, step):
        end = min(rows, start + step)
        yield Piece(ROWS, name, start, end, row=start + 1, rows=end - start, bytes=each * (end - start))


def _line_pieces(name: str, limits: Limits) -> Iterator[Piece]:
    """Lines as ranges of bytes, each with the number of its first line; what no memory should hold is left out."""
    at, line_start, row = 0, 0, 1
    start, first = 0, 1

    def lines(end: int) -> Iterator[Piece]:
        if end > start:
            yield Piece(LINES, name, start, end, row=first, rows=row - first, bytes=end - start)

    try:
        for block in blocks(name):
            ends = np.flatnonzero(np.frombuffer(block, np.uint8) == _NEWLINE) + (at + 1)
            at += len(block)
            for end in ends.tolist():
                if end - line_start > LONGEST_LINE:
                    yield from lines(line_start)
                    yield _too_long(name, row)
                    start, first = end, row + 1
                row, line_start = row + 1, end
                if row - first >= limits.rows or end - start >= limits.bytes:
                    yield from lines(end)
                    start, first = end, row
        if at - line_start > LONGEST_LINE:
            yield from lines(line_start)
            yield _too_long(name, row)
        elif at > line_start:
            row += 1
            yield from lines(at)
        else:
            yield from lines(at)
    except Damaged as error:
        yield from lines(line_start)
        yield _broken(name, row, f"{error}; nothing from this row on can be read")


def _too_long(name: str, row: int) -> Piece:
    return _broken(name, row, f"the line is longer than {LONGEST_LINE} bytes")


def _broken(name: str, row: int | None, reason: str) -> Piece:
    return Piece(BROKEN, name, row=row, reason=reason)


def _is_utf16(name: str) -> bool:
    if codec_of(name):
        return False
    with open_file(name) as file:
        return bytes(file.read(2)) in _UTF16
