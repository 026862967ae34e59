"""The strokes of a file, for drawing: a word's `source` names them, in the units of its box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from inkslate.readers.table import READERS

if TYPE_CHECKING:
    from inkslate.readers.document import Document


@dataclass(frozen=True, slots=True)
class InkStroke:
    """The points from pen down to pen up."""

    id: str | int
    points: tuple[tuple[float, float], ...]


def strokes_of(document: Document, format: str) -> list[InkStroke]:
    """The strokes of a document in the order of the file; an empty list where its format has none."""
    reader = READERS[format]
    return list(reader.load().strokes(document)) if reader.has_strokes else []
