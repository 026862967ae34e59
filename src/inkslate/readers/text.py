"""Plain text: blank lines separate regions, and what marks a list item at a line's start is its bullet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inkslate.board import Board, Line, Region
from inkslate.readers.document import Document

# Glyphs mean a bullet even with no space behind them; a hyphen, a star or a number needs one.
_BULLET = re.compile(
    r"""
    (?: [•‣⁃◦▪▫●○■□◆◇∙·☐☑☒] \s*
      | (?: [-*–—] | \(?\d{1,3}[.)] | \(?[A-Za-z]\) ) (?:\s+|$)
    )
    (?: \[[ xX]?\] (?:\s+|$) | [☐☑☒] \s* )?
  | \[[ xX]?\] (?:\s+|$)
    """,
    re.VERBOSE,
)


def split_bullet(text: str) -> tuple[bool, str]:
    """Whether the line is a list item, and its text without the bullet, number or check box."""
    stripped = text.strip()
    match = _BULLET.match(stripped)
    return (True, stripped[match.end() :]) if match else (False, stripped)


def parse_text(text: str, *, board: str) -> Board:
    """A board from plain text."""
    regions: list[Region] = []
    lines: list[Line] = []
    for raw in [*text.splitlines(), ""]:
        if raw.strip():
            bullet, rest = split_bullet(raw)
            lines.append(Line.from_text(rest, bullet=bullet))
        elif lines:
            regions.append(Region(f"r{len(regions) + 1}", tuple(lines)))
            lines = []
    return Board(board, tuple(regions))


def scan(document: Document) -> Iterator[Board]:
    yield parse_text(document.text, board=document.stem)
