"""Arguments and results of the tools, as the JSON schemas that assistants get."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkslate.assistant.limits import DEFAULT_PAGE, MAX_PAGE, MAX_PATH, MAX_TEXT

_Path = Annotated[str, Field(max_length=MAX_PATH)]
_Now = Annotated[
    str | None,
    Field(
        max_length=40,
        description="The date that 'tomorrow' counts from, such as 2026-11-15. Default: the date of the note itself, "
        "else when the file was written; for a text, today.",
    ),
]


class _Paged(BaseModel):
    model_config = ConfigDict(extra="forbid")

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE, description="At most so many entries.")] = DEFAULT_PAGE
    cursor: Annotated[
        str | None, Field(max_length=40, description="next_cursor of the result before, to get its next entries.")
    ] = None


class TextArguments(_Paged):
    """Arguments of tasks_in_text."""

    text: Annotated[str, Field(max_length=MAX_TEXT, description="The notes.")]
    format: Annotated[Literal["text", "markdown", "org"], Field(description="How the text is written.")] = "text"
    now: _Now = None


class FileArguments(_Paged):
    """Arguments of tasks_in_file."""

    path: Annotated[_Path, Field(description="A file, as list_notes names it.")]
    now: _Now = None


class FolderArguments(_Paged):
    """Arguments of tasks_in_folder and list_notes."""

    path: Annotated[_Path, Field(description="A folder. Default: the folder that the server was started with.")] = "."


class Source(BaseModel):
    """Where a task is."""

    file: str | None
    line: Annotated[int | None, Field(description="Line of the file or text, from 1.")]
    heading: Annotated[str | None, Field(description="The nearest heading above it.")]
    ids: Annotated[list[str], Field(description="Ids in the file, such as those of strokes.")]


class FoundTask(BaseModel):
    """An open task."""

    id: str
    text: Annotated[str, Field(description="In the words of the note.")]
    owner: Annotated[str | None, Field(description="Who is to do it; null where the note does not say.")]
    due: Annotated[str | None, Field(description="YYYY-MM-DD or YYYY-MM-DDTHH:MM; null where the note does not say.")]
    stated: Annotated[bool, Field(description="Whether the note marks it as a task, with a box or a keyword.")]
    source: Source


class _Page(BaseModel):
    total: Annotated[int, Field(description="How many there are on all pages.")]
    next_cursor: Annotated[str | None, Field(description="For the next page; null on the last one.")]


class Tasks(_Page):
    """Result of tasks_in_text and tasks_in_file."""

    tasks: list[FoundTask]


class TasksOfFolder(Tasks):
    """Result of tasks_in_folder."""

    notes: Annotated[int, Field(description="How many notes were looked at.")]
    not_read: Annotated[list[str], Field(description="Notes that could not be read, and why; the first ones.")]
    not_read_total: int


class Note(BaseModel):
    """A file of notes."""

    path: str
    bytes: int
    modified: str


class Notes(_Page):
    """Result of list_notes."""

    notes: list[Note]
