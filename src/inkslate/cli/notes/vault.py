"""`inkslate vault`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inkslate.cli.options import detail_context, detail_options, existing_option, model_option, read_existing
from inkslate.cli.output import WITH_ERRORS, stop, tell
from inkslate.messages import counted
from inkslate.writers import WRITERS

if TYPE_CHECKING:
    from inkslate.vault.notes import Vault
    from inkslate.vault.reading import NoteReader
    from inkslate.vault.run import VaultReport
    from inkslate.vault.settings import VaultSettings

_NOT_LISTS = ("checklist", "label-studio")  # one is for a terminal, the other for labelling
_FEW = 50  # notes: for more of them a pass of the model gets one thread, and notes go through in parallel


@click.command("vault")
@click.argument("folder", metavar="DIR")
@click.option("--list", "list_file", metavar="FILE", help="The list, in DIR if it has no folder. [default: Tasks.md]")
@click.option(
    "--writer",
    "target",
    type=click.Choice([name for name in WRITERS if name not in _NOT_LISTS]),
    help="Format of the list. [default: obsidian in a vault of Obsidian, markdown elsewhere]",
)
@click.option("--watch", is_flag=True, help="Keep running, and update the list when a note or the list changes.")
@model_option
@detail_options(without_now="the date in each note's name, front matter or first heading, else the time of its file")
@existing_option
def command(folder: str, list_file: str | None, target: str | None, watch: bool, **options: Any) -> None:
    """Keep one list of the open tasks in a folder of notes.

    DIR is a vault of Obsidian or Logseq, or any folder of Markdown, text or Org files. Each task is listed once, with a
    link to the newest note that has it. Run it again whenever you like: only changed notes are read, ids stay, and what
    you ticked in the list or in a note stays ticked. Notes are never written.

    \b
    Examples:
      inkslate vault ~/notes
      inkslate vault ~/notes --watch
      inkslate vault ~/notes --list Inbox.md --writer dataview
      inkslate vault ~/notes --list ~/tasks.ics --writer ics
    """
    from inkslate.vault.notes import OBSIDIAN, open_vault
    from inkslate.vault.settings import VaultSettings
    from inkslate.vault.watching import changes

    vault = open_vault(folder)
    writer = WRITERS[target or ("obsidian" if vault.kind == OBSIDIAN else "markdown")]
    settings = VaultSettings(
        list_path=_list_path(vault.root, list_file or f"Tasks.{writer.suffix}"),
        writer=writer,
        context=detail_context(options),
        model=options["model"],
        existing=read_existing(writer, options["existing"]),
    )
    reader = _Readers(vault, options["model"])
    if not watch:
        report = _update(vault, settings, reader)
        if report.failed:
            stop(f"inkslate: {counted(len(report.failed), 'note')} could not be read", code=WITH_ERRORS)
        return
    tell(f"watching {folder}; Ctrl-C ends it")
    try:
        for _ in changes(vault, settings.list_path):
            _update(vault, settings, reader)
    except KeyboardInterrupt:
        tell("stopped")


def _list_path(root: Path, name: str) -> Path:
    path = Path(name).expanduser()
    return root / path if path.parent == Path() else path


class _Readers:
    """Loads the model when the first note has changed, and keeps it while a folder is watched."""

    def __init__(self, vault: Vault, model: str) -> None:
        self._vault, self._model = vault, model
        self._reader: NoteReader | None = None

    def __call__(self, notes: int) -> NoteReader:
        from inkslate.extractor import Extractor
        from inkslate.vault.reading import NoteReader

        if self._reader is None:
            extractor = Extractor.load(self._model, threads=1 if notes > _FEW else None)
            self._reader = NoteReader(extractor, kind=self._vault.kind)
        return self._reader


def _update(vault: Vault, settings: VaultSettings, reader: _Readers) -> VaultReport:
    from inkslate.vault.run import update_vault

    with _progress() as tick:
        report = update_vault(vault, settings, reader, tick)
    for reason in report.failed:
        tell(f"not read: {reason}")
    found = report.list
    numbers = f"{len(found.open)} open, {len(found.done)} done, {len(found.vanished)} no longer in the notes"
    action = "written" if report.changed else "unchanged"
    tell(f"{settings.list_path} {action}: {numbers}; read {report.read} of {counted(report.notes, 'note')}")
    return report


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A line on standard error that counts the notes, on a terminal only."""
    shown = sys.stderr.isatty()

    def tick(count: int, total: int) -> None:
        """Show how many notes are read."""
        if shown and (count % 10 == 0 or count == total):
            click.echo(f"\rreading notes: {count} of {total}", nl=False, err=True)

    try:
        yield tick
    finally:
        if shown:
            click.echo("\r\033[K", nl=False, err=True)
