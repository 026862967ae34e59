"""Todoist: bodies for `POST /api/v1/tasks`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.markdown_text import escape_leading, escape_underscores
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.payloads import json_array, origin, read_results
from inkslate.writers.records import TaskRecord
from inkslate.writers.spelling import WORD_JOINER

_MARKDOWN = re.compile(r"[\\`*~\[\]]")
# What quick add reads at a word's start: projects, labels, sections, people, reminders, deadlines. The API also removes
# labels from the content, and there is no escape.
_QUICK_ADD = re.compile(r"(?<!\S)(?=#|[@/+!{]\S)")
_OURS = re.compile(r"^inkslate: (?P<id>\S+)\s*$", re.MULTILINE)
_CONTENT, _DESCRIPTION = 500, 16_383  # the most characters that Todoist accepts


def write_todoist(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A JSON list of task bodies. A text that is too long is cut, and is complete in the description.

    What is in `existing` is left out, and so is what is done: a request would make it again.
    """
    found = (item for item in items(extractions, options.records) if item.id not in options.existing)
    return json_array(_task(item) for item in found if not item.record.done)


def read_back(text: str) -> dict[str, TaskRecord]:
    """The tasks of `GET /api/v1/tasks`, or of `/api/v1/tasks/completed/by_completion_date`, by our ids."""
    return {
        match["id"]: TaskRecord(done=bool(task.get("checked") or task.get("completed_at")))
        for task in read_results(text, "results", "items")
        for match in _OURS.finditer(task.get("description") or "")
    }


def _task(item: OutputTask) -> dict[str, Any]:
    content = _cut(item.text, _CONTENT)
    whole = [] if content == plain_content(item.text) else [item.text]
    notes = [*whole, *origin(item), f"inkslate: {item.id}"]
    task = {"content": content, "description": _cut("\n".join(notes), _DESCRIPTION)}
    if item.due_time:
        task["due_datetime"] = item.due_time.isoformat(timespec="seconds")  # no time zone: that of the user
    elif item.due_day:
        task["due_date"] = item.due_day
    return task


def plain_content(text: str) -> str:
    """The text as Todoist's Markdown, without formatting, and without labels or projects for the task."""
    escaped = _MARKDOWN.sub(r"\\\g<0>", _QUICK_ADD.sub(WORD_JOINER, text))
    return escape_leading(escape_underscores(escaped))


def _cut(text: str, limit: int) -> str:
    """The plain text, or as much of its beginning as fits, with an ellipsis."""
    plain = plain_content(text)
    if len(plain) <= limit:
        return plain
    kept = limit - 1
    while len(plain := plain_content(text[:kept])) >= limit:
        kept -= max(1, (len(plain) - limit) // 2)
    return plain + "…"
