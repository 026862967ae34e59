"""Headings of plain text: `#` in front of a line, a rule below it, or signs around it; and rules that part the text."""

from __future__ import annotations

import re
from typing import NamedTuple

from inkslate.board import DEEPEST_HEADING, Line

HEADING = re.compile(r"(#{1,6})\s+(?=\S)")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_RULE = re.compile(r"([-=_*~#+─━═—–])(?:[ ]?\1){2,}|[-=_*~#+]{5,}")
_FEWEST_AROUND = {"=": 2, "#": 2, "-": 3, "~": 3}
_LONGEST_TITLE = 100  # characters: people frame what is short


class Framed(NamedTuple):
    """A heading between signs, as `== Garden ==`: its level, and where its text begins and ends."""

    level: int
    start: int
    end: int


def underlined(text: str, above: Line) -> int:
    """The level of heading that a line of this text makes of the line above it; 0 where it makes none."""
    is_title = bool(above.words) and not above.bullet and above.box is None and not above.heading
    if not is_title or not _UNDERLINE.fullmatch(text):
        return 0
    return 1 if text[0] == "=" else 2


def is_rule(text: str, above: Line | None) -> bool:
    """Whether a line is a rule, which parts the text and is none: `-----`, `* * *`, `#######`, `-=-=-`.

    `above` is the line that it stands below in its region. `---` directly below an item is no rule.
    """
    if text[0] not in "-=_*~#+─━═—–" or not _RULE.fullmatch(text):
        return False
    return above is None or above.heading > 0 or not _UNDERLINE.fullmatch(text)


def framed(text: str) -> Framed | None:
    """The heading that a line is whose signs in front stand behind it too; None where it is none."""
    sign = text[0]
    if sign not in _FEWEST_AROUND or text[-1] != sign:
        return None
    start = len(text) - len(text.lstrip(sign))
    end = len(text.rstrip(sign))
    title = text[start:end]
    fewest = min(start, len(text) - end)
    if fewest < _FEWEST_AROUND[sign] or not 0 < len(title.strip()) <= _LONGEST_TITLE:
        return None
    if fewest == 2 and sign == "=" and not (title[0] == title[-1] == " "):
        return None  # "==milk==" is highlighted
    level = 2 if sign in "-~" else start if start <= DEEPEST_HEADING else 1
    return Framed(level, start + len(title) - len(title.lstrip()), start + len(title.rstrip()))
