"""Quotations: names and days in them belong to a title or to what somebody said, not to the task."""

from __future__ import annotations

import re

# A mark opens a quotation after a space or a bracket, and closes it where no letter follows: 12" is a length, and the
# parents' room has an apostrophe.
_OPENS, _CLOSES = r"(?<![^\s(\[{:,;/–—-])", r"(?!\w)"
_KINDS = (('"', '"'), ("“„", "”“"), ("«", "»"), ("»", "«"), ("‹", "›"), ("'", "'"), ("‘‚", "’‘"))
_OPENING = re.compile(rf"{_OPENS}[{''.join(first for first, _ in _KINDS)}](?=\S)")
_CLOSING = {mark: re.compile(rf"[{last}]{_CLOSES}") for first, last in _KINDS for mark in first}
_LETTER = re.compile(r"[\w@]")  # after @ any word would be read as a name
# A letter without case: the quotation still counts as words, but not as a name or a day.
_MASK = "\u01c0"


def mask_quotations(text: str) -> str:
    """The text with the letters of its quotations masked; all offsets stay the same."""
    parts: list[str] = []
    at = done = 0
    open_ended: set[str] = set()
    while opening := _OPENING.search(text, at):
        at, mark = opening.end(), opening[0]
        closing = None if mark in open_ended else _CLOSING[mark].search(text, at)
        if closing is None:
            open_ended.add(mark)  # nor will it close behind the next mark of this kind
            continue
        at = closing.end()
        parts += [text[done : opening.start()], _LETTER.sub(_MASK, text[opening.start() : at])]
        done = at
    return "".join([*parts, text[done:]]) if parts else text
