"""Microsoft To Do: bodies for `POST /me/todo/lists/{id}/tasks` of Microsoft Graph."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.payloads import json_array, origin, read_results
from inkslate.writers.records import TaskRecord


def write_graph(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A JSON list of todoTask resources; the task's id is the linked resource's `externalId`.

    What the `existing` list has is left out, and so is what is done: a request would make it again.
    """
    # A named zone only: Graph does not accept offsets. To Do keeps only the day, which UTC does not change.
    zone = getattr(options.now.tzinfo, "key", None) if options.now else None
    found = (item for item in items(extractions, options.records) if item.id not in options.existing)
    return json_array(_task(item, zone or "UTC") for item in found if not item.record.done)


def read_back(text: str) -> dict[str, TaskRecord]:
    """The tasks of `GET /me/todo/lists/{id}/tasks?$expand=linkedResources`, by the ids that we gave them."""
    return {
        linked["externalId"]: TaskRecord(done=task.get("status") == "completed")
        for task in read_results(text, "value")
        for linked in task.get("linkedResources", ())
        if linked.get("applicationName") == "inkslate"
    }


def _task(item: OutputTask, zone: str) -> dict[str, Any]:
    task: dict[str, Any] = {
        "title": item.text,
        "body": {"content": "\n".join(origin(item)), "contentType": "text"},
    }
    if item.last_day is not None:
        moment = datetime.combine(item.last_day, item.due_time.time() if item.due_time else time())
        task["dueDateTime"] = {"dateTime": moment.isoformat(timespec="seconds"), "timeZone": zone}
    task["linkedResources"] = [{"applicationName": "inkslate", "displayName": item.board, "externalId": item.id}]
    return task
