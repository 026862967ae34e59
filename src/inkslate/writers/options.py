"""What a writer may be told beside the extractions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterOptions:
    """`now` is the notes' date; where it is None a writer names no time that it does not know."""

    colour: bool = False
    obsidian: bool = False
    now: datetime | None = None


PLAIN = WriterOptions()
