"""Marks that plugins put behind a task: the emoji of Obsidian's Tasks plugin and the inline fields of Dataview.

    call Ruth 📅 2026-11-20 ⏫ 🔁 every week
    call Ruth [due:: 2026-11-20] (priority:: high)

A mark counts only with a value that its plugin accepts; everything else is text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

_DATES = {
    "due": "📅📆🗓",
    "scheduled": "⏳⌛",
    "start": "🛫",
    "created": "➕",
    "completion": "✅",
    "cancelled": "❌",
}
_NAME = {sign: name for name, signs in _DATES.items() for sign in signs}
_VALUES = {"🔁": "repeat", "🏁": "onCompletion", "🆔": "id", "⛔": "dependsOn"}
_PRIORITIES = {"🔺": "highest", "⏫": "high", "🔼": "medium", "🔽": "low", "⏬": "lowest"}
_FIELD_NAMES = (*_DATES, *_VALUES.values(), "priority")
_SIGN = re.compile(f"[{''.join((*_NAME, *_VALUES, *_PRIORITIES))}]|::|\\^")
# The lengths are bounded, so that a hostile text takes linear time.
_DATED = re.compile(rf"(?P<sign>[{''.join(_NAME)}])\ufe0f?\s?(?P<value>\d{{4}}-\d{{2}}-\d{{2}})(?!\S)")
_VALUED = re.compile(
    r"""
      (?P<repeat> 🔁\ufe0f?\s? (?P<every> every\b [a-zA-Z0-9,!\ ]{0,80} [a-zA-Z0-9!] ))
    | 🏁\ufe0f?\s? (?P<on_completion> keep | delete ) \b
    | 🆔\ufe0f?\s? (?P<id> [\w-]{1,100} )
    | ⛔\ufe0f?\s? (?P<depends> [\w-]{1,100} (?: \s?,\s? [\w-]{1,100} ){0,20} )
    """,
    re.VERBOSE,
)
_FIELD = re.compile(
    rf"""
      \[ \s? (?P<key> {"|".join(_FIELD_NAMES)} ) :: \s? (?P<value> [^\[\]()]{{1,100}} ) \]
    | \( \s? (?P<round_key> {"|".join(_FIELD_NAMES)} ) :: \s? (?P<round_value> [^\[\]()]{{1,100}} ) \)
    """,
    re.VERBOSE,
)
_PRIORITY = re.compile(f"[{''.join(_PRIORITIES)}]\ufe0f?")
_BLOCK = re.compile(r"(?<=\s)\^[a-zA-Z0-9-]{1,100}\s*$")
_BEHIND = re.compile(r"(?:\s|#[^\s#]+)*")  # tags may stand among the marks

Place = tuple[int, int]
_Found = tuple[Place, tuple[str, str]]  # where, name and value


@dataclass(frozen=True, slots=True)
class TaskMarks:
    """The marks of a task in order: name, value, and how the note writes it."""

    found: tuple[tuple[str, str, str], ...] = ()

    def value(self, name: str) -> str | None:
        """The value of a mark; None where the task has no such mark."""
        return next((value for known, value, _ in self.found if known == name), None)

    def day(self, name: str) -> date | None:
        """The day that a mark names."""
        value = self.value(name)
        return date.fromisoformat(value) if value else None

    @property
    def due(self) -> date | None:
        """The due date, a past one too."""
        return self.day("due")

    @property
    def written(self) -> str:
        """All marks as the note has them."""
        return " ".join(text for _, _, text in self.found)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text taken apart: the marks, and the places of everything that is not the task's own text."""

    text: str
    marks: TaskMarks
    places: tuple[Place, ...]

    @property
    def plain(self) -> str:
        """The text without marks."""
        return " ".join(self.blanked.split()) if self.places else self.text

    @property
    def blanked(self) -> str:
        """The text with spaces instead of marks, so that everything else keeps its place."""
        parts, at = [], 0
        for start, end in sorted(self.places):
            if end > at:
                parts += [self.text[at : max(at, start)], " " * (end - max(at, start))]
                at = end
        return "".join([*parts, self.text[at:]])

    def place_of(self, name: str) -> Place | None:
        """The place of the first mark of that name."""
        named = zip(self.places, self.marks.found, strict=False)  # behind those of the marks may be that of a block id
        return next((place for place, (known, *_) in named if known == name), None)


def find_marks(text: str) -> MarkedText:
    """The marks of a task's text. A block id (`^abc`) at the end is neither a mark nor the task's text."""
    if not _SIGN.search(text):
        return MarkedText(text, TaskMarks(), ())
    found = [*_dated(text), *_valued(text), *_fields(text)]
    block = [match.span() for match in _BLOCK.finditer(text)]
    blanked = MarkedText(text, TaskMarks(), tuple([place for place, _ in found] + block)).blanked
    found += _trailing_priorities(blanked)
    found.sort()
    marks = TaskMarks(tuple((name, value, text[start:end].strip()) for (start, end), (name, value) in found))
    marked = MarkedText(text, marks, tuple([place for place, _ in found] + block))
    return marked if marked.plain else MarkedText(text, TaskMarks(), ())  # marks of nothing are text


def _dated(text: str) -> list[_Found]:
    return [(m.span(), (_NAME[m["sign"]], m["value"])) for m in _DATED.finditer(text) if _is_day(m["value"])]


def _valued(text: str) -> list[_Found]:
    found = []
    for match in _VALUED.finditer(text):
        value = match["every"] or match["on_completion"] or match["id"] or match["depends"]
        found.append((match.span(), (_VALUES[match[0][0]], value.strip())))
    return found


def _fields(text: str) -> list[_Found]:
    found = []
    for match in _FIELD.finditer(text):
        name, value = match["key"] or match["round_key"], (match["value"] or match["round_value"]).strip()
        if value and (name not in _DATES or _is_day(value)):
            found.append((match.span(), (name, value)))
    return found


def _trailing_priorities(blanked: str) -> list[_Found]:
    """Priorities behind the text: elsewhere the signs are arrows."""
    found: list[_Found] = []
    end = len(blanked)
    for match in reversed(list(_PRIORITY.finditer(blanked))):
        if not _BEHIND.fullmatch(blanked, match.end(), end):
            break
        found.append((match.span(), ("priority", _PRIORITIES[match[0][0]])))
        end = match.start()
    return found


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text)) and len(text) == len("2026-11-20")
    except ValueError:
        return False
