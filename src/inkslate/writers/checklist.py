"""A checklist for people: one task a line, under its board where there are several."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from inkslate.extraction import Extraction

_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def write_checklist(extractions: Sequence[Extraction], *, colour: bool = False) -> str:
    """The tasks of all boards. A note cannot steer the terminal: control characters are spelled out."""
    return "".join(line + "\n" for line in _lines(extractions, colour))


def visible(text: str) -> str:
    """The text with control and direction characters written as escapes."""
    return "".join(_escape(character) for character in text)


def _lines(extractions: Sequence[Extraction], colour: bool) -> Iterator[str]:
    box, bold, dim, end = ("\033[36m[ ]\033[0m", "\033[1m", "\033[2m", "\033[0m") if colour else ("[ ]", "", "", "")
    several = len(extractions) > 1
    for number, extraction in enumerate(extractions):
        if several:
            if number:
                yield ""
            yield f"{bold}{visible(extraction.board.id)}{end}"
            if not extraction.tasks:
                yield f"{dim}(no tasks){end}"
        for task in extraction.tasks:
            yield f"{box} {visible(task.text)}"


def _escape(character: str) -> str:
    if character in _BIDI_CONTROLS or unicodedata.category(character) in ("Cc", "Zl", "Zp"):
        return character.encode("unicode_escape").decode()
    return character
