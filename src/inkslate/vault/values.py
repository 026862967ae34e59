"""The values that a vault is made of: tasks of notes, tasks of the list, and what a run leaves for the next one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteTask:
    """A task as one note has it; its text is without the marks of plugins."""

    text: str
    line: int  # of the file, from 1
    heading: str | None = None  # the nearest one above it
    done: bool = False
    stated: bool = False  # with a box or a keyword
    owner: str | None = None
    due: str | None = None  # YYYY-MM-DD or YYYY-MM-DDTHH:MM
    when: tuple[int, int] | None = None  # the words that say when it is due
    marks: str = ""  # as the note has them
    completed: str | None = None  # YYYY-MM-DD, where a mark says so
    id: str = ""  # of the task in the list

    @property
    def due_value(self) -> date | None:
        """The due date as a value; a datetime where the note has a time."""
        return parse_due(self.due)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteState:
    """A note as it was read: how to see that it has changed, and what was found in it."""

    modified: int  # nanoseconds
    size: int
    sha256: str
    written: str  # the date that the note is of, in ISO 8601: the newest note of a task decides
    tasks: tuple[NoteTask, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultTask:
    """A task of the list: every note that has it is the same task. `seen` is it in the newest note that has it."""

    id: str
    seen: NoteTask
    note: str  # the path of that note
    in_notes: bool = True  # false: it vanished
    done_in_notes: bool = False
    ticked: bool = False  # in the list
    completed: str | None = None  # YYYY-MM-DD
    hidden: bool = False  # somebody deleted its line when it was done or had vanished

    @property
    def done(self) -> bool:
        """Whether it is done, by the notes or by the list."""
        return self.done_in_notes or self.ticked

    @property
    def is_open(self) -> bool:
        """Whether it is still to be done."""
        return self.in_notes and not self.done

    @property
    def vanished(self) -> bool:
        """Whether no note has it any more, although nobody has done it."""
        return not self.in_notes and not self.done


@dataclass(frozen=True, slots=True)
class VaultList:
    """All tasks that were ever open, in the order of the list."""

    tasks: tuple[VaultTask, ...] = ()

    @property
    def open(self) -> tuple[VaultTask, ...]:
        """What is to be done."""
        return tuple(task for task in self.tasks if task.is_open)

    @property
    def done(self) -> tuple[VaultTask, ...]:
        """What is done, without what somebody deleted from the list."""
        return tuple(task for task in self.tasks if task.done and not task.hidden)

    @property
    def vanished(self) -> tuple[VaultTask, ...]:
        """What no note has any more, without what somebody deleted from the list."""
        return tuple(task for task in self.tasks if task.vanished and not task.hidden)


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultState:
    """What a run leaves for the next one. Notes that were read with other `settings` are read again.

    `notes` are those that `list` was made of.
    """

    settings: str = ""
    notes: Mapping[str, NoteState] = field(default_factory=dict)
    list: VaultList = VaultList()
    written: str | None = None  # the list file and its writer
    pending: Mapping[str, NoteState] = field(default_factory=dict)  # read by a run that was ended before it merged them


def parse_due(text: str | None) -> date | None:
    """A due date as files have it, as a value."""
    if not text:
        return None
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
