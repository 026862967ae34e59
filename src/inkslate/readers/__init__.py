"""Readers: one module a format, in a plain dict; each gives boards and findings from a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.formats import Scanned, boards_of, scan_board_jsonl, scan_slate_csv
from inkslate.readers.detection import guess_format
from inkslate.readers.document import Document, load
from inkslate.readers.layout.bullets import take_letters

Reader = Callable[[Document], Iterable[Scanned]]


def _in(module: str) -> Reader:
    """The reader in that module, which comes in when it is used: whoever reads text waits for no other format."""

    def scan(document: Document) -> Iterable[Scanned]:
        boards: Iterable[Scanned] = import_module(f"inkslate.readers.{module}").scan(document)
        return boards

    return scan


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "text": _in("text"),
        "markdown": _in("markdown.reader"),
        "board": lambda document: scan_board_jsonl(document.text, document.name),
        "slate-csv": lambda document: scan_slate_csv(document.text, document.name),
        "jiix": _in("jiix.reader"),
        "ink-recognizer": _in("ink_recognizer.reader"),
        "azure": _in("azure.reader"),
        "textract": _in("textract.reader"),
        "google-vision": _in("google_vision.reader"),
        "hocr": _in("hocr.reader"),
        "page-xml": _in("page_xml"),
        "inkml": _in("inkml.reader"),
        "label-studio": _in("label_studio"),
    }
)
# What stands in these is as it should be: labels count its words.
_OURS = ("board", "slate-csv", "label-studio")


def scan_document(document: Document, *, format: str | None = None) -> Iterator[Scanned]:
    """Boards and findings of a document; the format is guessed where it is not given."""
    name = format or guess_format(document)
    if name not in READERS:
        raise InputError(f"unknown format {name!r}; choose from {', '.join(READERS)}")
    for scanned in READERS[name](document):
        yield _with_letters(scanned) if name not in _OURS and isinstance(scanned, Board) else scanned


def _with_letters(board: Board) -> Board:
    return replace(board, regions=tuple(replace(region, lines=take_letters(region.lines)) for region in board.regions))


def read_file(path: str | Path, *, format: str | None = None) -> list[Board]:
    """The boards of a file, or of standard input for `-`; an InputError where it cannot be read."""
    return list(boards_of(scan_document(load(path), format=format)))
