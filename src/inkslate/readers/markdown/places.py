"""Where words are in a Markdown file: as LINE:COLUMN, and as characters of its text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inkslate.board import Word
from inkslate.spans import TextSpan


class SourcePlace(NamedTuple):
    """A character of the file: its line, counted from the first that was parsed, and its column where that is known."""

    line: int
    column: int | None

    def behind(self) -> SourcePlace:
        """The place behind the character."""
        return self if self.column is None else SourcePlace(self.line, self.column + 1)


class SourceLines:
    """The lines that were parsed, where each begins in the text of the file, and the number of the first."""

    def __init__(self, lines: Sequence[str], starts: Sequence[int], first: int) -> None:
        self._lines, self._starts, self._first = lines, starts, first

    def line(self, number: int) -> str:
        """The text of a line; empty behind the last."""
        return self._lines[number] if number < len(self._lines) else ""

    def word(self, text: str, start: SourcePlace, end: SourcePlace, *, first: str | None = None) -> Word:
        """A word with its source and its span; `first` is the character that the file begins it with, if another.

        The source is LINE:COLUMN where the file has its first character at that place, else LINE. Without a column the
        span is that of the whole line.
        """
        line, column = self.line(start.line), start.column
        # An entity is spelled out in the file.
        found = column is not None and column >= 0 and line.startswith((first or text[0], "&"), column)
        number = str(self._first + start.line)
        source = f"{number}:{column + 1}" if found and column is not None else number
        return Word(text, None, (source,), self._span(start, end) if found else self._whole(start.line))

    def _span(self, start: SourcePlace, end: SourcePlace) -> TextSpan:
        if start.column is None or end.column is None or end.line >= len(self._lines):
            return self._whole(start.line)
        begin, behind = self._starts[start.line] + start.column, self._starts[end.line] + end.column
        return (begin, behind) if begin < behind else self._whole(start.line)

    def _whole(self, number: int) -> TextSpan:
        """The line without the blanks around it."""
        line = self.line(number)
        start = self._starts[min(number, len(self._starts) - 1)]
        return start + len(line) - len(line.lstrip()), start + len(line.rstrip())
