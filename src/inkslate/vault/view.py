"""What is open in a vault, for programs that only look: nothing is written, neither the list nor the state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from inkslate.errors import InputError
from inkslate.vault.changed_notes import ChangedNotes
from inkslate.vault.list_file import ListFile
from inkslate.vault.merging import merge, name_tasks
from inkslate.vault.notes import Vault, find_notes
from inkslate.vault.reading import NoteReader
from inkslate.vault.run import VaultReport, listed_tasks, no_collection
from inkslate.vault.settings import VaultSettings
from inkslate.vault.state import FOLDER, NAME, parse_state, state_file
from inkslate.vault.values import NoteState, VaultState
from inkslate.writers import WRITERS

ReadBytes = Callable[[str], bytes]


class VaultView:
    """A vault that is looked at again and again: notes that have not changed are not read again.

    `read_bytes` gives the content of a file by its path in the vault; it raises InputError for one that must not be
    read, and FileNotFoundError for one that is not there. The list and the state of `inkslate vault` are used if there
    are any.
    """

    def __init__(self, vault: Vault, settings: VaultSettings, read_bytes: ReadBytes, *, most_notes: int) -> None:
        self._vault, self._settings, self._read_bytes, self._most = vault, settings, read_bytes, most_notes
        self._seen: Mapping[str, NoteState] = {}

    def look(self, load_reader: Callable[[int], NoteReader], check_time: Callable[[int], None]) -> VaultReport:
        """The tasks as they are now. `check_time` gets how many notes were read, and may raise to end the look.

        What was read until then is kept for the next look.
        """
        if len(list(islice(find_notes(self._vault), self._most + 1))) > self._most:
            raise InputError(f"the folder has more than {self._most} notes; name a folder inside of it")
        with no_collection():
            state = self._state()
        settings, file = self._list(state)
        reading = self._reading(settings, state, check_time)
        notes = reading.notes(load_reader, lambda *_: None)
        self._seen = notes
        named = name_tasks(notes, state)
        known = [*(task.id for task in state.list.tasks), *(task.id for note in named.values() for task in note.tasks)]
        listed = listed_tasks(file, settings, known) if file else None
        today = (settings.context.now or datetime.now()).date()
        tasks = merge(named, state, listed, today)
        return VaultReport(notes=reading.found, read=reading.count, list=tasks, failed=tuple(reading.failed))

    def _reading(self, settings: VaultSettings, state: VaultState, check_time: Callable[[int], None]) -> ChangedNotes:
        own = {**state.notes, **state.pending} if state.settings == settings.digest else {}
        # A note that the state has too is the state's: its tasks have their ids.
        seen = {path: note for path, note in self._seen.items() if path not in own or own[path].sha256 != note.sha256}
        known = replace(state, settings=settings.digest, notes=own, pending=seen)

        def keep(notes: Mapping[str, NoteState]) -> None:
            """Remember what was read, then see whether there is time for more."""
            self._seen = notes
            check_time(reading.count)

        reading = ChangedNotes(self._vault, settings, known, keep=keep, read_bytes=self._read_bytes)
        return reading

    def _state(self) -> VaultState:
        path = state_file(self._vault.root)
        try:
            return parse_state(self._read_bytes(f"{FOLDER}/{NAME}").decode(), Path(FOLDER, NAME))
        except FileNotFoundError:
            return VaultState()
        except UnicodeDecodeError:
            raise InputError(f"{path.relative_to(self._vault.root)}: not text; delete it") from None

    def _list(self, state: VaultState) -> tuple[VaultSettings, ListFile | None]:
        """The list that the last run wrote; one that must not be read, or is damaged, is as if it was not there."""
        try:
            name, writer = json.loads(state.written or "null")
            path = self._vault.root / name
            settings = replace(self._settings, list_path=path, writer=WRITERS[writer])
        except (TypeError, ValueError, KeyError):
            return self._settings, None
        try:
            return settings, ListFile(path, settings.writer, self._read_bytes(name).decode())
        except (OSError, InputError, UnicodeDecodeError):
            return settings, None
