"""What a program passes as notes, a text, a region or a board, as a board with an id."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import replace
from os import PathLike
from pathlib import Path

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.messages import has_lone_surrogate, shorten
from inkslate.readers.table import formats_by_suffix
from inkslate.readers.text import parse_text

Notes = Board | Region | str
_BOARD = "board"  # the id of notes that have none
_LONGEST_PATH = 1000  # characters


def as_board(notes: Notes, *, id: str | None = None) -> Board:
    """The notes as a board, with this id where one is given."""
    if id is not None and (not isinstance(id, str) or not id or has_lone_surrogate(id)):
        raise InputError(f"id is {shorten(str(id))}; it is a string that is not empty, such as the name of the note")
    if isinstance(notes, Board):
        return notes if id is None else replace(notes, id=id)
    if isinstance(notes, Region):
        return Board(id or _BOARD, (notes,))
    if isinstance(notes, str):
        if is_path(notes):
            warnings.warn(
                f"{shorten(notes)} is read as a note of one line; to read a file, call extract_file({shorten(notes)})",
                stacklevel=_frames_above(),
            )
        return parse_text(notes, board=id or _BOARD)
    if isinstance(notes, PathLike):
        raise TypeError(f"extract takes notes, not the path of a file; call extract_file({str(notes)!r})")
    raise TypeError(f"extract takes a Board, a Region or a str, not {type(notes).__name__}")


def as_boards(notes: Iterable[Notes], ids: Iterable[str] | None) -> Iterator[Board]:
    """Each of the notes as a board; `ids`, where given, has an id for each."""
    if ids is None:
        yield from map(as_board, notes)
        return
    names = iter(ids)
    for each in notes:
        name = next(names, None)
        if name is None:
            raise InputError("ids has fewer ids than there are notes; give one for each")
        yield as_board(each, id=name)
    if next(names, None) is not None:
        raise InputError("ids has more ids than there are notes; give one for each")


def is_path(text: str) -> bool:
    """Whether a text is the name of a file rather than a note: one word, or a file that exists, with a known suffix."""
    if len(text) > _LONGEST_PATH or "\n" in text or "." not in text:
        return False
    name = text.strip()
    if Path(name).suffix.lower() not in formats_by_suffix():
        return False
    return len(name.split()) == 1 or _exists(name)


def _exists(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # no file can have this name
        return False


def _frames_above() -> int:
    """How far up the caller is who is not part of inkslate: the warning names their line."""
    import sys

    frame, depth = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "inkslate":
        frame, depth = frame.f_back, depth + 1
    return depth
