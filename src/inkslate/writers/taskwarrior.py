"""Taskwarrior: the input of `task import`."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from datetime import datetime, time, timezone
from typing import Any

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.payloads import json_array
from inkslate.writers.spelling import WORD_JOINER

_NAMESPACE = uuid.UUID("0c8a3c5e-9d0b-5c39-9f0e-3a1c1f6b7d42")
# How Taskwarrior stores brackets: it would turn these into brackets.
_ENTITY = re.compile(r"&(?=open;|close;)")
_FIRST_YEAR = 1980  # it crashes on earlier dates


def write_taskwarrior(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A JSON list. The uuid comes from the task's id, so that a second import updates; `entry` is `now`.

    Without `now` there is no `entry`: Taskwarrior sets it at the first import and keeps it at the next.
    """
    return json_array(_task(item, options.now) for item in items(extractions))


def _task(item: OutputTask, now: datetime | None) -> dict[str, Any]:
    task: dict[str, Any] = {
        "uuid": str(uuid.uuid5(_NAMESPACE, item.id)),
        "status": "pending",
        "description": _ENTITY.sub(f"&{WORD_JOINER}", item.text),
    }
    if now is not None:
        task["entry"] = _utc(now)
    if item.due is not None and item.due.year > _FIRST_YEAR:
        # A note's dates are local: in the time zone of `now`, else in that of this computer.
        day = item.due_time or datetime.combine(item.due, time())
        task["due"] = _utc(day.replace(tzinfo=now.tzinfo if now else None))
    if item.owner:
        task["owner"] = _ENTITY.sub(f"&{WORD_JOINER}", item.owner)
    return task


def _utc(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
