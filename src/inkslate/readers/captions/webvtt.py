"""WebVTT: transcripts of meetings and captions of films. Notes, styles, regions and tags are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.readers.captions.boards import board_of_cues
from inkslate.readers.captions.cues import ARROW, cues_of, lines_of
from inkslate.readers.document import Document

_HEADER = re.compile(r"\ufeff?WEBVTT(?:[ \t].*)?")
_LEFT_OUT = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")


def recognises(document: Document) -> bool:
    """Whether the file begins as every WebVTT file must."""
    try:
        return _HEADER.fullmatch(lines_of(document.head)[0]) is not None
    except InputError:  # not text
        return False


def scan(document: Document) -> Iterator[Board]:
    """One board for the file."""
    lines = lines_of(document.text)
    if _HEADER.fullmatch(lines[0]) is None:
        raise InputError(f"{document.name}: does not begin with WEBVTT; name its format with --from (srt?)")
    yield board_of_cues(document.stem, list(cues_of(_cue_lines(lines), name=document.name, first=1)))


def _cue_lines(lines: Sequence[str]) -> list[str]:
    """The lines with blank ones in the place of the header, notes, styles and regions."""
    kept: list[str] = []
    skipping = True  # the header may have more lines
    for number, line in enumerate(lines):
        blank = not line.strip()
        if skipping and number and ARROW in line:
            skipping = False  # a block that is left out has no arrow: time codes end it
        elif skipping and blank:
            skipping = False
        elif number and not kept[-1].strip() and not blank and _LEFT_OUT.match(line):
            skipping = True
        kept.append("" if skipping else line)
    return kept
