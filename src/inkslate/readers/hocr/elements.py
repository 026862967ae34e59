"""Elements of an hOCR file while the parser is inside of them, and the regions that they become."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from inkslate.board import Box, Word
from inkslate.readers.layout.geometry import box_around

_QUOTED = re.compile(r'"[^"]*"|(?<=\s)\'[^\']*\'')
_NUMBER = r"\s+(-?[0-9]{1,12}(?:\.[0-9]{1,12})?)"
_BOX = re.compile(rf"(?:^|[;,])\s*bbox{_NUMBER * 4}(?![0-9.])")


class Heading(NamedTuple):
    """The level of a heading, and the smallest role that ends it: elements of that role are not a part of it."""

    level: int
    ends: int


@dataclass(slots=True, eq=False)
class OpenElement:
    """An open element, and the elements around it."""

    tag: str
    breaks: bool  # whether a line ends where it begins and ends
    page: OpenElement | None = None
    area: OpenElement | None = None
    paragraph: OpenElement | None = None
    line: OpenElement | None = None
    word: OpenElement | None = None
    scope: OpenElement | None = None  # the nearest element with an id
    level: int = 0  # of characters
    heading: Heading | None = None
    hidden: bool = False
    inside: bool = False  # of anything that is hOCR
    must_end: bool = False
    id: str | None = None
    box: Box | None = None
    source: str = ""
    started: int = 0

    def opened(self, tag: str, *, breaks: bool) -> OpenElement:
        """An element that begins inside of this one."""
        return OpenElement(
            tag,
            breaks,
            self.page,
            self.area,
            self.paragraph,
            self.line,
            self.word,
            self.scope,
            self.level,
            self.heading,
            self.hidden,
            self.inside,
        )

    @property
    def region(self) -> OpenElement | None:
        """The element whose lines are one region: the area, else the paragraph, else the page."""
        return self.area or self.paragraph or self.page


class HocrRow(NamedTuple):
    """The words of a line, and the level of the heading that it is in."""

    words: list[Word]
    heading: int


@dataclass(frozen=True, slots=True)
class HocrBlock:
    """A region: its id, the number of its page, and its lines."""

    id: str | None
    page: int
    rows: list[HocrRow]


def id_of(element: OpenElement | None) -> str:
    """The id of an element; empty where there is none."""
    return (element.id or "") if element else ""


def start_of(element: OpenElement | None) -> int:
    """How many words came before an element."""
    return element.started if element else 0


def parse_box(title: str | None) -> Box | None:
    """The bbox in a title attribute; None where it has none."""
    match = _BOX.search(_QUOTED.sub("", title)) if title else None
    if match is None:
        return None
    left, top, right, bottom = map(float, match.groups())
    return box_around([(left, top), (right, bottom)])


def is_on_another_line(before: Box | None, box: Box) -> bool:
    """Whether a word without a line element is above or below the word before it."""
    middle = box.y + box.height / 2
    return before is not None and not before.y <= middle <= before.y + before.height
