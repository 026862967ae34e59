"""Headings of plain text: `#` in front of a line, or a rule below it."""

from __future__ import annotations

import re

from inkslate.board import Line

HEADING = re.compile(r"(#{1,6})\s+(?=\S)")
_UNDERLINE = re.compile(r"={3,}|-{3,}")


def underlined(text: str, above: Line) -> int:
    """The level of heading that a line of this text makes of the line above it; 0 where it makes none."""
    is_title = bool(above.words) and not above.bullet and above.box is None and not above.heading
    if not is_title or not _UNDERLINE.fullmatch(text):
        return 0
    return 1 if text[0] == "=" else 2
