"""Units of work: a piece of a file, or several, that become one shard. They depend on the inputs alone.

Whoever does a unit, and when, it reads the same rows and writes the same bytes: that is why the number of workers, a
crash or a second attempt cannot be seen in the output.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

# A piece is a whole file, lines of a JSONL file, rows of a Parquet file, or something that cannot be read.
FILE, LINES, ROWS, BROKEN = "file", "lines", "rows", "broken"


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a unit may grow: little enough to keep in memory and to lose in a crash."""

    rows: int = 2000
    bytes: int = 8 << 20


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a file. `start` and `end` are bytes of the (unpacked) file for lines, rows from 0 for rows."""

    kind: str
    file: str
    start: int = 0
    end: int = 0
    row: int | None = None  # the first row, from 1
    rows: int = 1
    bytes: int = 0
    format: str | None = None
    reason: str | None = None  # why it is broken


@dataclass(frozen=True, slots=True)
class Unit:
    number: int
    pieces: tuple[Piece, ...]

    @property
    def rows(self) -> int:
        return sum(piece.rows for piece in self.pieces)


def pack(pieces: Iterable[Piece], limits: Limits) -> Iterator[Unit]:
    """Pieces in their order, as many to a unit as its limits allow."""
    number, kept, rows, size = 0, list[Piece](), 0, 0
    for piece in pieces:
        if kept and (rows + piece.rows > limits.rows or size + piece.bytes > limits.bytes):
            yield Unit(number, tuple(kept))
            number, kept, rows, size = number + 1, [], 0, 0
        kept.append(piece)
        rows, size = rows + piece.rows, size + piece.bytes
    if kept:
        yield Unit(number, tuple(kept))


def format_unit(unit: Unit) -> str:
    """A line of the plan, without the line end. ASCII, because names of files need not be text."""
    pieces = [{name: value for name, value in asdict(piece).items() if value is not None} for piece in unit.pieces]
    return json.dumps({"unit": unit.number, "pieces": pieces})


def parse_unit(line: str) -> Unit:
    """A line of the plan. It is our own file, so there is nothing to check."""
    value: dict[str, Any] = json.loads(line)
    return Unit(value["unit"], tuple(Piece(**piece) for piece in value["pieces"]))
