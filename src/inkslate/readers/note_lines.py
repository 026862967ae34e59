"""Lines of a note whose file states its structure: paragraphs, headings, list items, check boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from inkslate.board import DEEPEST_HEADING, DONE, MOST_INDENT, OPEN, Line, Region, Word
from inkslate.readers.layout.bullets import make_line
from inkslate.readers.layout.headings import HEADING, framed, is_rule, underlined
from inkslate.readers.layout.indents import Indents
from inkslate.readers.limits import WordCount, check_words

_TAB = 4


class NoteLines:
    """Collects the lines of one note; a region begins at each heading and behind each gap.

    An InputError that begins with `name` says that there are more than a note can have.
    """

    def __init__(self, name: str) -> None:
        self._name, self._count = name, WordCount(name)
        self._regions: list[list[Line]] = [[]]
        self._parted = False  # whether the next line is apart from the one above in its region

    def check(self, *texts: str) -> None:
        """Raise the InputError before words are made of texts that are too large."""
        check_words(self._name, *texts)

    def add(
        self,
        words: Sequence[Word],
        *,
        bullet: bool = False,
        box: str | None = None,
        heading: int = 0,
        indent: int = 0,
        struck: bool = False,
    ) -> None:
        """A line and what the file says about it. Marks in front of its words become facts too.

        What is struck through is done, if it is an item, has a box or a to-do keyword.
        """
        if not words:
            return
        self._count.add(len(words) + 1)
        if heading:
            self.gap()
        line = make_line(words, bullet=bullet, box=box, heading=min(heading, DEEPEST_HEADING))
        if struck and (line.bullet or line.box):
            line = replace(line, box=DONE, keyword=None)
        line = replace(line, indent=min(indent, MOST_INDENT)) if indent else line
        above = self._regions[-1][-1:]
        self._regions[-1].append(replace(line, gap=True) if self._parted and above and not above[0].heading else line)
        self._parted = False

    def part(self) -> None:
        """No sentence goes on from the line above: a row of a table begins or ends."""
        self._parted = True

    def add_task(self, words: Sequence[Word], *, done: bool, due: Word | None) -> None:
        """A line that the file states to be a task, with its due date."""
        if words:
            self._count.add(len(words) + 1)
            line = make_line(words, bullet=True, box=DONE if done else OPEN)
            self._regions[-1].append(replace(line, due=due))

    def add_text(self, text: str, numbered: NumberedWords) -> None:
        """The lines of plain text: blank ones are gaps, blanks in front the depth; headings have marks or rules."""
        self.check(text)
        indents = Indents()
        for raw in text.splitlines():
            if not (stripped := raw.strip()):
                self.gap()
                indents = Indents()
                continue
            words = numbered(stripped.split())
            above = self._regions[-1]
            if above and (level := underlined(stripped, above[-1])):
                title = replace(above.pop(), heading=level)
                self.gap()
                self._regions[-1].append(title)
                continue
            if is_rule(stripped, above[-1] if above else None):
                self.gap()
                indents = Indents()
                continue
            if frame := framed(stripped):
                self.add(_inside(words, stripped[0]), heading=frame.level)
                continue
            if heading := HEADING.match(stripped):
                self.add(words[1:], heading=len(heading[1]))
                continue
            column = len(raw[: len(raw) - len(raw.lstrip())].expandtabs(_TAB))
            line = make_line(words)
            self.add(words, indent=indents.depth(column, is_item=line.bullet, is_rest=line.box is None))

    def gap(self) -> None:
        """What follows belongs to another region."""
        if self._regions[-1]:
            self._regions.append([])

    def regions(self) -> tuple[Region, ...]:
        """The regions r1, r2, ... that have lines."""
        full = [lines for lines in self._regions if lines]
        return tuple(Region(f"r{number}", tuple(lines)) for number, lines in enumerate(full, 1))


def _inside(words: Sequence[Word], sign: str) -> list[Word]:
    """The words of a heading without the signs around it."""
    texts = [word.text for word in words]
    texts[0] = texts[0].lstrip(sign)
    texts[-1] = texts[-1].rstrip(sign)
    return [replace(word, text=text) for word, text in zip(words, texts, strict=True) if text]


class NumberedWords:
    """Makes words whose source is PLACE#n: the n-th word, from 0, of that place of the file."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._numbers: Iterator[int] = count()

    def __call__(self, texts: Iterable[str]) -> list[Word]:
        """The next words of the place."""
        return [Word(text, source=(f"{self._place}#{next(self._numbers)}",)) for text in texts]
