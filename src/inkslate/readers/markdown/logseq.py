"""Pages of Logseq: Markdown with markers, properties, drawers and queries of its own."""

from __future__ import annotations

import re
from typing import NamedTuple

from inkslate.board import DONE, OPEN
from inkslate.readers.markdown.blanks import blanks_for, without_bare_blanks

# WAITING is a marker too, but what waits for others is not a task: the word stays, and the model decides.
_MARKERS = {
    "TODO": OPEN, "DOING": OPEN, "NOW": OPEN, "LATER": OPEN, "IN-PROGRESS": OPEN,
    "DONE": DONE, "CANCELED": DONE, "CANCELLED": DONE,
}  # fmt: skip
_MARKER = re.compile(rf"(?P<word>{'|'.join(_MARKERS)})\s+(?:\[#[A-C]\]\s+)?(?=\S)")
_PROPERTY = re.compile(r"[ \t]*(?:[-*][ \t])?[\w.-]+::(?:[ \t]|$)")
_DRAWER = re.compile(r"[ \t]*:(?:LOGBOOK|PROPERTIES):[ \t]*$")
_DRAWER_END = re.compile(r"[ \t]*:END:[ \t]*$")
_BLOCK = re.compile(r"[ \t]*(?:[-*][ \t])?#\+(?:BEGIN|END)_(?P<hidden>QUERY|SRC|EXAMPLE|COMMENT)?", re.IGNORECASE)
_BLOCK_END = re.compile(r"[ \t]*#\+END_(?:QUERY|SRC|EXAMPLE|COMMENT)\b", re.IGNORECASE)
# Macros, references to other blocks, the size of a picture.
_INSERTED = re.compile(
    r"\{\{(?:query|embed|renderer|cards|namespace|video|youtube|tweet|function)\b[^{}\n]{0,500}(?:\{[^{}\n]{0,200}\})?\}\}"
    r"|\(\([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\)\)|\{:(?:height|width)\b[^{}\n]{0,80}\}"
)
_OWN_LINE = re.compile(
    r"^[ \t]*(?:(?:[-*][ \t])?(?:id::[ \t]+[0-9a-f]{8}-|collapsed::[ \t]+(?:true|false)\b|query-\w+::|#\+BEGIN_QUERY\b)"
    r"|:LOGBOOK:[ \t]*$)",
    re.MULTILINE,
)
_JOURNAL = re.compile(r"\d{4}_\d\d_\d\d")
_ITEM = re.compile(r"[-\s]|$|[\w.-]+::(?:\s|$)")
_PAGE_PROPERTY = re.compile(r"\s*[A-Za-z][\w.-]*::[ \t]+\S")
_MARKED_ITEM = re.compile(r"^[ \t]*-[ \t]+(?:DOING|NOW|LATER|CANCELED|CANCELLED)[ \t]", re.MULTILINE)


class Marker(NamedTuple):
    """A marker in front of an item: the word, what it says, and where the text behind it begins."""

    word: str
    box: str
    end: int


def is_logseq(text: str, name: str) -> bool:
    """Whether a file of Markdown is a page of Logseq: by its properties, a journal's name, or items with markers."""
    if _JOURNAL.fullmatch(name) or _OWN_LINE.search(text):
        return True
    if not (_PAGE_PROPERTY.match(text) or _MARKED_ITEM.search(text)):
        return False
    return all(map(_ITEM.match, text.split("\n")))


def find_marker(text: str) -> Marker | None:
    """The marker that the text of an item begins with, and its priority."""
    match = _MARKER.match(text)
    return Marker(match["word"], _MARKERS[match["word"]], match.end()) if match else None


def without_own_lines(text: str) -> str:
    """The text with blanks for properties, drawers, queries and references: every other character keeps its place."""
    lines = text.split("\n")
    last_end = _last_ends(lines)
    until: re.Pattern[str] | None = None
    for at, line in enumerate(lines):
        if until is not None:
            lines[at], until = " " * len(line), None if until.match(line) else until
        elif (drawer := _DRAWER.match(line)) or (block := _BLOCK.match(line)):
            end = _DRAWER_END if drawer else _BLOCK_END
            if last_end.get(end, -1) > at and (
                drawer or (block and block["hidden"])
            ):  # without an end it hides nothing
                until = end
            lines[at] = " " * len(line)
        elif _PROPERTY.match(line):
            lines[at] = " " * len(line)
        elif "((" in line or "{" in line:
            lines[at] = without_bare_blanks(_INSERTED.sub(lambda found: blanks_for(found[0]), line))
    return "\n".join(lines)


def _last_ends(lines: list[str]) -> dict[re.Pattern[str], int]:
    return {end: at for at, line in enumerate(lines) for end in (_DRAWER_END, _BLOCK_END) if end.match(line)}
