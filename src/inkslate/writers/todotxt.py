"""todo.txt: a task a line, in which only owner, due date, id and creation date are syntax.

The format has no escape. A word joiner, which is invisible, is put before a word that would be read as a completion
mark, a priority, a date, a +project or a @context, and before the colon of a word that would be read as key:value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.records import TaskRecord, as_day
from inkslate.writers.spelling import WORD_JOINER

_FIRST = re.compile(r"[xX](?:\s|$)|\([A-Za-z]+\)|\d{4}-\d{2}-\d{2}")
_TAG = re.compile(r"(?<!\S)(?=[+@]\S)")
# Times (10:30) are not changed, because no key begins with a number; web addresses neither, which programs recognise.
_COLON = re.compile(r"(?<=\S)(?<!\d):(?=\S)|(?<=\d):(?=[^\s\d])")
_ADDRESS = re.compile(r"https?://\S")
_OURS = re.compile(r"^(?P<done>x (?:(?P<day>\d{4}-\d{2}-\d{2}) )?)?(?:.* )?id:(?P<id>\S+)\s*$", re.MULTILINE)


def write_todotxt(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A line a task: `[x completion date] [creation date] text [owner:NAME] [due:YYYY-MM-DD] id:...`.

    It was created at `now`.

    What the `existing` file has is left out: append the result to it.
    """
    created = options.now.date().isoformat() if options.now else None
    found = (item for item in items(extractions, options.records) if key(item.id) not in options.existing)
    return "".join(f"{_line(item, created)}\n" for item in found)


def read_back(text: str) -> dict[str, TaskRecord]:
    """The tasks of a todo.txt file that have an `id:`."""
    return {
        match["id"]: TaskRecord(done=bool(match["done"]), completed=_day(match["day"]))
        for match in _OURS.finditer(text)
    }


def _day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def key(id: str) -> str:
    """The task's id as the value of `id:`, or a name as that of `owner:`: a value has neither spaces nor colons."""
    return re.sub(r"[\s:]", "_", id)


def _line(item: OutputTask, created: str | None) -> str:
    record = item.record
    owner = f"owner:{key(item.owner)}" if item.owner else ""
    parts = [_plain(item.text), owner, f"due:{item.due_day}" if item.due_day else "", f"id:{key(item.id)}"]
    completed = as_day(record.completed).isoformat() if record.done and record.completed else ""
    dates = [completed, created or ""] if completed or not record.done else []  # a creation date alone means completion
    return " ".join(part for part in ["x" if record.done else "", *dates, *parts] if part)


def _plain(text: str) -> str:
    plain = " ".join(word if _ADDRESS.match(word) else _COLON.sub(f"{WORD_JOINER}:", word) for word in text.split(" "))
    plain = _TAG.sub(WORD_JOINER, plain)
    return WORD_JOINER + plain if _FIRST.match(plain) else plain
