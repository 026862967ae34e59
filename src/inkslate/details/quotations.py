"""Quotations: names and days in them belong to a title or to what somebody said, not to the task."""

from __future__ import annotations

import re

# A mark opens a quotation after a space or a bracket, and closes it where no letter follows: 12" is a length, and the
# parents' room has an apostrophe.
_OPENS, _CLOSES = r"(?<![^\s(\[{:,;/–—-])", r"(?!\w)"
_QUOTATION = re.compile(
    "|".join(
        rf"{_OPENS}[{first}](?=\S)(?:(?![{last}]{_CLOSES}).)*[{last}]{_CLOSES}"
        for first, last in (('"', '"'), ("“„", "”“"), ("«", "»"), ("»", "«"), ("‹", "›"), ("'", "'"), ("‘‚", "’‘"))
    )
)
_LETTER = re.compile(r"[\w@]")  # after @ any word would be read as a name
# A letter without case: the quotation still counts as words, but not as a name or a day.
_MASK = "\u01c0"


def mask_quotations(text: str) -> str:
    """The text with the letters of its quotations masked; all offsets stay the same."""
    return _QUOTATION.sub(lambda quotation: _LETTER.sub(_MASK, quotation[0]), text)
