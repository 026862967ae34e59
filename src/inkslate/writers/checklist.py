"""A checklist for people: one task a line, under the board's name where there are several boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inkslate.extraction import Extraction, Task
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.spelling import visible


def write_checklist(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """The tasks of all boards. Control characters are escaped, so that a note cannot control the terminal."""
    return "".join(line + "\n" for line in _lines(extractions, options.colour))


def _lines(extractions: Sequence[Extraction], colour: bool) -> Iterator[str]:
    box, bold, dim, end = ("\033[36m[ ]\033[0m", "\033[1m", "\033[2m", "\033[0m") if colour else ("[ ]", "", "", "")
    several = len(extractions) > 1
    for number, extraction in enumerate(extractions):
        if several:
            if number:
                yield ""
            yield f"{bold}{visible(extraction.board.id)}{end}"
            if not extraction.tasks:
                yield f"{dim}(no tasks){end}"
        for task in extraction.tasks:
            details = _details(task)
            yield f"{box} {visible(task.text)}" + (f"  {dim}({visible(details)}){end}" if details else "")


def _details(task: Task) -> str:
    due = f"due {task.due}".replace("T", " ") if task.due else None
    return ", ".join(part for part in (task.owner, due) if part)
