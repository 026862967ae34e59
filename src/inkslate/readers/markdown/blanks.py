"""Blanks for what is left out of a file before it is parsed, so that every other character keeps its place."""

from __future__ import annotations

import re

# A space that indents nothing: five spaces behind the sign of an item would make code of its text.
_BLANK = "\u00a0"
_NOT_LINE_END = re.compile(r"[^\n]")
_NO_TEXT = f" \t-*#>{_BLANK}"


def blanks_for(text: str) -> str:
    """As many blanks as the text has characters; its line ends stay."""
    return _NOT_LINE_END.sub(_BLANK, text)


def without_bare_blanks(text: str) -> str:
    """The text, where lines that have nothing but blanks are empty ones for the parser."""
    if _BLANK not in text:
        return text
    lines = text.split("\n")
    return "\n".join(line if line.strip(_NO_TEXT) else line.replace(_BLANK, " ") for line in lines)
