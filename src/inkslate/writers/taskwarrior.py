"""Taskwarrior: the input of `task import`."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from datetime import date, datetime, time, timezone
from typing import Any

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.payloads import json_array, read_results
from inkslate.writers.records import TaskRecord
from inkslate.writers.spelling import WORD_JOINER

_NAMESPACE = uuid.UUID("0c8a3c5e-9d0b-5c39-9f0e-3a1c1f6b7d42")
# How Taskwarrior stores brackets: it would turn these into brackets.
_ENTITY = re.compile(r"&(?=open;|close;)")
_FIRST_YEAR = 1980  # it crashes on earlier dates


def write_taskwarrior(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A JSON list. The uuid comes from the task's id, so that a second import updates; `entry` is `now`.

    Without `now` there is no `entry`: Taskwarrior sets it at the first import and keeps it at the next. An import would
    reopen what is done: what is done or deleted in `existing` is left out, and what we do not know to be done is open.
    """
    found = ((item, options.existing.get(task_uuid(item.id))) for item in items(extractions, options.records))
    return json_array(
        _task(item, options.now, known is not None) for item, known in found if not (known and known.done)
    )


def read_back(text: str) -> dict[str, TaskRecord]:
    """The tasks that `task export` prints, by their uuids."""
    return {
        task["uuid"]: TaskRecord(done=task["status"] in ("completed", "deleted"), completed=_moment(task.get("end")))
        for task in read_results(text)
    }


def _moment(text: str | None) -> datetime | None:
    return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc) if text else None


def task_uuid(id: str) -> str:
    """The uuid of the task with that id."""
    return str(uuid.uuid5(_NAMESPACE, id))


def _task(item: OutputTask, now: datetime | None, known: bool) -> dict[str, Any]:
    task: dict[str, Any] = {
        "uuid": task_uuid(item.id),
        "status": "completed" if item.record.done else "pending",
        "description": _ENTITY.sub(f"&{WORD_JOINER}", item.text),
    }
    if now is not None and not known:
        task["entry"] = _utc(now)
    if item.record.done and item.record.completed:
        task["end"] = _utc(_as_moment(item.record.completed, now))
    if item.due is not None and item.due.year > _FIRST_YEAR:
        # A note's dates are local: in the time zone of `now`, else in that of this computer.
        day = item.due_time or datetime.combine(item.due, time())
        task["due"] = _utc(day.replace(tzinfo=now.tzinfo if now else None))
    if item.owner:
        task["owner"] = _ENTITY.sub(f"&{WORD_JOINER}", item.owner)
    return task


def _as_moment(day: date, now: datetime | None) -> datetime:
    """A day's beginning in the time zone of `now`; a time as it is."""
    return day if isinstance(day, datetime) else datetime.combine(day, time(), tzinfo=now.tzinfo if now else None)


def _utc(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
