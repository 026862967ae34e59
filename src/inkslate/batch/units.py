"""Units of work: slices of files that become one shard. They depend on the inputs alone.

Every worker reads the same rows of a unit and writes the same bytes at every attempt. So the output does not depend on
the number of workers, on crashes or on retries.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

# The kinds of a slice: a whole file, lines of a JSONL file, rows of a Parquet file, data that cannot be read.
FILE, LINES, ROWS, BROKEN = "file", "lines", "rows", "broken"


@dataclass(frozen=True, slots=True)
class UnitLimits:
    """The largest unit: it fits into memory, and little work is lost in a crash."""

    rows: int = 2000
    bytes: int = 8 << 20


DEFAULT_LIMITS = UnitLimits()


@dataclass(frozen=True, slots=True)
class FileSlice:
    """Part of a file. `start` and `end` are offsets in bytes (after decompression) for lines, in rows for rows."""

    kind: str
    file: str
    start: int = 0
    end: int = 0
    row: int | None = None  # number of the first row, from 1
    rows: int = 1
    bytes: int = 0
    format: str | None = None
    reason: str | None = None  # why the slice is broken


@dataclass(frozen=True, slots=True)
class WorkUnit:
    """The slices that one worker processes at once, and the number of the shard that they become."""

    number: int
    slices: tuple[FileSlice, ...]

    @property
    def rows(self) -> int:
        """The number of rows of all slices."""
        return sum(part.rows for part in self.slices)


def pack_units(slices: Iterable[FileSlice], limits: UnitLimits) -> Iterator[WorkUnit]:
    """Put slices into units, in their order, as many as the limits of a unit allow."""
    number, kept, rows, size = 0, list[FileSlice](), 0, 0
    for part in slices:
        if kept and (rows + part.rows > limits.rows or size + part.bytes > limits.bytes):
            yield WorkUnit(number, tuple(kept))
            number, kept, rows, size = number + 1, [], 0, 0
        kept.append(part)
        rows, size = rows + part.rows, size + part.bytes
    if kept:
        yield WorkUnit(number, tuple(kept))


def format_unit(unit: WorkUnit) -> str:
    """A line of the plan, without the line end. ASCII, because file names need not be valid UTF-8."""
    pieces = [{name: value for name, value in asdict(part).items() if value is not None} for part in unit.slices]
    return json.dumps({"unit": unit.number, "pieces": pieces})


def parse_unit(line: str) -> WorkUnit:
    """The unit of a line that `format_unit` wrote; nothing is checked."""
    value: dict[str, Any] = json.loads(line)
    return WorkUnit(value["unit"], tuple(FileSlice(**piece) for piece in value["pieces"]))
