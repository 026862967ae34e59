"""A board as the text of a labelling task: what annotators see, and the offsets of its words.

Bullets, boxes, keywords, heading marks and indents are in front of the words, as people write them. No span needs them:
labels are about words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from inkslate.board import DONE, OPEN, Board, Line

BULLET = "• "
_INDENT = "  "
_BOXES: Mapping[str | None, str] = MappingProxyType({None: "", OPEN: "☐ ", DONE: "☑ "})


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board's text, the offsets of its words, and the index of each region's first word (and one past the last)."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    first_words: Sequence[int]


def board_text(board: Board, *, only_bullets: bool = False) -> BoardText:
    """The text that an annotator sees; offsets are in code points, as Label Studio counts them.

    Projects of earlier versions show bullets alone.
    """
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    first_words = [0]
    at = 0
    for number, region in enumerate(board.regions):
        if number:
            parts.append("\n")
            at += 1
        for line in region.lines:
            marks = _bullet(line) if only_bullets else _marks(line)
            parts.append(marks + line.text + "\n")
            end = at + len(marks)
            for word in line.words:
                starts.append(end)
                ends.append(end + len(word.text))
                end = ends[-1] + 1
            at += len(parts[-1])
        first_words.append(len(starts))
    return BoardText("".join(parts), starts, ends, first_words)


def board_texts(board: Board) -> Iterator[BoardText]:
    """The text as this version writes it, then as earlier ones did."""
    yield board_text(board)
    yield board_text(board, only_bullets=True)


def _marks(line: Line) -> str:
    heading = "#" * line.heading + " " if line.heading else ""
    # A box is drawn instead of the bullet, a keyword behind it.
    item = f"{_bullet(line)}{line.keyword} " if line.keyword else _BOXES[line.box] or _bullet(line)
    return _INDENT * line.indent + heading + item


def _bullet(line: Line) -> str:
    return BULLET if line.bullet else ""
