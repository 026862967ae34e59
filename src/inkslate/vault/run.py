"""A run over a vault: read what changed, merge it with the last run, write the list and then the state.

Both files are written whole. A run that is ended between them is repeated by the next one, with the same result.
"""

from __future__ import annotations

import gc
import glob
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from inkslate.errors import InputError
from inkslate.files import real_path, write_whole
from inkslate.vault.changed_notes import ChangedNotes
from inkslate.vault.list_file import ListFile, format_list, listed_ids, read_list
from inkslate.vault.merging import merge, name_tasks
from inkslate.vault.notes import Vault
from inkslate.vault.reading import NoteReader
from inkslate.vault.settings import VaultSettings
from inkslate.vault.state import load_state, save_state, state_file
from inkslate.vault.values import NoteState, VaultList, VaultState
from inkslate.writers.options import WriterOptions
from inkslate.writers.records import TaskRecord

_LEFT_OVER = 3600.0  # seconds: a half-written file of that age belongs to a run that was killed
_SAVED_EVERY = 10.0  # seconds: a first run that is ended need not begin anew


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultReport:
    """What a run found."""

    notes: int
    read: int
    list: VaultList
    failed: tuple[str, ...] = ()  # why notes could not be read
    changed: bool = False  # the list file


def update_vault(
    vault: Vault, settings: VaultSettings, load_reader: Callable[[int], NoteReader], tick: Callable[[int, int], None]
) -> VaultReport:
    """One run. `load_reader` is called if notes have changed, with their number; `tick` gets how many are read."""
    path = state_file(vault.root)
    _refuse_link(vault, path, "delete the link")
    _refuse_link(vault, settings.list_path, "delete the link, or name the file itself with --list")
    with no_collection():
        state = load_state(path)
    ours = state.written == _written(vault, settings)
    file = read_list(settings.list_path, settings.writer, ours=ours)
    reading = ChangedNotes(vault, settings, state, keep=_SavedSometimes(path, settings, state))
    notes = reading.notes(load_reader, tick)
    with no_collection():
        tasks, changed = _conclude(vault, settings, state, file, notes)
    return VaultReport(
        notes=reading.found, read=reading.count, list=tasks, failed=tuple(reading.failed), changed=changed
    )


def _refuse_link(vault: Vault, path: Path, remedy: str) -> None:
    """A vault may come from anywhere: a file in it that is written must not be a link to one outside of it."""
    root, named = (Path(os.path.normpath(each.absolute())) for each in (vault.root, path))  # links as they are
    if named.is_relative_to(root) and not real_path(path).is_relative_to(real_path(vault.root)):
        raise InputError(f"{path}: leads out of the folder of notes, to {real_path(path)}; {remedy}")


def _conclude(
    vault: Vault, settings: VaultSettings, state: VaultState, file: ListFile, notes: Mapping[str, NoteState]
) -> tuple[VaultList, bool]:
    """Merge the notes with the last run and write both files; the list, and whether its file has changed."""
    named = name_tasks(notes, state)
    now = settings.context.now or datetime.now()
    known = [*(task.id for task in state.list.tasks), *(task.id for note in named.values() for task in note.tasks)]
    tasks = merge(named, state, listed_tasks(file, settings, known), now.date())
    text = format_list(vault, file, tasks, WriterOptions(now=now.astimezone(), existing=_existing(file, settings)))
    if text != file.text:
        _remove_left_over(file.path)
        write_whole(file.path, text)
    after = VaultState(settings=settings.digest, notes=named, list=tasks, written=_written(vault, settings))
    if after != state:
        _remove_left_over(state_file(vault.root))
        save_state(state_file(vault.root), after)
    return tasks, text != file.text


def _remove_left_over(path: Path) -> None:
    """Remove what a killed run had written beside the file."""
    before = time.time() - _LEFT_OVER
    for part in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
        with suppress(OSError):
            if part.stat().st_mtime < before:
                part.unlink()


def _written(vault: Vault, settings: VaultSettings) -> str:
    """Names the list file, so that the next run knows it."""
    return json.dumps([os.path.relpath(settings.list_path, vault.root), settings.writer.name])


@contextmanager
def no_collection() -> Iterator[None]:
    """No search for cycles: values have none, and looking at all of them again and again takes a third of a run."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def listed_tasks(file: ListFile, settings: VaultSettings, ids: Sequence[str]) -> dict[str, TaskRecord] | None:
    """What the list has, and what is done in the tool; None where there is no list."""
    records = file.records()
    found = None if records is None else listed_ids(settings.writer, records, ids)
    for name, record in listed_ids(settings.writer, settings.existing, ids).items():
        if record.done:
            found = (found or {}) | {name: record}
    return found


def _existing(file: ListFile, settings: VaultSettings) -> Mapping[str, TaskRecord]:
    """What a writer must know: a calendar that is written anew keeps the revisions of its entries."""
    own = {} if settings.writer.appends or file.is_section else file.records() or {}
    return own | dict(settings.existing)


class _SavedSometimes:
    """Keeps what was read, in case that the run is ended; list and tasks stay those of the last run."""

    def __init__(self, path: Path, settings: VaultSettings, state: VaultState) -> None:
        self._path, self._settings, self._state = path, settings, state
        self._saved = time.monotonic()

    def __call__(self, notes: Mapping[str, NoteState]) -> None:
        if time.monotonic() - self._saved > _SAVED_EVERY:
            new = {path: note for path, note in notes.items() if self._state.notes.get(path) is not note}
            save_state(self._path, replace(self._state, settings=self._settings.digest, pending=new))
            self._saved = time.monotonic()
