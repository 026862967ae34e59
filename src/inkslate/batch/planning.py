"""Divide files into units of work: JSONL by lines, Parquet by rows; other files stay whole."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

import numpy as np

from inkslate.batch.compression import DamagedFile, codec_of, decompressed_name, read_blocks
from inkslate.batch.filesystem import FileEntry, UnreadableFile, open_file
from inkslate.batch.parquet_rows import count_rows
from inkslate.batch.units import BROKEN, FILE, LINES, ROWS, FileSlice, UnitLimits, WorkUnit, pack_units
from inkslate.errors import InputError

BOARD = "board"
LONGEST_LINE = 32 << 20
LARGEST_FILE = 256 << 20
_NEWLINE = 10
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def plan_units(entries: Iterable[FileEntry], *, format: str | None, limits: UnitLimits) -> Iterator[WorkUnit]:
    """The units of the files, in the order of the files."""
    return pack_units((part for entry in entries for part in _slices(entry, format, limits)), limits)


def _slices(entry: FileEntry, format: str | None, limits: UnitLimits) -> Iterator[FileSlice]:
    if entry.problem:
        yield _broken(entry.name, None, entry.problem)
        return
    ending = PurePosixPath(decompressed_name(entry.name)).suffix.lower()
    try:
        if ending in (".parquet", ".pq"):
            yield from _row_slices(entry.name, limits)
        elif format == BOARD or (format is None and ending in (".jsonl", ".ndjson")):
            if _is_utf16(entry.name):
                yield _whole(entry, BOARD)
            else:
                yield from _line_slices(entry.name, limits)
        else:
            yield _whole(entry, format)
    except UnreadableFile as error:
        yield _broken(entry.name, None, str(error))


def _whole(entry: FileEntry, format: str | None) -> FileSlice:
    if entry.bytes > LARGEST_FILE:
        reason = f"has {entry.bytes} bytes, more than the maximum of {LARGEST_FILE} for a file of this format; split it"
        return _broken(entry.name, None, reason)
    return FileSlice(FILE, entry.name, bytes=entry.bytes, format=format)


def _row_slices(name: str, limits: UnitLimits) -> Iterator[FileSlice]:
    try:
        rows, size = count_rows(name)
    except UnreadableFile:
        raise
    except InputError as error:
        yield _broken(name, None, str(error))
        return
    each = -(-size // rows) if rows else 0
    step = max(1, min(limits.rows, limits.bytes // max(1, each)))
    for start in range(0, rows, step):
        end = min(rows, start + step)
        yield FileSlice(ROWS, name, start, end, row=start + 1, rows=end - start, bytes=each * (end - start))


def _line_slices(name: str, limits: UnitLimits) -> Iterator[FileSlice]:
    """Byte ranges of whole lines, each with the number of its first line; lines that are too long are broken slices."""
    at, line_start, row = 0, 0, 1
    start, first = 0, 1

    def lines(end: int) -> Iterator[FileSlice]:
        if end > start:
            yield FileSlice(LINES, name, start, end, row=first, rows=row - first, bytes=end - start)

    try:
        for block in read_blocks(name):
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
    except DamagedFile as error:
        yield from lines(line_start)
        yield _broken(name, row, f"{error}; no row from here on can be read")


def _too_long(name: str, row: int) -> FileSlice:
    return _broken(name, row, f"the line is longer than {LONGEST_LINE} bytes")


def _broken(name: str, row: int | None, reason: str) -> FileSlice:
    return FileSlice(BROKEN, name, row=row, reason=reason)


def _is_utf16(name: str) -> bool:
    if codec_of(name):
        return False
    with open_file(name) as file:
        return bytes(file.read(2)) in _UTF16
