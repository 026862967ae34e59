"""What is known about a task from before: from an earlier run, or from the tool that it was written for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRecord:
    """Whether a task is done and since when, how often it was changed, and where it is."""

    done: bool = False
    completed: date | None = None  # a datetime where the time is known
    revision: int = 0
    stamp: datetime | None = None  # of the revision
    written: tuple[str, ...] = ()  # what the tool has: it has changed if we would write something else
    link: str | None = None  # to its note, in the syntax of the target
    marks: str = ""  # of a task plugin, as the note has them

    def joined(self, other: TaskRecord) -> TaskRecord:
        """This record; the task is done if either says so."""
        if self.done or not other.done:
            return self
        return replace(self, done=True, completed=other.completed)


Records = Mapping[str, TaskRecord]
UNKNOWN = TaskRecord()


def as_day(value: date) -> date:
    """The day of a date with or without a time."""
    return value.date() if isinstance(value, datetime) else value
