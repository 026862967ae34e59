"""Logseq's own syntax, rewritten line by line as the Markdown that everybody reads: lines keep their numbers."""

from __future__ import annotations

import re
from datetime import date

# WAITING is one of its markers too, but what waits for others is not a task: the word stays, and the model decides.
_MARKER = re.compile(
    r"^(?P<front>\s*[-*] )(?P<marker>TODO|DOING|NOW|LATER|IN-PROGRESS|DONE|CANCELED|CANCELLED) "
    r"(?:\[#(?P<priority>[ABC])\] )?"
)
_DONE = frozenset({"DONE", "CANCELED", "CANCELLED"})
_PLANNED = re.compile(r"^\s*(?P<name>SCHEDULED|DEADLINE): <(?P<day>\d{4}-\d{2}-\d{2})[^<>]*>\s*$")
_PROPERTY = re.compile(r"^\s*(?:[-*] )?[\w.-]+:: .*$")
_SIGNS = {"DEADLINE": "📅", "SCHEDULED": "⏳", "A": "⏫", "B": "🔼", "C": "🔽"}
_JOURNAL = re.compile(r"^journals/(\d{4})_(\d{2})_(\d{2})$")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def rewrite(text: str) -> str:
    """Markers as boxes, planning lines and priorities as marks behind the task, properties as blank lines."""
    lines = text.split("\n")
    task: int | None = None
    for at, line in enumerate(lines):
        if marker := _MARKER.match(line):
            box = "[x]" if marker["marker"] in _DONE else "[ ]"
            sign = f" {_SIGNS[marker['priority']]}" if marker["priority"] else ""
            lines[at], task = f"{marker['front']}{box} {line[marker.end() :].rstrip()}{sign}", at
        elif planned := _PLANNED.match(line):
            lines[at] = ""
            if task is not None:
                lines[task] += f" {_SIGNS[planned['name']]} {planned['day']}"
        elif _PROPERTY.match(line):
            lines[at] = ""
        elif line.lstrip().startswith(("- ", "* ")):
            task = None
    return "\n".join(lines)


def page_name(path: str) -> str:
    """The page of a file (its path without suffix); a journal is called by its day, in Logseq's default format."""
    if journal := _JOURNAL.match(path):
        year, month, day = map(int, journal.groups())
        try:
            return f"{_MONTHS[date(year, month, day).month - 1]} {day}{_ordinal(day)}, {year}"
        except ValueError:
            pass
    return path.removeprefix("pages/").removeprefix("journals/").replace("___", "/")


def _ordinal(day: int) -> str:
    return "th" if 11 <= day <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
