"""Boards in Parquet files: how many there are, and rows start..end of them as board JSON.

A file has a column `board` (a board's JSON), or `id` and `regions` (the same, as columns), or `text` (notes as plain
text, with `id` where there is one).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inkslate.batch.places import open_file, printable
from inkslate.batch.streams import Damaged
from inkslate.errors import InputError
from inkslate.formats import format_board
from inkslate.messages import one_line
from inkslate.readers.text import parse_text

_BATCH = 256


def count_rows(path: str) -> tuple[int, int]:
    """Rows, and bytes when unpacked; InputError where it is no Parquet file of boards."""
    with _Opened(path) as file:
        metadata = file.metadata
        _columns(path, file.schema_arrow.names)
        size = sum(metadata.row_group(number).total_byte_size for number in range(metadata.num_row_groups))
        return metadata.num_rows, max(0, size)


class ParquetRows:
    """Rows of files, read on from where the last were where that helps."""

    def __init__(self) -> None:
        self._path, self._at = "", 0
        self._rows: Iterator[dict[str, Any]] = iter(())

    def read(self, path: str, start: int, end: int) -> Iterator[tuple[int, bytes | None, str | None]]:
        """For each row its number from 1, and the board's JSON or why there is none."""
        if path != self._path or start != self._at:
            self._path, self._rows = path, _rows_from(path, start)
        for number in range(start + 1, end + 1):
            self._at = number
            try:
                value = next(self._rows, None)
            except Damaged:
                self._path = ""
                raise
            if value is None:
                raise InputError(f"{printable(path)}: has changed since the run began; begin again in another folder")
            yield number, *_board_json(value, f"{PurePosixPath(printable(path)).stem}-{number}")


class _Opened:
    """A Parquet file, closed with what it reads from; whatever is wrong with it is an InputError."""

    def __init__(self, path: str) -> None:
        self._path, self._file = path, open_file(path)

    def __enter__(self) -> Any:
        try:
            return pq.ParquetFile(self._file)
        except (pa.ArrowException, OSError, ValueError) as error:
            self._file.close()
            raise _damage(self._path, error) from None

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _rows_from(path: str, start: int) -> Iterator[dict[str, Any]]:
    with _Opened(path) as file:
        columns = _columns(path, file.schema_arrow.names)
        group, skipped = 0, start
        while group < file.num_row_groups and skipped >= (rows := file.metadata.row_group(group).num_rows):
            group, skipped = group + 1, skipped - rows
        for number in range(group, file.num_row_groups):
            # A group at a time: where damage begins must not depend on where reading began.
            batches = file.iter_batches(_BATCH, row_groups=[number], columns=columns)
            while (batch := _next_batch(path, batches)) is not None:
                yield from batch.slice(skipped).to_pylist()
                skipped = max(0, skipped - batch.num_rows)


def _next_batch(path: str, batches: Iterator[Any]) -> Any:
    try:
        return next(batches, None)
    except (pa.ArrowException, OSError, ValueError) as error:
        raise _damage(path, error) from None


def _columns(path: str, names: list[str]) -> list[str]:
    for wanted in (["board"], ["id", "regions"], ["id", "text"], ["text"]):
        if set(wanted) <= set(names):
            return wanted
    raise InputError(f"{printable(path)}: has no column board, no id and regions, and no text; rename its columns")


def _board_json(row: dict[str, Any], name: str) -> tuple[bytes | None, str | None]:
    if "board" in row:
        board = row["board"]
        if isinstance(board, str | bytes):
            return (board if isinstance(board, bytes) else board.encode()), None
        return None, "the column board holds no JSON text here"
    if "regions" in row:
        return json.dumps(_without_nulls(row), default=str).encode(), None
    text, identity = row["text"], row.get("id")
    if not isinstance(text, str):
        return None, "the column text holds no text here"
    try:
        return format_board(parse_text(text, board=name if identity is None else str(identity))).encode(), None
    except InputError as error:
        return None, str(error)


def _without_nulls(value: Any) -> Any:
    """Columns have every field in every row; JSON leaves out what is not there."""
    if isinstance(value, dict):
        return {name: _without_nulls(item) for name, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _damage(path: str, error: Exception) -> Damaged:
    return Damaged(f"{printable(path)}: no Parquet that can be read ({one_line(str(error), 200)})")
