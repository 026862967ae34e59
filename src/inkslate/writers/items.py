"""The tasks as writers write them: with their board, safe to put on one line, each with a unique id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from inkslate.extraction import Extraction
from inkslate.writers.spelling import spelled


@dataclass(frozen=True, slots=True)
class OutputTask:
    """A task as it is written: its texts have no control characters and no line breaks."""

    board: str
    region: str
    id: str
    text: str
    owner: str | None
    due: date | None  # a datetime, without a time zone, where the note has a time
    score: float | None
    lines: tuple[int, ...]

    @property
    def last_day(self) -> date | None:
        """The day of the due date, for targets without times of day: midnight belongs to the day before it."""
        if not isinstance(self.due, datetime):
            return self.due
        ends_day = self.due.time() == time() and self.due.date() > date.min
        return self.due.date() - timedelta(days=ends_day)

    @property
    def due_day(self) -> str | None:
        """`last_day` as YYYY-MM-DD."""
        return self.last_day.isoformat() if self.last_day else None

    @property
    def due_time(self) -> datetime | None:
        """The due date where it has a time of day."""
        return self.due if isinstance(self.due, datetime) else None


def items(extractions: Sequence[Extraction]) -> Iterator[OutputTask]:
    """All tasks in order. A duplicate id gets `-2`: boards with the same name must not overwrite each other."""
    seen: Counter[str] = Counter()
    for extraction in extractions:
        for task in extraction.tasks:
            seen[task.id] += 1
            again = seen[task.id]
            yield OutputTask(
                board=spelled(extraction.board.id),
                region=spelled(task.region),
                id=spelled(task.id) if again == 1 else f"{spelled(task.id)}-{again}",
                text=spelled(task.text),
                owner=spelled(task.owner) if task.owner else None,
                due=task.detail.due,
                score=task.score,
                lines=task.lines,
            )
