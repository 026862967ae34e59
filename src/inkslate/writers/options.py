"""The options of writers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterOptions:
    """`now` is the date of the notes; where it is None, writers leave creation times out."""

    colour: bool = False
    obsidian: bool = False
    now: datetime | None = None


PLAIN = WriterOptions()
