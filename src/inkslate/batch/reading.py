"""The rows of a unit as Arrow tables, a few at a time: what `process_batch` takes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from inkslate.batch.parquet_rows import ParquetRows
from inkslate.batch.places import Unreadable, is_remote, printable
from inkslate.batch.planning import LARGEST_FILE
from inkslate.batch.process import INPUT
from inkslate.batch.streams import Damaged, Ranges, blocks
from inkslate.batch.units import FILE, LINES, ROWS, Piece, Unit

_ROWS, _BYTES = 128, 1 << 20
_Row = dict[str, Any]


class UnitReader:
    """Reads units; it remembers where in a file it is, since the next unit is often the file's next part."""

    def __init__(self, base: str) -> None:
        self._base, self._ranges, self._rows = base, Ranges(), ParquetRows()

    def tables(self, unit: Unit) -> Iterator[Any]:
        """The unit's rows in order, in tables small enough to tell how far one is."""
        kept, size = list[_Row](), 0
        for piece in unit.pieces:
            for row in self._piece(piece):
                kept.append(row)
                size += len(row.get("data") or b"")
                if len(kept) >= _ROWS or size >= _BYTES:
                    yield pa.Table.from_pylist(kept, schema=INPUT)
                    kept, size = [], 0
        if kept:
            yield pa.Table.from_pylist(kept, schema=INPUT)

    def _piece(self, piece: Piece) -> Iterator[_Row]:
        path = piece.file if is_remote(piece.file) else os.path.join(self._base, piece.file)  # noqa: PTH118
        place: _Row = {"file": printable(piece.file), "row": piece.row, "format": piece.format}
        try:
            if piece.kind == LINES:
                yield from self._lines(piece, path, place)
            elif piece.kind == ROWS:
                for number, data, error in self._rows.read(path, piece.start, piece.end):
                    place["row"] = number + 1  # where damage begins, if the next row is damaged
                    yield place | {"row": number, "data": data, "error": error}
            elif piece.kind == FILE:
                yield place | {"data": _whole(path)}
            else:
                yield place | {"error": piece.reason}
        except (Damaged, Unreadable) as error:
            yield place | {"error": str(error)}

    def _lines(self, piece: Piece, path: str, place: _Row) -> Iterator[_Row]:
        assert piece.row is not None
        lines = self._ranges.read(path, piece.start, piece.end).split(b"\n")
        for number, line in enumerate(lines, piece.row):
            if line.strip():
                yield place | {"row": number, "data": line}


def _whole(path: str) -> bytes:
    parts, size = [], 0
    for block in blocks(path):
        parts.append(block)
        size += len(block)
        if size > LARGEST_FILE:
            raise Damaged(f"{printable(path)}: has more than {LARGEST_FILE} bytes when unpacked; part it")
    return b"".join(parts)
