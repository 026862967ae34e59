"""Boards as frozen value objects: the vocabulary that every other module shares.

Positions are half-open word indices over a region's words, everywhere. Constructors refuse invalid values (InputError).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import IntEnum
from functools import cached_property
from typing import Any

from inkslate.errors import InputError
from inkslate.messages import has_lone_surrogate, shorten
from inkslate.spans import HasSpan as HasSpan
from inkslate.spans import Span as Span
from inkslate.spans import TextSpan, check_bounds
from inkslate.spans import partition_problems as partition_problems

OPEN, DONE = BOXES = ("open", "done")
DEEPEST_HEADING = 6
MOST_INDENT = 100  # deeper nesting is a damaged file


class Label(IntEnum):
    """The five tags of the released data, with the numbers that the files use.

    >>> Label(3), Label.TASK_BY_CONTEXT.is_task
    (<Label.TASK_BY_CONTEXT: 3>, True)
    """

    NON_TASK = 0
    TASK = 1
    GENERIC_TASK = 2
    TASK_BY_CONTEXT = 3
    NON_TASK_BY_CONTEXT = 4

    is_task: bool
    by_context: bool  # only the neighbouring sentences tell the label

    def __init__(self, tag: int) -> None:
        # Attributes, not properties: scoring reads them for every sentence of a corpus.
        self.is_task = 1 <= tag <= 3
        self.by_context = tag >= 3


@dataclass(frozen=True, slots=True)
class Sentence:
    """A labelled sentence: words start..end of its region. `reviewed` is false where nobody looked at its label.

    >>> Sentence(0, 2, Label.GENERIC_TASK).is_task
    True
    """

    start: int
    end: int
    label: Label
    reviewed: bool = True

    def __post_init__(self) -> None:
        check_bounds(self.start, self.end)

    @property
    def is_task(self) -> bool:
        """Whether the label is one of a task."""
        return self.label.is_task


@dataclass(frozen=True, slots=True)
class Box:
    """The place of a word on the board, in the units of its source.

    >>> Word("Ruth", Box(10, 20, 35.5, 12)).box
    Box(x=10, y=20, width=35.5, height=12)
    """

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        if not all(math.isfinite(side) for side in (self.x, self.y, self.width, self.height)):
            raise InputError("a box needs four finite numbers: x, y, width, height")
        if self.width < 0 or self.height < 0:
            raise InputError("a box cannot have a negative width or height")


@dataclass(frozen=True, slots=True)
class Word:
    """One whitespace-free word; `source` holds its ids in the original file (strokes, blocks).

    `span` is its place in a text that was read, as characters (code points) start..end. Files do not keep it, so words
    are equal without it.

    >>> Word("Ruth", source=("stroke-7",)).to_json()
    {'text': 'Ruth', 'source': ['stroke-7']}
    """

    text: str
    box: Box | None = None
    source: tuple[str | int, ...] = ()
    span: TextSpan | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        text = self.text
        if not (text.isalnum() or text.split() == [text]):
            raise InputError(f"{shorten(text)} is not one word: a word has no white space and is not empty")
        if has_lone_surrogate(text):
            raise InputError(f"the word {shorten(text)} contains half a surrogate pair, which is not text")
        if "\0" in text:
            raise InputError(f"the word {shorten(text)} contains a NUL character, which is not text")

    def to_json(self) -> dict[str, Any]:
        """The word as plain values, in the order of the file formats."""
        value: dict[str, Any] = {"text": self.text}
        if self.box:
            value["box"] = [self.box.x, self.box.y, self.box.width, self.box.height]
        if self.source:
            value["source"] = list(self.source)
        return value


def parse_due(text: str) -> date | None:
    """The day, or the moment as a datetime, of YYYY-MM-DD or YYYY-MM-DDTHH:MM; None for other texts."""
    try:
        return date.fromisoformat(text) if "T" not in text else datetime.strptime(text, "%Y-%m-%dT%H:%M")
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words on the board, and the facts of its layout. It may be empty (a bullet without text).

    `box` is "open" or "done" where a check box or a to-do keyword in front of the line says so, `keyword` that keyword
    (`TODO`). `heading` is the level of a heading, 1 to 6, else 0, `indent` the depth of nesting, `gap` whether an empty
    line is above. Boxes, keywords and bullets are not among the words.

    >>> Line.from_text("call Ruth", bullet=True, box="open").stated
    'box'
    """

    words: tuple[Word, ...]
    bullet: bool = False
    box: str | None = None
    heading: int = 0
    indent: int = 0
    keyword: str | None = None
    due: Word | None = None  # a due date that the file states outside of the text: YYYY-MM-DD or YYYY-MM-DDTHH:MM
    gap: bool = False  # within its region

    def __post_init__(self) -> None:
        # Most lines have none of these: one comparison each.
        if self.box is not None and self.box not in BOXES:
            raise InputError(f"box is {self.box!r}; it is open or done")
        if self.heading and not 0 <= self.heading <= DEEPEST_HEADING:
            raise InputError(f"heading is {self.heading}; it is a level from 1 to {DEEPEST_HEADING}")
        if self.indent and not 0 < self.indent <= MOST_INDENT:
            raise InputError(f"indent is {self.indent}; it is a depth from 0 to {MOST_INDENT}")
        if self.keyword is not None and (self.box is None or self.keyword.split() != [self.keyword]):
            raise InputError(f"keyword is {self.keyword!r}; it is one word, on a line with a box")
        if self.due is not None and parse_due(self.due.text) is None:
            raise InputError(f"due is {shorten(self.due.text)}; it is YYYY-MM-DD or YYYY-MM-DDTHH:MM")

    @classmethod
    def from_text(
        cls, text: str, *, bullet: bool = False, done: bool = False, box: str | None = None, heading: int = 0
    ) -> Line:
        """A line from its text; runs of white space count as one separator. `done` is short for `box="done"`."""
        return cls(tuple([Word(word) for word in text.split()]), bullet, DONE if done else box, heading)

    def beginning(self, words: int) -> Line:
        """The line with at most so many words."""
        return self if len(self.words) <= words else replace(self, words=self.words[:words])

    @property
    def done(self) -> bool:
        """Whether its box is ticked: what is done is not a task, whatever the words say."""
        return self.box == DONE

    @property
    def stated(self) -> str | None:
        """What says that the line is a task: "box" or "keyword"; None where nothing in front of it does."""
        return None if self.box != OPEN else "box" if self.keyword is None else "keyword"

    @property
    def text(self) -> str:
        """The words joined by one space."""
        return " ".join(word.text for word in self.words)

    def to_json(self) -> dict[str, Any]:
        """The line as plain values, in the order of the file formats; `words` only where one has a box or a source."""
        facts = {name: getattr(self, name) for name in ("box", "keyword", "heading", "indent", "gap")}
        value = {"text": self.text, "bullet": self.bullet} | {name: fact for name, fact in facts.items() if fact}
        if self.due is not None:
            value["due"] = self.due.to_json()
        if any(word.box or word.source for word in self.words):
            value["words"] = [word.to_json() for word in self.words]
        return value


@dataclass(frozen=True)
class Region:
    """Lines that belong together in space. `sentences`, where given, partition the words.

    `speaker` is who says `I` in it, where the file states that: the voice of a transcript, the sender of a mail.

    >>> Region("r1", (Line.from_text("call"), Line.from_text("Ruth now"))).text(0, 2)
    'call Ruth'
    """

    id: str
    lines: tuple[Line, ...]
    sentences: tuple[Sentence, ...] | None = None
    speaker: str | None = None

    def __post_init__(self) -> None:
        if self.speaker is not None and (not self.speaker.strip() or has_lone_surrogate(self.speaker)):
            raise InputError(f"speaker is {shorten(self.speaker)}; it is a name, or left out")
        if self.sentences is not None:
            for problem in partition_problems(self.sentences, len(self.word_texts)):
                raise InputError(problem)

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of all lines, in order."""
        return tuple([word for line in self.lines for word in line.words])

    @cached_property
    def word_texts(self) -> tuple[str, ...]:
        """The text of every word, in order."""
        return tuple([word.text for line in self.lines for word in line.words])

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The index of each line's first word (of the next word, where the line is empty)."""
        starts, at = [], 0
        for line in self.lines:
            starts.append(at)
            at += len(line.words)
        return tuple(starts)

    def text(self, start: int, end: int) -> str:
        """Words start..end joined by one space, verbatim."""
        return " ".join(self.word_texts[start:end])

    def lines_of(self, start: int, end: int) -> tuple[int, ...]:
        """The indices of the lines that contain words start..end."""
        # Binary search, so that a long region is not scanned for each of its sentences.
        first = max(0, bisect_right(self.line_starts, start) - 1)
        last = bisect_left(self.line_starts, end)
        return tuple(number for number in range(first, last) if self.lines[number].words)

    def spans_of(self, start: int, end: int) -> tuple[TextSpan, ...]:
        """Where words start..end are in the text that was read, a span a line; none where it was no text."""
        spans = []
        for number in self.lines_of(start, end):
            first = self.line_starts[number]
            # In their order: the words of a line follow each other in the text too.
            places = [word.span for word in self.lines[number].words[max(0, start - first) : end - first] if word.span]
            if places:
                spans.append((places[0][0], places[-1][1]))
        return tuple(spans)

    def without_labels(self) -> Region:
        """The same region without sentences."""
        return self if self.sentences is None else replace(self, sentences=None)


@dataclass(frozen=True, slots=True)
class Board:
    """One document: regions in reading order, each with a unique id.

    `written` is the moment, in the writer's local time, that the file itself states for it, such as the date of a mail.

    >>> Board("b1", (Region("r1", (Line.from_text("call Ruth"),)),)).regions[0].word_texts
    ('call', 'Ruth')
    """

    id: str
    regions: tuple[Region, ...]
    written: datetime | None = None
    people: tuple[str, ...] = ()  # who takes part, as the file states: the sender and the recipients of a mail

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for region in self.regions:
            if region.id in seen:
                raise InputError(f"duplicate region id {shorten(region.id)}: give each region its own")
            seen.add(region.id)

    def without_labels(self) -> Board:
        """The same board as inference may see it; the board itself where it has no labels."""
        if all(region.sentences is None for region in self.regions):
            return self
        return replace(self, regions=tuple(region.without_labels() for region in self.regions))
