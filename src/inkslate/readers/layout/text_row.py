"""A recognised row of words, with everything about it that becomes a fact of its line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.board import DONE, Box, Word
from inkslate.errors import InputError
from inkslate.readers.layout.geometry import box_around_boxes


@dataclass
class TextRow:
    """Words side by side; `box` is upright in the direction of reading."""

    words: list[Word]
    box: Box | None
    bullet: bool = False
    check: str | None = None  # what its check box says: "open" or "done"
    heading: int = 0
    mark: Box | None = None  # the place of a bullet or check box in front that is not among the words
    indent: int | None = None  # the depth of nesting, where the file states it
    upright: bool = False  # its box was turned upright, unlike those of its words
    plain: bool = False  # what looks like a bullet in front is text

    @property
    def done(self) -> bool:
        """Whether its check box is ticked."""
        return self.check == DONE

    def append(self, rest: TextRow) -> None:
        """Add the words of a row that goes on where this one ends."""
        self.words += rest.words
        self.box = _around((self.box, rest.box))

    def add_mark(self, box: Box | None, *, check: str | None = None, behind: bool = False) -> None:
        """Give it a bullet that was recognised apart from it, or a check box; of two boxes, a ticked one decides.

        Behind the text only a tick says something: an empty box there may belong to a question of a form.
        """
        self.bullet = True
        if not behind:
            self.mark = _around((self.mark, box))
        if check == DONE or (self.check is None and not behind):
            self.check = check


def row_of_words(words: Sequence[Word]) -> TextRow:
    """The row of words that have places of their own."""
    return TextRow(list(words), _around([word.box for word in words]))


def _around(boxes: Sequence[Box | None]) -> Box | None:
    """The box around boxes; None where they are so far apart that no number says how far."""
    try:
        return box_around_boxes(boxes)
    except InputError:
        return None


def middle(box: Box | None) -> float:
    """The height at which the middle of a box is; 0 without a box."""
    return box.y + box.height / 2 if box is not None else 0.0
