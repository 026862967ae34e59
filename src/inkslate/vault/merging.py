"""What is open, done or gone: from the notes, the last run and what somebody ticked in the list. Pure functions.

The newest note of a task decides. A box that is ticked in an older one counts from the run that sees it; what is ticked
in the list stays ticked, although its open box is carried over into further notes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from inkslate.vault.matching import TaskIndex, assign_ids
from inkslate.vault.values import NoteState, NoteTask, VaultList, VaultState, VaultTask
from inkslate.writers.records import TaskRecord, as_day

_NO_DUE = "9999"


@dataclass(frozen=True, slots=True)
class _Seen:
    """A task in a note."""

    written: str
    path: str
    task: NoteTask

    @property
    def order(self) -> tuple[str, str]:
        """Newer notes are behind older ones."""
        return (self.written, self.path)


def name_tasks(notes: Mapping[str, NoteState], state: VaultState) -> dict[str, NoteState]:
    """The notes with ids for all tasks. Notes that have not changed keep theirs, others are matched with the state."""
    known = state.notes
    new = {path for path, note in notes.items() if path not in known or known[path].tasks is not note.tasks}
    if not new:
        return dict(notes)
    index = TaskIndex()
    for task in state.list.tasks:
        note = notes.get(task.note) or known.get(task.note)
        moment = datetime.fromisoformat(note.written) if note else datetime.min
        index.add(task.seen, None, moment)  # those that have not moved follow
    named: dict[str, NoteState] = {}
    in_order = sorted(notes.items(), key=lambda item: (item[1].written, item[0]))
    for path, note in in_order:
        moment = datetime.fromisoformat(note.written)
        for task_of_note in note.tasks if path not in new else ():
            index.add(task_of_note, path, moment)
    for path, note in in_order:
        if path not in new:
            named[path] = note
            continue
        moment = datetime.fromisoformat(note.written)
        named[path] = replace(note, tasks=assign_ids(note.tasks, path, known.get(path), index, written=moment))
    return named


def merge(
    notes: Mapping[str, NoteState], state: VaultState, listed: Mapping[str, TaskRecord] | None, today: date
) -> VaultList:
    """The new list. `notes` have ids; `listed` is what the list file has, None where there is no list file."""
    known = {task.id: task for task in state.list.tasks}
    before = _occurrences(state.notes)
    now = _occurrences(notes)
    merged = []
    for name in dict.fromkeys([*known, *now]):
        task = _merged(name, known.get(name), before.get(name, []), now.get(name, []))
        if task is None:
            continue
        line = (listed or {}).get(name)
        task = _ticked(task, known.get(name), line, has_list=listed is not None)
        if not (task.hidden and not task.in_notes):  # nobody will ask for it again
            merged.append(_dated(task, known.get(name), line, today))
    order = {path: note.written for path, note in notes.items()}
    return VaultList(tuple(_sorted(merged, order)))


def _occurrences(notes: Mapping[str, NoteState]) -> dict[str, list[_Seen]]:
    """Each task in the notes that have it, from the oldest to the newest; open where one of two lines of a note is."""
    found: dict[str, dict[str, _Seen]] = defaultdict(dict)
    for path, note in notes.items():
        for task in note.tasks:
            other = found[task.id].get(path)
            if other is None or (other.task.done and not task.done):
                found[task.id][path] = _Seen(note.written, path, task)
    return {name: sorted(by_path.values(), key=lambda seen: seen.order) for name, by_path in found.items()}


def _merged(name: str, known: VaultTask | None, before: list[_Seen], now: list[_Seen]) -> VaultTask | None:
    """The task as the notes have it; None for one that was never open."""
    if not now:
        return replace(known, in_notes=False) if known else None
    done = _done_in_notes(known, before, now)
    shown = next((seen for seen in reversed(now) if seen.task.done == done), now[-1])
    if known is None:
        return None if done else VaultTask(id=name, seen=shown.task, note=shown.path)
    ticked = known.ticked and not done and _is_carried_over(known, before, now)
    return replace(known, seen=shown.task, note=shown.path, in_notes=True, done_in_notes=done, ticked=ticked)


def _done_in_notes(known: VaultTask | None, before: list[_Seen], now: list[_Seen]) -> bool:
    """What the last change says: a box that was ticked or cleared, or the task in a note newer than the others."""
    if known is None or not before:
        return now[-1].task.done
    was = {seen.path: seen.task.done for seen in before}
    newest = max((seen.order for seen in now if seen.path in was), default=("", ""))
    changes = [
        seen.task.done
        for seen in now
        if (seen.task.done != was[seen.path] if seen.path in was else seen.order > newest)
    ]
    return changes[-1] if changes else known.done_in_notes


def _is_carried_over(known: VaultTask, before: list[_Seen], now: list[_Seen]) -> bool:
    """Whether an open box is that of a task which was ticked in the list, not a new task with the same words."""
    if known.done_in_notes:  # the notes had closed it: whoever writes it again means it
        return False
    return bool(before) or any(seen.path == known.note for seen in now)


def _ticked(task: VaultTask, known: VaultTask | None, listed: TaskRecord | None, *, has_list: bool) -> VaultTask:
    """The task with what the list says. The line of a task that was done or had vanished may be deleted for good."""
    if known is None:
        return replace(task, ticked=bool(listed and listed.done))
    if listed is None:
        deleted = has_list and (known.done or known.vanished)
        return replace(task, hidden=(known.hidden or deleted) and not task.is_open)
    if not listed.done:
        return replace(task, ticked=False, hidden=False) if task.ticked or task.hidden else task
    # Ticked since the last run; or as that run wrote it, because of an earlier tick or because of the notes.
    ticked = task.ticked if known.done else not task.done_in_notes
    return replace(task, ticked=ticked, hidden=False)


def _dated(task: VaultTask, known: VaultTask | None, listed: TaskRecord | None, today: date) -> VaultTask:
    """The task with the day on which it was done: that of the note, of the list, or the day on which we saw it."""
    if not task.done:
        return replace(task, completed=None) if task.completed else task
    stated = task.seen.completed if task.done_in_notes else None
    by_list = as_day(listed.completed).isoformat() if listed and listed.completed else None
    earlier = known.completed if known and known.done else None
    return replace(task, completed=stated or earlier or by_list or today.isoformat())


def _sorted(tasks: Iterable[VaultTask], written: Mapping[str, str]) -> Iterator[VaultTask]:
    """By due date, then the newest note first, then by line."""
    by_place = sorted(tasks, key=lambda task: (task.note, task.seen.line, task.id))
    by_note = sorted(by_place, key=lambda task: written.get(task.note, ""), reverse=True)
    yield from sorted(by_note, key=lambda task: task.seen.due or _NO_DUE)
