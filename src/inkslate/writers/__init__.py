"""Writers: one module a target. The table below is the only list of targets.

A new target needs its module and one entry here. The command line, the service (media types, file names, OpenAPI, the
page) and the test of docs/writers.md read the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any

from inkslate.errors import InputError
from inkslate.extraction import Extraction
from inkslate.messages import one_line
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.records import TaskRecord

_REMEDY = "docs/writers.md says how to get the file"


@dataclass(frozen=True, slots=True)
class Writer:
    """A target: how its files are named and sent, and the function that writes them, imported at the first call."""

    name: str
    function: str  # module:function, below inkslate.writers
    media_type: str
    suffix: str
    title: str  # what the service's page calls it
    summary: str  # what the target is for, as docs/writers.md says it
    reads: str | None = None  # module:function that reads what the tool has; None: a second run knows nothing of it
    keys: str | None = None  # module:function from a task's id to the tool's own key; None: it is the id
    use: str = ""  # what a person does with it, in a sentence on the service's page
    appends: bool = False  # knowing what the tool has, it writes what is new; others write everything

    def __call__(self, extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
        """The extractions as text."""
        text: str = _load(self.function)(extractions, options=options)
        return text

    def read_back(self, text: str, name: str) -> dict[str, TaskRecord]:
        """What the tool has, by its own keys, from the text of the file `name`; InputError for another kind of file."""
        if self.reads is None:
            raise InputError(f"{name}: what was written for {self.name} cannot be read back; leave it out")
        try:
            records: dict[str, TaskRecord] = _load(self.reads)(text)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{name}: not the tasks of {self.title} ({one_line(str(error), 200)}); {_REMEDY}"
            ) from None
        return records

    def key(self, id: str) -> str:
        """What the tool calls the task with that id."""
        key: str = _load(self.keys)(id) if self.keys else id
        return key


def _load(function: str) -> Callable[..., Any]:
    module, _, name = function.partition(":")
    loaded: Callable[..., Any] = getattr(import_module(f"{__name__}.{module}"), name)
    return loaded


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
                use="Plain text to read, print or send.",
            ),
            Writer(
                "markdown",
                "markdown:write_markdown",
                "text/markdown",
                "md",
                "Markdown: GitHub, Obsidian",
                "task lists (`- [ ]`) of GitHub, Obsidian and others",
                reads="markdown:read_back",
                use="Paste it into GitHub, Obsidian, Notion or any editor for Markdown.",
            ),
            Writer(
                "obsidian",
                "markdown:write_obsidian",
                "text/markdown",
                "md",
                "Obsidian, with links",
                "Obsidian and its Tasks plugin: links to the notes, dates as emoji",
                reads="markdown:read_back",
                use="Save it in your vault; the Tasks plugin reads dates and ticks.",
            ),
            Writer(
                "dataview",
                "markdown:write_dataview",
                "text/markdown",
                "md",
                "Obsidian, with Dataview fields",
                "Obsidian and Dataview: links to the notes, dates as inline fields",
                reads="markdown:read_back",
                use="Save it in your vault; Dataview reads the fields.",
            ),
            Writer(
                "github",
                "issues:write_github",
                "text/markdown",
                "md",
                "GitHub issue",
                "the body of a GitHub issue: `gh issue create --body-file`",
                reads="issues:read_back",
                use="Paste it as the text of an issue.",
            ),
            Writer(
                "linear",
                "issues:write_linear",
                "text/markdown",
                "md",
                "Linear issue",
                "the description of a Linear issue, to paste",
                use="Paste it as the description of an issue.",
            ),
            Writer(
                "lines",
                "lines:write_lines",
                "text/plain",
                "txt",
                "Plain lines: Microsoft To Do, Reminders",
                "programs that make a task of each pasted line, such as Microsoft To Do",
                use="Copy it and paste it where you add a task: Microsoft To Do, Apple Reminders and Todoist "
                "make a task of each line.",
            ),
            Writer(
                "todoist-csv",
                "todoist_csv:write_todoist_csv",
                "text/csv",
                "csv",
                "Todoist import file",
                "Todoist: the CSV that a project's menu imports",
                use="In Todoist open a project's menu, choose “Import from CSV” and take this file.",
            ),
            Writer(
                "jsonl",
                "jsonl:write_jsonl",
                "application/jsonl",
                "jsonl",
                "JSONL: all that is known",
                "programs: everything that is known (see [formats](formats.md))",
                use="For programs.",
            ),
            Writer(
                "csv",
                "csv_table:write_csv",
                "text/csv",
                "csv",
                "CSV: spreadsheets",
                "spreadsheets, pandas",
                use="Open it in a spreadsheet.",
            ),
            Writer(
                "todotxt",
                "todotxt:write_todotxt",
                "text/plain",
                "txt",
                "todo.txt",
                "todo.txt programs",
                reads="todotxt:read_back",
                keys="todotxt:key",
                appends=True,
                use="Append it to your todo.txt.",
            ),
            Writer(
                "ics",
                "ics:write_ics",
                "text/calendar",
                "ics",
                "Calendar (iCalendar)",
                "calendars and task programs: a VTODO each",
                reads="ics:read_back",
                keys="ics:uid",
                use="Open the file: calendars and Apple Reminders import it.",
            ),
            Writer(
                "taskwarrior",
                "taskwarrior:write_taskwarrior",
                "application/json",
                "json",
                "Taskwarrior",
                "`task import`",
                reads="taskwarrior:read_back",
                keys="taskwarrior:task_uuid",
                appends=True,
                use="Run `task import` with the file.",
            ),
            Writer(
                "graph",
                "graph:write_graph",
                "application/json",
                "json",
                "Microsoft To Do, for its API",
                "Microsoft To Do: bodies for `POST /me/todo/lists/{id}/tasks`",
                reads="graph:read_back",
                appends=True,
                use="Not a file to import: bodies of requests for programs that use Microsoft's API. "
                "To do it by hand, choose “Plain lines” and paste them.",
            ),
            Writer(
                "todoist",
                "todoist:write_todoist",
                "application/json",
                "json",
                "Todoist, for its API",
                "Todoist: bodies for `POST /api/v1/tasks`",
                reads="todoist:read_back",
                appends=True,
                use="Not a file to import: bodies of requests for programs that use Todoist's API. "
                "To import by hand, choose “Todoist import file”.",
            ),
            Writer(
                "label-studio",
                "label_studio:write_label_studio",
                "application/json",
                "json",
                "Label Studio",
                "Label Studio: boards to label, with what was found as pre-annotations "
                "([label-studio.md](label-studio.md))",
                use="Import it into a project of Label Studio.",
            ),
        )
    }
)
