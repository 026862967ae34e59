"""What Obsidian and its plugins write into notes that is no text: ids of blocks, code of templates, comments."""

from __future__ import annotations

import re
from bisect import bisect_right

from inkslate.readers.markdown.blanks import blanks_for, without_bare_blanks

_TEMPLATER = re.compile(r"<%[-_+~]?\*|<%[-_+~\s]{0,9}(?:await\s)?\s{0,9}tp\.")
_COMMENT_LINE = re.compile(r"^[ \t]{0,3}%%(?!.*%%).*$", re.MULTILINE)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
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


def without_comments(text: str) -> str:
    """The text with blanks for comments of several lines: from a line that begins with %% to one that ends with it.

    A comment without an end hides nothing, and what is in a code block (Mermaid has %% too) is not looked at.
    """
    if not _COMMENT_LINE.search(text):
        return text
    lines = text.split("\n")
    ends = [at for at, line in enumerate(lines) if line.rstrip().endswith("%%")]
    fence = ""
    at = 0
    while at < len(lines):
        found = _FENCE.match(lines[at])
        if found and (not fence or (found[1].startswith(fence) and not found[2].strip())):
            fence = "" if fence else found[1]
        elif not fence and _COMMENT_LINE.fullmatch(lines[at]):
            end = bisect_right(ends, at)
            if end < len(ends):
                for inside in range(at, ends[end] + 1):
                    lines[inside] = blanks_for(lines[inside])
                at = ends[end]
        at += 1
    return "\n".join(lines)


def find_block_id(line: str) -> int | None:
    """Where the id of a block begins behind the text of a line (`water the ferns ^fern-1`), if there is one."""
    found = _BLOCK_ID.search(line) if "^" in line else None
    return found.start() if found else None
