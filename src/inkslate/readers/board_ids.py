"""Ids for the boards of several files: no two of them share one, so that what is printed can be compared later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from inkslate.board import Board
from inkslate.readers.document import Document


class NamedFile(NamedTuple):
    """A file to read; `id` is the id of its board where the format has none, None for the file's name alone."""

    path: str
    id: str | None = None


def with_own_ids(files: Sequence[tuple[NamedFile, Sequence[Board]]]) -> list[list[Board]]:
    """The boards of each file, with ids that no other board has.

    A board that is named after its file gets the id of the file, or the file's name where that has none. Boards that
    would share an id get the path of their file as it was given, and `path#id` where the format itself has ids.
    """
    first = [[_named(file, board, file.id) for board in boards] for file, boards in files]
    counts = Counter(board.id for boards in first for board in boards)
    used = {name for name, count in counts.items() if count == 1}
    return [
        [board if counts[board.id] == 1 else _fresh(file, board, used) for board in boards]
        for (file, _), boards in zip(files, first, strict=True)
    ]


def _named(file: NamedFile, board: Board, name: str | None) -> Board:
    """The board with this name, where it was named after its file."""
    return replace(board, id=_text(name)) if name is not None and board.id == Document(file.path, b"").stem else board


def _fresh(file: NamedFile, board: Board, used: set[str]) -> Board:
    path = _text(file.path.replace("\\", "/"))
    own = board.id in (Document(file.path, b"").stem, _text(file.id or ""))
    name = base = path if own else f"{path}#{board.id}"
    number = 1
    while name in used:  # the same file was named twice
        number += 1
        name = f"{base}#{number}"
    used.add(name)
    return replace(board, id=name)


def _text(path: str) -> str:
    # File names may contain bytes that are not text; a board id must be text.
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
