"""Todoist's import file: CSV with the columns of its templates, which a project's menu imports."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from inkslate.extraction import Extraction
from inkslate.writers.items import OutputTask, items
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.payloads import origin
from inkslate.writers.spelling import WORD_JOINER
from inkslate.writers.todoist import plain_content

COLUMNS = ("TYPE", "CONTENT", "DESCRIPTION", "PRIORITY", "INDENT", "AUTHOR", "RESPONSIBLE", "DATE", "DATE_LANG")
_LOWEST = 4  # Todoist's own default


def write_todoist_csv(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A row for each task. The owner is in the description: RESPONSIBLE needs a member of the project."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for item in items(extractions, options.records):
        if not item.record.done:
            writer.writerow(_row(item))
    return file.getvalue()


def _row(item: OutputTask) -> list[str | int]:
    due = f"{item.due_time:%Y-%m-%d %H:%M}" if item.due_time else item.due_day or ""
    texts = [plain_content(item.text), plain_content(", ".join(origin(item)))]
    # A spreadsheet must not read a formula, and Todoist would show an apostrophe.
    content, notes = (
        WORD_JOINER + text if text.startswith(("=", "-", "＝", "－", "＋", "＠")) else text for text in texts
    )
    return ["task", content, notes, _LOWEST, 1, "", "", due, "en" if due else ""]
