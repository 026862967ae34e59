"""What a model sees of a region: typed pieces, never marker strings, never labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from inkslate.board import Region


class Mark(Enum):
    """A piece of layout. The value is its token in a tokenizer."""

    LINE_BREAK = "</>"
    BULLET = "<.>"


class WordPiece(NamedTuple):
    """Word `number` of the region. Its text may be anything, `</>` and `[CLS]` included."""

    number: int
    text: str


Piece = WordPiece | Mark


@dataclass(frozen=True, slots=True)
class Layout:
    """Which marks a model is given.

    >>> Layout(bullets=False).name
    'breaks'
    """

    line_breaks: bool = True
    bullets: bool = True

    @property
    def name(self) -> str:
        """The key of this layout in LAYOUTS."""
        return next(name for name, layout in LAYOUTS.items() if layout == self)


LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "both": Layout(),
        "breaks": Layout(bullets=False),
        "bullets": Layout(line_breaks=False),
        "none": Layout(line_breaks=False, bullets=False),
    }
)


def render(region: Region, layout: Layout) -> tuple[Piece, ...]:
    """The region's words in order, with a mark between lines and one before a bulleted line.

    Only `region.lines` is read, never the labels.
    """
    pieces: list[Piece] = []
    for number, (line, start) in enumerate(zip(region.lines, region.line_starts, strict=True)):
        if number and layout.line_breaks:
            pieces.append(Mark.LINE_BREAK)
        if line.bullet and layout.bullets:
            pieces.append(Mark.BULLET)
        pieces += [WordPiece(index, word.text) for index, word in enumerate(line.words, start)]
    return tuple(pieces)
