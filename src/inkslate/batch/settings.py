"""What a run is told: everything that its output depends on, except the inputs."""

from __future__ import annotations

from dataclasses import dataclass

from inkslate.model.shipped import DEFAULT_MODEL

PARQUET, JSONL = "parquet", "jsonl"
TARGETS = (PARQUET, JSONL)


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """How tasks are found. Owners and due dates are looked for only if `now` is given."""

    model: str = DEFAULT_MODEL
    now: str | None = None  # ISO 8601, local time: the moment that `tomorrow` counts from
    locale: str = "en"
    people: tuple[str, ...] = ()


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

    def __add__(self, other: BatchCounts) -> BatchCounts:
        return BatchCounts(
            self.boards + other.boards,
            self.tasks + other.tasks,
            self.words + other.words,
            self.errors + other.errors,
        )
