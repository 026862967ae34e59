"""The short text beside a structured result, for assistants that show or read only text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inkslate.messages import counted, one_line

_LONGEST = 200  # characters of a line


def summary(result: Mapping[str, Any]) -> str:
    """A line for each entry of the page, and one that says whether there are more."""
    return "\n".join(_lines(result))


def _lines(result: Mapping[str, Any]) -> Iterator[str]:
    is_tasks = "tasks" in result
    entries = result["tasks"] if is_tasks else result["notes"]
    noun = "open task" if is_tasks else "note"
    shown = "" if len(entries) == result["total"] else f", {len(entries)} of them here"
    yield f"{counted(result['total'], noun)}{shown}"
    for entry in entries:
        yield _task(entry) if is_tasks else one_line(f"- {entry['path']}", _LONGEST)
    if result["next_cursor"]:
        yield f"There are more: pass cursor {result['next_cursor']}"
    if result.get("not_read_total"):
        yield f"{counted(result['not_read_total'], 'note')} could not be read: {'; '.join(result['not_read'])}"


def _task(task: Mapping[str, Any]) -> str:
    source = task["source"]
    line = f"line {source['line']}" if source["line"] else ""
    place = " ".join(part for part in (source["file"], line) if part)
    facts = [f"due {task['due']}" if task["due"] else "", f"owner {task['owner']}" if task["owner"] else "", place]
    behind = ", ".join(fact for fact in facts if fact)
    return one_line(f"- {task['text']}", _LONGEST) + (f" ({one_line(behind, _LONGEST)})" if behind else "")
