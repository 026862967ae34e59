"""iCalendar: a VTODO a task, for calendars and task programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone

from icalendar import Calendar, Todo, vText

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions

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
    """One VCALENDAR. The UID comes from the task's id, so that a second import updates; DTSTAMP is `now`."""
    calendar = Calendar()
    calendar.add("prodid", "-//inkslate//tasks//EN")
    calendar.add("version", "2.0")
    stamp = (options.now or _NO_TIME).astimezone(timezone.utc)
    opening, end = str(calendar.to_ical(), "utf-8").split("END:", 1)
    # One by one: the library's objects take twenty times the memory of their text.
    todos = (str(_todo(item, stamp).to_ical(), "utf-8") for item in items(extractions))
    return "".join([opening, *todos, f"END:{end}"])


def _todo(item: OutputTask, stamp: datetime) -> Todo:
    todo = Todo()
    todo.add("uid", _Text(f"{item.id}@inkslate"))
    todo.add("dtstamp", stamp)
    todo.add("summary", _Text(item.text))
    todo.add("status", "NEEDS-ACTION")
    if item.due is not None:
        todo.add("due", item.due)  # without a time zone: local time, as in the note
    # No ORGANIZER or ATTENDEE: they need an address, which a note does not have.
    for name, value in (("owner", item.owner), ("board", item.board), ("region", item.region)):
        if value:
            todo.add(f"x-inkslate-{name}", _Text(value), parameters={"VALUE": "TEXT"})
    return todo
