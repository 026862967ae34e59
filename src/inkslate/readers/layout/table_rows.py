"""A row of a table as one line: a check box in one of its cells is the box of the row."""

from __future__ import annotations

from collections.abc import Sequence

from inkslate.board import DONE, Word
from inkslate.readers.layout.bullets import Bullet


class TableRow:
    """Collects the cells of a row."""

    def __init__(self) -> None:
        self._words: list[Word] = []
        self._boxes: list[tuple[int, int, str]] = []  # the words that each box is, and what it says
        self._struck = True

    def add(self, words: Sequence[Word], mark: Bullet, *, struck: bool) -> None:
        """Add a cell and the mark that its text begins with: a box counts in the first cell, or if it is alone."""
        if not words:
            return
        behind = _words_of(words, mark.end)
        at = len(self._words)
        if mark.box is not None and behind is not None and (not at or behind == len(words)):
            self._boxes.append((at, at + behind, mark.box))
        self._words.extend(words)
        self._struck = self._struck and struck

    def line(self) -> tuple[tuple[Word, ...], str | None]:
        """The words of the row and its box; of several boxes none is that of the row."""
        words, box = tuple(self._words), None
        if len(self._boxes) == 1:
            start, end, box = self._boxes[0]
            words = words[:start] + words[end:]
        return words, DONE if self._struck and words else box


def _words_of(words: Sequence[Word], end: int) -> int | None:
    """How many words the first `end` characters of a text are; None where they end inside of a word."""
    at = 0
    for number, word in enumerate(words):
        if at >= end:
            return number
        at += len(word.text) + 1
        if end < at - 1:
            return None
    return len(words)
