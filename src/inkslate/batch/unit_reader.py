"""Read the rows of a unit as small Arrow tables, the input of `process_batch`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from inkslate.batch.compression import ByteRangeReader, DamagedFile, read_blocks
from inkslate.batch.filesystem import UnreadableFile, is_remote, printable
from inkslate.batch.parquet_rows import ParquetRowReader
from inkslate.batch.planning import LARGEST_FILE
from inkslate.batch.tables import INPUT_SCHEMA
from inkslate.batch.units import FILE, LINES, ROWS, FileSlice, WorkUnit

_ROWS, _BYTES = 128, 1 << 20
_Row = dict[str, Any]


class UnitReader:
    """Reads units. It keeps its position in a file, because the next unit often continues there."""

    def __init__(self, base: str) -> None:
        self._base, self._ranges, self._rows = base, ByteRangeReader(), ParquetRowReader()

    def tables(self, unit: WorkUnit) -> Iterator[Any]:
        """The rows of the unit in their order, in tables that are small enough to report progress."""
        kept, size = list[_Row](), 0
        for part in unit.slices:
            for row in self._rows_of(part):
                kept.append(row)
                size += len(row.get("data") or b"")
                if len(kept) >= _ROWS or size >= _BYTES:
                    yield pa.Table.from_pylist(kept, schema=INPUT_SCHEMA)
                    kept, size = [], 0
        if kept:
            yield pa.Table.from_pylist(kept, schema=INPUT_SCHEMA)

    def _rows_of(self, part: FileSlice) -> Iterator[_Row]:
        path = part.file if is_remote(part.file) else os.path.join(self._base, part.file)  # noqa: PTH118
        place: _Row = {"file": printable(part.file), "row": part.row, "format": part.format}
        try:
            if part.kind == LINES:
                yield from self._lines(part, path, place)
            elif part.kind == ROWS:
                for number, data, error in self._rows.read(path, part.start, part.end):
                    place["row"] = number + 1  # for the error, if the next row is damaged
                    yield place | {"row": number, "data": data, "error": error}
            elif part.kind == FILE:
                yield place | {"data": _whole(path)}
            else:
                yield place | {"error": part.reason}
        except (DamagedFile, UnreadableFile) as error:
            yield place | {"error": str(error)}

    def _lines(self, part: FileSlice, path: str, place: _Row) -> Iterator[_Row]:
        assert part.row is not None
        lines = self._ranges.read(path, part.start, part.end).split(b"\n")
        for number, line in enumerate(lines, part.row):
            if line.strip():
                yield place | {"row": number, "data": line}


def _whole(path: str) -> bytes:
    parts, size = [], 0
    for block in read_blocks(path):
        parts.append(block)
        size += len(block)
        if size > LARGEST_FILE:
            raise DamagedFile(f"{printable(path)}: has more than {LARGEST_FILE} bytes after decompression; split it")
    return b"".join(parts)
