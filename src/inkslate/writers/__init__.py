"""Writers: one module a target. The table below is the only list of targets.

A new target needs its module and one entry here. The command line, the service (media types, file names, OpenAPI, the
page) and the test of docs/writers.md read the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType

from inkslate.extraction import Extraction
from inkslate.writers.options import PLAIN, WriterOptions


@dataclass(frozen=True, slots=True)
class Writer:
    """A target: how its files are named and sent, and the function that writes them, imported at the first call."""

    name: str
    function: str  # module:function, below inkslate.writers
    media_type: str
    suffix: str
    title: str  # what the service's page calls it
    summary: str  # what the target is for, as docs/writers.md says it

    def __call__(self, extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
        """The extractions as text."""
        module, _, function = self.function.partition(":")
        text: str = getattr(import_module(f"{__name__}.{module}"), function)(extractions, options=options)
        return text


WRITERS: Mapping[str, Writer] = MappingProxyType(
    {
        writer.name: writer
        for writer in (
            Writer(
                "checklist",
                "checklist:write_checklist",
                "text/plain",
                "txt",
                "Checklist, plain text",
                "people, at a terminal",
            ),
            Writer(
                "markdown",
                "markdown:write_markdown",
                "text/markdown",
                "md",
                "Markdown: GitHub, Obsidian",
                "task lists (`- [ ]`) of GitHub, Obsidian and others",
            ),
            Writer(
                "jsonl",
                "jsonl:write_jsonl",
                "application/jsonl",
                "jsonl",
                "JSONL: all that is known",
                "programs: everything that is known (see [formats](formats.md))",
            ),
            Writer("csv", "csv_table:write_csv", "text/csv", "csv", "CSV: spreadsheets", "spreadsheets, pandas"),
            Writer("todotxt", "todotxt:write_todotxt", "text/plain", "txt", "todo.txt", "todo.txt programs"),
            Writer(
                "ics",
                "ics:write_ics",
                "text/calendar",
                "ics",
                "Calendar (iCalendar)",
                "calendars and task programs: a VTODO each",
            ),
            Writer(
                "taskwarrior",
                "taskwarrior:write_taskwarrior",
                "application/json",
                "json",
                "Taskwarrior",
                "`task import`",
            ),
            Writer(
                "graph",
                "graph:write_graph",
                "application/json",
                "json",
                "Microsoft To Do",
                "Microsoft To Do: bodies for `POST /me/todo/lists/{id}/tasks`",
            ),
            Writer(
                "todoist",
                "todoist:write_todoist",
                "application/json",
                "json",
                "Todoist",
                "Todoist: bodies for `POST /api/v1/tasks`",
            ),
            Writer(
                "label-studio",
                "label_studio:write_label_studio",
                "application/json",
                "json",
                "Label Studio",
                "Label Studio: boards to label, with what was found as pre-annotations "
                "([label-studio.md](label-studio.md))",
            ),
        )
    }
)
