"""What a run is told: everything that its output depends on, except the inputs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inkslate.details.context import DetailContext
from inkslate.errors import InputError
from inkslate.model.shipped import DEFAULT_MODEL

PARQUET, JSONL = "parquet", "jsonl"
TARGETS = (PARQUET, JSONL)


@dataclass(frozen=True, slots=True, init=False)
class BatchSettings:
    """How boards become tasks. Owners and due dates are looked for where `details.now` is given."""

    model: str
    details: DetailContext

    def __init__(
        self,
        model: str = DEFAULT_MODEL,
        now: str | None = None,  # ISO 8601, local time
        locale: str = "en",
        people: tuple[str, ...] = (),
        *,
        details: DetailContext | None = None,
    ) -> None:
        """The details' context is given as a whole, or as `now`, `locale` and `people`."""
        try:
            moment = datetime.fromisoformat(now) if now is not None else None
        except ValueError:
            raise InputError(f"now is {now!r}; write it like 2026-11-15 or 2026-11-15T09:30") from None
        object.__setattr__(self, "model", model)
        object.__setattr__(self, "details", details or DetailContext(now=moment, locale=locale, people=tuple(people)))


DEFAULT_SETTINGS = BatchSettings()


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """What every worker needs to know; relative names of input files count from `base` on every machine."""

    settings: BatchSettings
    out: str
    target: str = PARQUET
    base: str = ""


@dataclass(frozen=True, slots=True)
class BatchCounts:
    """How much one unit, or a whole run, gave."""

    boards: int = 0
    tasks: int = 0
    words: int = 0
    errors: int = 0
    unnamed: int = 0  # boards with regions without id; of units that this run has processed

    def __add__(self, other: BatchCounts) -> BatchCounts:
        return BatchCounts(
            self.boards + other.boards,
            self.tasks + other.tasks,
            self.words + other.words,
            self.errors + other.errors,
            self.unnamed + other.unnamed,
        )
