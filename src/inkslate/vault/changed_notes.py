"""Reads the notes of a vault that have changed since the last run."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from inkslate.errors import InputError
from inkslate.files import real_path
from inkslate.messages import one_line
from inkslate.vault.notes import NoteFile, Vault, find_notes
from inkslate.vault.reading import NoteReader
from inkslate.vault.settings import VaultSettings
from inkslate.vault.values import NoteState, VaultState

_AHEAD = 4  # notes a thread that are read before their turn


class ChangedNotes:
    """Reads the notes that have changed since the last run; the others are as they were."""

    def __init__(
        self,
        vault: Vault,
        settings: VaultSettings,
        state: VaultState,
        *,
        keep: Callable[[Mapping[str, NoteState]], None],
        read_bytes: Callable[[str], bytes] | None = None,
    ) -> None:
        """`keep` gets all notes after each that was read; `read_bytes` gives a note's content by its path."""
        self._vault, self._settings, self._keep = vault, settings, keep
        self._known = {**state.notes, **state.pending} if state.settings == settings.digest else {}
        self._read_bytes = read_bytes or (lambda path: (vault.root / path).read_bytes())
        self.failed: list[str] = []
        self.found, self.count = 0, 0  # notes that are there, and those that were read

    def notes(self, load_reader: Callable[[int], NoteReader], tick: Callable[[int, int], None]) -> dict[str, NoteState]:
        """All notes of the vault; one that cannot be read stays as it was."""
        found = list(self._find())
        self.found = len(found)
        notes = {file.path: self._known[file.path] for file in found if file.path in self._known}
        todo = []
        for file in found:
            same = self._same(file)
            if same is None:
                todo.append(file)
            else:
                notes[file.path] = same
        for number, (file, note) in enumerate(self._read(todo, load_reader) if todo else (), 1):
            tick(number, len(todo))
            if note is not None:
                self.count += 1
                notes[file.path] = note
                self._keep(notes)
        return notes

    def _find(self) -> Iterator[NoteFile]:
        own, root = real_path(self._settings.list_path), real_path(self._vault.root)
        path = own.relative_to(root).as_posix() if own.is_relative_to(root) else None
        return iter(sorted((file for file in find_notes(self._vault) if file.path != path), key=lambda file: file.path))

    def _same(self, file: NoteFile) -> NoteState | None:
        """The note as it was, if it has not changed; one that was only touched is the same too."""
        known = self._known.get(file.path)
        if known is None or (known.modified, known.size) == (file.modified, file.size):
            return known
        try:
            digest = hashlib.sha256(self._read_bytes(file.path)).hexdigest()
        except (OSError, InputError):  # the error is told when it is read
            return None
        return replace(known, modified=file.modified, size=file.size) if digest == known.sha256 else None

    def _read(
        self, files: Sequence[NoteFile], load_reader: Callable[[int], NoteReader]
    ) -> Iterator[tuple[NoteFile, NoteState | None]]:
        """Notes in order, read in parallel; None for one that cannot be read."""
        reader, threads = load_reader(len(files)), min(len(files), os.cpu_count() or 1)
        waiting: deque[tuple[NoteFile, Future[NoteState]]] = deque()
        with ThreadPoolExecutor(threads, thread_name_prefix="inkslate") as pool:
            try:
                for file in files:
                    waiting.append((file, pool.submit(self._read_one, file, reader)))
                    if len(waiting) >= threads * _AHEAD:
                        yield self._result(*waiting.popleft())
                while waiting:
                    yield self._result(*waiting.popleft())
            finally:
                for _, future in waiting:
                    future.cancel()

    def _read_one(self, file: NoteFile, reader: NoteReader) -> NoteState:
        data = self._read_bytes(file.path)
        note = reader.read(file.path, data, self._settings.context, modified=file.modified)
        return replace(note, size=file.size)  # as it was found: if it has been written since, it is read again

    def _result(self, file: NoteFile, future: Future[NoteState]) -> tuple[NoteFile, NoteState | None]:
        try:
            return file, future.result()
        except FileNotFoundError:
            return file, None  # removed since it was found
        except OSError as error:
            self.failed.append(f"{file.path}: cannot be read ({error.strerror or error})")
        except InputError as error:
            self.failed.append(one_line(str(error)))
        return file, None
