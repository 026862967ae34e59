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
from inkslate.readers.limits import WordCount, check_markup, check_words
from inkslate.readers.table import HTML, READERS, TEXT, XML, Reader

__all__ = ["READERS", "Reader", "read_file", "scan_document"]


def scan_document(document: Document, *, format: str | None = None) -> Iterator[Scanned]:
    """Boards and findings of a document; the format is detected where it is not given."""
    name = format or detect_format(document)
    if name not in READERS:
        raise InputError(f"unknown format {name!r}; choose from {', '.join(READERS)}")
    reader = READERS[name]
    if reader.labelled:  # data sets, of any size
        yield from reader(document)
        return
    _check_size(document, reader)
    count = WordCount(document.name)
    for scanned in reader(document):
        if isinstance(scanned, Board):
            count.add_board(scanned)
            yield _with_lettered_items(scanned)
        else:
            yield scanned


def read_file(path: str | PathLike[str], *, format: str | None = None) -> list[Board]:
    """The boards of a file, or of standard input for `-`; an InputError where it cannot be read.

    >>> (board,) = read_file("examples/todo.txt")
    >>> board.regions[0].lines[1].text
    'strip the bed in the small room'
    """
    return list(boards_with_warnings(scan_document(load(path), format=format)))


def _check_size(document: Document, reader: Reader) -> None:
    """An InputError where the text is too large to be read; what has attachments or is packed, its reader checks."""
    if reader.has_attachments:
        return
    if reader.syntax is TEXT:
        check_words(document.name, document.text)
    elif reader.syntax in (XML, HTML):  # that of JSON is checked where it is parsed, which detection does first
        check_markup(document.name, len(document.data))


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
