"""What marks a list item at a line's start: glyphs, hyphens, numbers and check boxes. They leave the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from inkslate.board import Line, Word

# Glyphs mean a bullet even with no space behind them; a hyphen, a star or a number needs one.
_BULLET = re.compile(
    r"""
    (?: [•‣⁃◦▪▫●○■□◆◇∙·・⦁◉❖➢➤►▸▶☐☑☒⬜🔲◻❏❑🗹①-⑳\uf0b7\uf0a7] \s*
      | (?: [-*–—−＊] | \(?\d{1,3}(?:[.)]|\.\)) | \(?[A-Za-z]\) ) (?:\s+|$)
    )
    (?: \[[ xX✓✔]?\] (?:\s+|$) | [☐☑☒] \s* )?
  | \[[ xX✓✔]?\] (?:\s+|$)
    """,
    re.VERBOSE,
)


def split_bullet(text: str) -> tuple[bool, str]:
    """Whether the line is a list item, and its text without the bullet, number or check box."""
    stripped = text.strip()
    match = _BULLET.match(stripped)
    return (True, stripped[match.end() :]) if match else (False, stripped)


def line_of(words: Sequence[Word], *, bullet: bool = False) -> Line:
    """A line of recognised words. A bullet in front sets the flag and leaves the text; `bullet` sets it anyway.

    A word that is left of a bullet glued to it keeps its box and source.
    """
    text = " ".join(word.text for word in words)
    found, rest = split_bullet(text)
    kept: list[Word] = []
    at, begins = 0, len(text) - len(rest)
    for word in words:
        end = at + len(word.text)
        if end > begins:
            kept.append(word if at >= begins else replace(word, text=word.text[begins - at :]))
        at = end + 1
    return Line(tuple(kept), bullet or found)
