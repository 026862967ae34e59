"""Plain lines: a task each, to paste into programs that make a task of every pasted line."""

from __future__ import annotations

from collections.abc import Sequence

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions


def write_lines(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A line for each task, with owner and due date in parentheses."""
    return "".join(f"{_line(item)}\n" for item in items(extractions, options.records) if not item.record.done)


def _line(item: OutputTask) -> str:
    return f"{item.text} ({item.shown_details})" if item.shown_details else item.text
