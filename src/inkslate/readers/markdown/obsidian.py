"""What Obsidian and its plugins write into notes that is no text: ids of blocks, code of templates."""

from __future__ import annotations

import re

from inkslate.readers.markdown.blanks import blanks_for, without_bare_blanks

_TEMPLATER = re.compile(r"<%[-_+~]?\*|<%[-_+~\s]{0,9}(?:await\s)?\s{0,9}tp\.")
_BLOCK_ID = re.compile(r"(?:^|(?<=\S)[ \t])\^(?=[\d-]{0,60}[A-Za-z])[A-Za-z\d-]{3,60}$")


def without_templates(text: str) -> str:
    """The text with blanks for the code of Templater (`<% tp.date.now() %>`): all else keeps its place."""
    if not _TEMPLATER.search(text):
        return text
    parts, at = [], 0
    while (start := text.find("<%", at)) >= 0 and (end := text.find("%>", start)) >= 0:
        parts += [text[at:start], blanks_for(text[start : end + 2])]
        at = end + 2
    return without_bare_blanks("".join([*parts, text[at:]]))


def find_block_id(line: str) -> int | None:
    """Where the id of a block begins behind the text of a line (`water the ferns ^fern-1`), if there is one."""
    found = _BLOCK_ID.search(line) if "^" in line else None
    return found.start() if found else None
