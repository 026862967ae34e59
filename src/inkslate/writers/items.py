"""The tasks as writers write them: with their board, safe to put on one line, each with a unique id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from inkslate.details.task_marks import MarkedText, TaskMarks, find_marks
from inkslate.extraction import Extraction, Task
from inkslate.writers.records import UNKNOWN, Records, TaskRecord
from inkslate.writers.spelling import spelled

_NO_RECORDS: Mapping[str, TaskRecord] = {}


@dataclass(frozen=True, slots=True)
class OutputTask:
    """A task as it is written: its texts have no control characters and no line breaks.

    Marks of task plugins are not in the text of a task that its note states with a box or a keyword.
    """

    board: str
    region: str
    id: str
    text: str
    owner: str | None
    due: date | None  # a datetime, without a time zone, where the note has a time
    score: float | None
    lines: tuple[int, ...]
    heading: str | None = None  # the nearest one above it
    marks: str = ""  # as the note has them
    states_due: bool = False  # one of the marks is a due date
    stated: bool = False
    record: TaskRecord = UNKNOWN

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
    def shown_details(self) -> str:
        """Owner and due date for people: `Sam, due 2026-03-12 15:00`; empty where there are none."""
        due = f"due {self.due}".replace("T", " ").removesuffix(":00") if self.due else ""
        return ", ".join(part for part in (self.owner, due) if part)

    @property
    def due_time(self) -> datetime | None:
        """The due date where it has a time of day."""
        return self.due if isinstance(self.due, datetime) else None


def items(extractions: Sequence[Extraction], records: Records = _NO_RECORDS) -> Iterator[OutputTask]:
    """All tasks in order. A duplicate id gets `-2`: boards with the same name must not overwrite each other."""
    seen: Counter[str] = Counter()
    for extraction in extractions:
        headings = _headings(extraction)
        for task in extraction.tasks:
            seen[task.id] += 1
            again = seen[task.id]
            marked = find_marks(task.text) if task.stated else MarkedText(task.text, TaskMarks(), ())
            record = records.get(task.id, UNKNOWN)
            marks = " ".join(part for part in (spelled(marked.marks.written), spelled(record.marks)) if part)
            yield OutputTask(
                board=spelled(extraction.board.id),
                region=spelled(task.region),
                id=spelled(task.id) if again == 1 else f"{spelled(task.id)}-{again}",
                text=spelled(marked.plain),
                owner=spelled(task.owner) if task.owner else None,
                due=task.detail.due,
                score=task.score,
                lines=task.lines,
                heading=_nearest(headings, task),
                marks=marks,
                states_due=find_marks(f"- {marks}").marks.due is not None,
                stated=task.stated is not None,
                record=record,
            )


_Headings = dict[str, list[tuple[int, str]]]  # by region: the line of each heading, the one above the region at -1


def _headings(extraction: Extraction) -> _Headings:
    headings: _Headings = {}
    above: list[tuple[int, str]] = []
    for region in extraction.board.regions:
        own = [(number, spelled(line.text)) for number, line in enumerate(region.lines) if line.heading and line.words]
        headings[region.id] = [*above, *own]
        above = [(-1, own[-1][1])] if own else above
    return headings


def _nearest(headings: _Headings, task: Task) -> str | None:
    """The heading above a task. A task that is a heading itself, as in Org, is its own."""
    first = task.lines[0] if task.lines else 0
    return next((text for line, text in reversed(headings[task.region]) if line <= first), None)
