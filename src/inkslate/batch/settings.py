"""What a run is told: everything that its output depends on beside the inputs, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from inkslate.model.shipped import DEFAULT_MODEL

PARQUET, JSONL = "parquet", "jsonl"
TARGETS = (PARQUET, JSONL)


@dataclass(frozen=True, slots=True)
class Settings:
    """How boards become tasks. Owners and due dates are looked for where `now` says what `tomorrow` counts from."""

    model: str = DEFAULT_MODEL
    now: str | None = None  # ISO 8601, local time
    locale: str = "en"
    people: tuple[str, ...] = ()


DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker needs: relative names of files count from `base`, wherever the worker runs."""

    settings: Settings
    out: str
    target: str = PARQUET
    base: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """What came of a unit, or of many."""

    boards: int = 0
    tasks: int = 0
    words: int = 0
    errors: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.boards + other.boards,
            self.tasks + other.tasks,
            self.words + other.words,
            self.errors + other.errors,
        )
