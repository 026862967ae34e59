"""iCalendar: a VTODO a task, for calendars and task programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timezone

from icalendar import Calendar, Component, Todo, vText

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.records import UNKNOWN, TaskRecord, as_day

# The format requires a time stamp; a constant one makes equal notes give equal files.
_NO_TIME = datetime(1970, 1, 1, tzinfo=timezone.utc)


class _Text(vText):
    """Text escaped by RFC 5545. The library's own class reads a backslash before an N as a line break."""

    def to_ical(self) -> bytes:
        escaped = str(self)
        for mark in "\\;,":
            escaped = escaped.replace(mark, f"\\{mark}")
        return escaped.encode()


def write_ics(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """One VCALENDAR. The UID comes from the task's id, so that a second import updates; DTSTAMP is `now`.

    A task of the `existing` calendar stays as it is where nothing has changed, else its SEQUENCE is one more. What is
    done there stays done.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//inkslate//tasks//EN")
    calendar.add("version", "2.0")
    stamp = (options.now or _NO_TIME).astimezone(timezone.utc)
    opening, end = str(calendar.to_ical(), "utf-8").split("END:", 1)
    # One by one: the library's objects take twenty times the memory of their text.
    todos = (
        str(_todo(item, stamp, options.existing.get(uid(item.id))).to_ical(), "utf-8")
        for item in items(extractions, options.records)
    )
    return "".join([opening, *todos, f"END:{end}"])


def read_back(text: str) -> dict[str, TaskRecord]:
    """The tasks of a calendar by their UIDs."""
    todos = Calendar.from_ical(text).walk("VTODO")
    return {str(todo["uid"]): _record(todo) for todo in todos if "uid" in todo}


def _record(todo: Component) -> TaskRecord:
    done = str(todo.get("status", "")).upper() in ("COMPLETED", "CANCELLED") or "completed" in todo
    due = todo.decoded("due") if "due" in todo else None
    stamp = todo.decoded("dtstamp") if "dtstamp" in todo else None
    return TaskRecord(
        done=done,
        completed=todo.decoded("completed") if "completed" in todo else None,
        revision=int(todo.get("sequence", 0)),
        stamp=stamp if isinstance(stamp, datetime) else None,
        written=_written(str(todo.get("summary", "")), due, done),
    )


def _written(text: str, due: date | None, done: bool) -> tuple[str, ...]:
    """What makes a revision."""
    return (text, due.isoformat() if due else "", str(done))


def uid(id: str) -> str:
    """The UID of the task with that id."""
    return f"{id}@inkslate"


def _todo(item: OutputTask, stamp: datetime, existing: TaskRecord | None) -> Todo:
    record = item.record.joined(existing or UNKNOWN)
    same = existing is not None and existing.written == _written(item.text, item.due, record.done)
    todo = Todo()
    todo.add("uid", _Text(uid(item.id)))
    todo.add("dtstamp", existing.stamp if existing and existing.stamp and same else stamp)
    todo.add("sequence", 0 if existing is None else existing.revision + (not same))
    todo.add("summary", _Text(item.text))
    if item.owner:
        todo.add("description", _Text(f"Owner: {item.owner}"))  # programs show it, unlike fields of our own
    todo.add("status", "COMPLETED" if record.done else "NEEDS-ACTION")
    if record.done and record.completed:
        todo.add("completed", _moment(record.completed))
    if item.due is not None:
        todo.add("due", item.due)  # without a time zone: local time, as in the note
    # No ORGANIZER or ATTENDEE: they need an address, which a note does not have.
    for name, value in (("owner", item.owner), ("board", item.board), ("region", item.region)):
        if value:
            todo.add(f"x-inkslate-{name}", _Text(value), parameters={"VALUE": "TEXT"})
    return todo


def _moment(completed: date) -> datetime:
    """The time in UTC, which COMPLETED must have; midnight where only the day is known."""
    if isinstance(completed, datetime):
        return completed.astimezone(timezone.utc)
    return datetime.combine(as_day(completed), time(), tzinfo=timezone.utc)
