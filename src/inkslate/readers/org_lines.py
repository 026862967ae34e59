"""Lines of an Org file that hold text: not those of drawers, code, comments and the log of a headline."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

HEADLINE = re.compile(r"(\*+)\s+")
_DRAWER = re.compile(r":[\w-]+:\s*$")
_DRAWER_END = ":end:"
_BEGIN = re.compile(r"#\+BEGIN_(\w+)", re.IGNORECASE)
_BLOCK_END = re.compile(r"#\+END_\w+", re.IGNORECASE)
_NOT_TEXT = ("#+", "# ", ": ")  # settings, comments and what a program printed
_NOTHING = ("#", ":")
_KEPT_BLOCKS = frozenset({"quote", "verse", "center"})
_RULE = re.compile(r"-{5,}\s*$")
# What Org notes below a headline when its state or its plan changes, if it does so outside of a drawer.
_LOGGED = re.compile(
    r"""- \s (?: State \s+ "[^"]*" \s+ from \b | Note \s taken \s on \b | CLOSING \s NOTE \b | Refiled \s on \b
    | (?: Rescheduled | New \s deadline ) \s from \b | (?: Removed \s deadline | Not \s scheduled ), \s was \b )
    [^\[\]]{0,60} (?: \[\d{4}-[^\[\]]*\] [^\[\]]{0,20} ){1,2} $""",
    re.VERBOSE,
)
_INLINE_END = re.compile(r"\*{10,}\s+END\s*$")  # of a task in the midst of text, which begins with as many stars
_TABLE_RULE = re.compile(r"\|[-+|]*\s*$")


def text_lines(lines: list[str]) -> Iterator[tuple[int, str | None]]:
    """Numbers and lines that hold text or plans; None for a blank line or a rule."""
    skipping: str | None = None  # how the line begins that ends the block or drawer
    ends = _ends_below(lines)
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if skipping is not None:
            skipping = None if _ends(line, skipping) else skipping
        elif not line or _RULE.match(raw):
            yield number, None
        elif block := _BEGIN.match(line):
            end = f"#+end_{block[1].lower()}"
            if block[1].lower() not in _KEPT_BLOCKS and ends.blocks.get(end, 0) > number:
                skipping = end
        elif _DRAWER.match(line) and not _ends(line, _DRAWER_END) and number in ends.drawers:
            skipping = _DRAWER_END
        elif not (
            line in _NOTHING
            or line.startswith(_NOT_TEXT)
            or _TABLE_RULE.match(line)
            or _LOGGED.match(line)
            or _INLINE_END.match(raw)
        ):
            yield number, raw


class _Ends(NamedTuple):
    """The last line that ends each kind of block, and the lines that a drawer could begin with and end below."""

    blocks: Mapping[str, int]
    drawers: Container[int]


def _ends_below(lines: Sequence[str]) -> _Ends:
    """What ends where, so that a block or drawer without an end hides nothing. No drawer goes on behind a headline."""
    blocks: dict[str, int] = {}
    drawers: set[int] = set()
    is_ended = False
    for number in range(len(lines), 0, -1):
        line = lines[number - 1].strip()
        if HEADLINE.match(lines[number - 1]):
            is_ended = False
        elif _ends(line, _DRAWER_END):
            is_ended = True
        elif is_ended and line.startswith(":"):
            drawers.add(number)
        elif end := _BLOCK_END.match(line):
            blocks.setdefault(end[0].lower(), number)
    return _Ends(blocks, drawers)


def _ends(line: str, end: str) -> bool:
    """Whether a line ends the block or drawer that ends with `end`; behind that of a block there may be more."""
    return line[: len(end)].lower() == end and (end != _DRAWER_END or len(line) == len(end))
