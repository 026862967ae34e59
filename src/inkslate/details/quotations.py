"""Quotations: what somebody else said or a title says is nothing about the task that quotes it."""

from __future__ import annotations

import re

# A mark opens a quotation behind a space or a bracket and closes it before what is no letter: 12" is a length and the
# parents' room has an apostrophe.
_OPENS, _CLOSES = r"(?<![^\s(\[{:,;/–—-])", r"(?!\w)"
_QUOTATION = re.compile(
    "|".join(
        rf"{_OPENS}[{first}](?=\S)(?:(?![{last}]{_CLOSES}).)*[{last}]{_CLOSES}"
        for first, last in (('"', '"'), ("“„", "”“"), ("«", "»"), ("»", "«"), ("‹", "›"), ("'", "'"), ("‘‚", "’‘"))
    )
)
_LETTER = re.compile(r"[\w@]")  # @ makes a name of whatever stands behind it
# A letter without case: where a quotation stands something stands, but neither a name nor a day.
_MASK = "\u01c0"


def mask_quotations(text: str) -> str:
    """The text with the letters of its quotations made unreadable; every character keeps its place."""
    return _QUOTATION.sub(lambda quotation: _LETTER.sub(_MASK, quotation[0]), text)
