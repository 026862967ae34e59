"""SRT (SubRip): numbered captions with time codes."""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers.captions.boards import board_of_cues
from inkslate.readers.captions.cues import cues_of, is_times, lines_of
from inkslate.readers.document import Document


def recognises(document: Document) -> bool:
    """Whether a number and time codes come first."""
    try:
        lines = [line.strip() for line in lines_of(document.head.lstrip("\ufeff").lstrip()[:1000])[:2]]
    except InputError:  # not text
        return False
    return len(lines) == 2 and lines[0].isdigit() and is_times(lines[1])


def scan(document: Document) -> Iterator[Board]:
    """One board for the file."""
    lines = lines_of(document.text)
    yield board_of_cues(document.stem, list(cues_of(lines, name=document.name, first=1)))
