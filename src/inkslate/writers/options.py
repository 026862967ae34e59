"""The options of writers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from inkslate.writers.records import TaskRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterOptions:
    """`now` is the date of the notes; where it is None, writers leave creation times out.

    `records` has what we know about tasks, by their ids; `existing` has what the tool has, as the writer's `read_back`
    gives it.
    """

    colour: bool = False
    obsidian: bool = False
    now: datetime | None = None
    records: Mapping[str, TaskRecord] = field(default_factory=dict)
    existing: Mapping[str, TaskRecord] = field(default_factory=dict)


PLAIN = WriterOptions()
