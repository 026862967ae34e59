"""Readers: from a file in one of the formats of the table to boards and findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os import PathLike

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.formats import Scanned, boards_with_warnings
from inkslate.readers.detection import detect_format
from inkslate.readers.document import Document, load
from inkslate.readers.layout.bullets import with_lettered_items
from inkslate.readers.table import READERS, Reader

__all__ = ["READERS", "Reader", "read_file", "scan_document"]


def scan_document(document: Document, *, format: str | None = None) -> Iterator[Scanned]:
    """Boards and findings of a document; the format is detected where it is not given."""
    name = format or detect_format(document)
    if name not in READERS:
        raise InputError(f"unknown format {name!r}; choose from {', '.join(READERS)}")
    reader = READERS[name]
    for scanned in reader(document):
        yield _with_lettered_items(scanned) if isinstance(scanned, Board) and not reader.labelled else scanned


def read_file(path: str | PathLike[str], *, format: str | None = None) -> list[Board]:
    """The boards of a file, or of standard input for `-`; an InputError where it cannot be read.

    >>> (board,) = read_file("examples/todo.txt")
    >>> board.regions[0].lines[1].text
    'strip the bed in the small room'
    """
    return list(boards_with_warnings(scan_document(load(path), format=format)))


def _with_lettered_items(board: Board) -> Board:
    """The board itself where no region has a lettered list: most boards have none and are not built again."""
    found: dict[int, Region] = {}
    for number, region in enumerate(board.regions):
        lines = with_lettered_items(region.lines)
        if lines is not region.lines:
            found[number] = replace(region, lines=lines)
    if not found:
        return board
    return replace(board, regions=tuple(found.get(number, region) for number, region in enumerate(board.regions)))
