"""`inkslate mcp`."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from inkslate.cli.options import detail_context, detail_options, model_option
from inkslate.dependencies import require
from inkslate.details import DetailContext
from inkslate.errors import InputError

if TYPE_CHECKING:
    from inkslate.assistant.folders import ConfinedPath, Folders
    from inkslate.assistant.tasks import FolderTasks, OpenTask
    from inkslate.vault.notes import NoteFile
    from inkslate.vault.reading import NoteReader
    from inkslate.vault.values import VaultTask
    from inkslate.vault.view import VaultView


@click.command("mcp")
@click.argument("folders", nargs=-1, required=True, metavar="DIR...")
@model_option
@detail_options(without_now="the date of each note; for a text, the current time")
def command(folders: Sequence[str], model: str, **options: Any) -> None:
    """Let an assistant ask for the open tasks in your notes.

    Speaks the Model Context Protocol on standard input and output; an assistant starts it. It reads the folders that
    you name and nothing outside of them, writes nothing, and connects to nobody. docs/mcp.md has the settings for
    assistants.

    \b
    Examples:
      inkslate mcp ~/notes
      inkslate mcp ~/notes ~/work/minutes --locale en-US
    """
    require("mcp", what="inkslate mcp")
    from inkslate.assistant.folders import Folders
    from inkslate.assistant.server import serve
    from inkslate.assistant.toolbox import Toolbox
    from inkslate.extractor import Extractor

    known, context = Folders.of(folders), detail_context(options)
    Extractor.load(model)  # a wrong name is an error now, not at the first question
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a thread waits for standard input, and nothing else can end it
    serve(Toolbox(known, model, context, VaultFolders(model, context)))


@dataclass
class VaultFolders:
    """Folders as `inkslate vault` reads them, for the assistant: with its list and state, and without writing them."""

    model: str
    context: DetailContext
    _views: dict[Path, VaultView] = field(default_factory=dict)
    _readers: dict[str, NoteReader] = field(default_factory=dict)

    def tasks(self, folders: Folders, place: ConfinedPath) -> FolderTasks:
        """What is open in a folder. A folder inside of a vault is read as a part of the vault."""
        from inkslate.assistant.tasks import FolderTasks

        vault = _vault_of(place)
        if vault.real not in self._views:
            self._views[vault.real] = self._view(folders, vault)
        report = self._views[vault.real].look(self._reader(vault), _check_time(time.monotonic()))
        inside = place.path.relative_to(vault.path)
        tasks = [task for task in report.list.open if PurePath(task.note).is_relative_to(inside)]
        return FolderTasks([_open_task(folders, vault, task) for task in tasks], report.notes, report.failed)

    def notes(self, folders: Folders, place: ConfinedPath) -> list[dict[str, Any]]:
        """The files of a folder that `tasks_in_file` reads, the newest first."""
        from inkslate.vault.notes import time_written

        vault = _vault_of(place)
        inside = place.path.relative_to(vault.path)
        return [
            {
                "path": folders.name_of(vault.root, vault.path / file.path),
                "bytes": file.size,
                "modified": time_written(file.modified).isoformat(timespec="seconds"),
            }
            for file in sorted(_notes_inside(vault), key=lambda file: (-file.modified, file.path))
            if PurePath(file.path).is_relative_to(inside) and _may_read(folders, vault, file.path)
        ]

    def _view(self, folders: Folders, vault: ConfinedPath) -> VaultView:
        from inkslate.assistant.folders import read_place
        from inkslate.assistant.limits import MAX_FILE, MAX_NOTES, MAX_STATE
        from inkslate.vault.notes import open_vault
        from inkslate.vault.settings import VaultSettings
        from inkslate.vault.state import FOLDER, NAME
        from inkslate.vault.view import VaultView
        from inkslate.writers import WRITERS

        def read_bytes(path: str) -> bytes:
            """A file of the vault that is not outside of the folders."""
            own = path == f"{FOLDER}/{NAME}"
            if own and not (vault.real / path).exists():
                raise FileNotFoundError
            name = folders.name_of(vault.root, vault.path / path)
            place = folders.find(str(vault.real / path), hidden=own, named=name)
            return read_place(place, limit=MAX_STATE if own else MAX_FILE)[0]

        writer = WRITERS["markdown"]
        settings = VaultSettings(
            list_path=vault.real / f"Tasks.{writer.suffix}", writer=writer, context=self.context, model=self.model
        )
        return VaultView(open_vault(vault.real), settings, read_bytes, most_notes=MAX_NOTES)

    def _reader(self, vault: ConfinedPath) -> Callable[[int], NoteReader]:
        from inkslate.extractor import Extractor
        from inkslate.vault.notes import open_vault
        from inkslate.vault.reading import NoteReader

        def load(_notes: int) -> NoteReader:
            """The reader for this kind of vault; its model is loaded once."""
            kind = open_vault(vault.real).kind
            if kind not in self._readers:
                self._readers[kind] = NoteReader(Extractor.load(self.model, threads=1), kind=kind)
            return self._readers[kind]

        return load


def _vault_of(place: ConfinedPath) -> ConfinedPath:
    """The nearest folder around that is a vault, or that `inkslate vault` has a list of; else the folder itself."""
    from inkslate.assistant.folders import parents_of
    from inkslate.vault.notes import PLAIN_FOLDER, open_vault
    from inkslate.vault.state import state_file

    if not place.real.is_dir():
        raise InputError(f"{place.name}: not a folder; use tasks_in_file")
    around = (
        each
        for each in parents_of(place)
        if open_vault(each.real).kind != PLAIN_FOLDER or state_file(each.real).exists()
    )
    return next(around, place)


def _notes_inside(vault: ConfinedPath) -> list[NoteFile]:
    from inkslate.assistant.limits import MAX_NOTES
    from inkslate.readers.table import formats_by_suffix
    from inkslate.vault.notes import find_notes, open_vault

    # Not those whose content decides: most of them (.json, .xml, .csv) are no notes, and most pictures neither.
    readers = {suffix: reader for suffix, reader in formats_by_suffix().items() if reader is not None}
    suffixes = [suffix for suffix, reader in readers.items() if not reader.labelled and not reader.is_costly]
    found = list(islice(find_notes(open_vault(vault.real), suffixes), MAX_NOTES + 1))
    if len(found) > MAX_NOTES:
        raise InputError(f"{vault.name}: more than {MAX_NOTES} notes; name a folder inside of it")
    return found


def _may_read(folders: Folders, vault: ConfinedPath, path: str) -> bool:
    """Whether a note is inside of the folders; a link may lead outside."""
    try:
        return bool(folders.find(str(vault.real / path)))
    except InputError:
        return False


def _check_time(start: float) -> Callable[[int], None]:
    from inkslate.assistant.limits import FOLDER_SECONDS

    def check(read: int) -> None:
        """End a look that has taken long; what was read is kept."""
        if time.monotonic() - start > FOLDER_SECONDS:
            raise InputError(
                f"{read} notes were read in {FOLDER_SECONDS:g} seconds, and there are more; ask again to go on"
            )

    return check


def _open_task(folders: Folders, vault: ConfinedPath, task: VaultTask) -> OpenTask:
    from inkslate.assistant.tasks import OpenTask

    seen = task.seen
    return OpenTask(
        id=task.id,
        text=seen.text,
        owner=seen.owner,
        due=seen.due,
        stated=seen.stated,
        file=folders.name_of(vault.root, vault.path / task.note),
        line=seen.line,
        heading=seen.heading,
    )
