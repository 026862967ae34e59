"""The words and check boxes of an Azure page, whichever version of the interface spells them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.board import DONE, OPEN, Box, Word
from inkslate.formats.json_values import Fields
from inkslate.readers.layout.geometry import box_around, box_around_boxes
from inkslate.readers.layout.rows import FOOTER, HEADER, HEADING, NUMBER, TEXT, CheckBox, split_words
from inkslate.readers.layout.text_row import TextRow

_KINDS = {
    "title": HEADING,
    "sectionheading": HEADING,
    "pageheader": HEADER,
    "pagefooter": FOOTER,
    "pagenumber": NUMBER,
    "footnote": "footnote",
}
_LEVELS = {"title": 1, "sectionheading": 2}
_CHECKS = {":selected:": DONE, ":unselected:": OPEN}
_SHAPES = ("boundingPolygon", "boundingBox", "bounding_polygon", "bounding_box")


@dataclass(slots=True)
class AzureToken:
    """A word of a page, or a check box where it has no words: its place on the page and in the content."""

    words: list[Word]
    box: Box | None = None
    start: int | None = None
    end: int | None = None
    check: str | None = None  # what a check box says that was written as a word, in front
    check_behind: str | None = None  # and behind the words
    line: int | None = None
    upright: bool = False  # its box was turned

    @property
    def check_box(self) -> CheckBox | None:
        """The check box that it is; None where it has no place."""
        return None if self.box is None or self.check is None else CheckBox(self.box, self.check == DONE)


class PageRotation:
    """How a page is turned: boxes for the layout are upright in the direction of reading."""

    def __init__(self, page: Fields) -> None:
        angle = math.radians((page.number("angle") or 0.0) % 360)
        # Below a degree it makes no difference to which row a word belongs.
        self._turn = (math.cos(angle), math.sin(angle)) if 0.02 < angle < 2 * math.pi - 0.02 else None

    def token(self, element: Fields, pointer: str, text: str | None = None) -> AzureToken:
        """A word, or a line where it has none."""
        box, upright = self._boxes(element)
        token = make_token(text if text is not None else element_text(element), pointer, element.where, box=box)
        token.box, token.upright = upright, self._turn is not None
        return token

    def mark(self, element: Fields) -> AzureToken:
        """A check box."""
        ticked = (element.text("state") or "").casefold() == "selected"
        return AzureToken([], self._boxes(element)[1], check=DONE if ticked else OPEN)

    def _boxes(self, element: Fields) -> tuple[Box | None, Box | None]:
        """The box in the file's coordinates, and turned upright."""
        key = "polygon" if "polygon" in element else next((key for key in _SHAPES if key in element), None)
        points = element.points(key) if key is not None else []
        box = box_around(points)
        if self._turn is None:
            return box, box
        cos, sin = self._turn
        return box, box_around([(x * cos + y * sin, y * cos - x * sin) for x, y in points])


def make_token(text: str, pointer: str, where: str, *, box: Box | None = None) -> AzureToken:
    """The words of a text without the check boxes that are written in it."""
    words = split_words(text, box=box, source=pointer, where=where)
    if "selected:" not in text:
        return AzureToken(words, box)
    kept = [word for word in words if word.text not in _CHECKS]
    first, last = (_CHECKS.get(word.text) for word in (words[0], words[-1]))
    return AzureToken(kept, box, check=first, check_behind=last)


def make_row(tokens: Sequence[AzureToken]) -> TextRow:
    """Tokens side by side; a check box at either end is the row's bullet."""
    words = [word for token in tokens for word in token.words]
    row = TextRow(words, box_around_boxes(token.box for token in tokens), upright=any(one.upright for one in tokens))
    if tokens and (first := tokens[0].check) is not None:
        row.add_mark(tokens[0].box, check=first)
    if tokens and (last := tokens[-1].check_behind) is not None:
        row.add_mark(tokens[-1].box, check=last, behind=True)
    return row


def element_text(element: Fields) -> str:
    """The text of a word or line; empty where it has none."""
    return element.text("content" if "content" in element else "text") or ""


def paragraph_kind(paragraph: Fields) -> str:
    """The kind of row block that the role of a paragraph means."""
    return _KINDS.get(_role(paragraph), TEXT)


def paragraph_heading(paragraph: Fields) -> int:
    """The level of the heading that the role of a paragraph means; 0 for other paragraphs."""
    return _LEVELS.get(_role(paragraph), 0)


def _role(paragraph: Fields) -> str:
    return (paragraph.text("role") or "").casefold()
