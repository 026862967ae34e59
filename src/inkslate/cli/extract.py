"""`inkslate extract`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby, islice
from typing import Any

import click

from inkslate.cli.options import (
    InputFiles,
    detail_context,
    detail_options,
    existing_option,
    files_and_folders,
    from_option,
    ignore_marks_option,
    model_option,
    out_file_option,
    read_existing,
    read_extracted_tasks,
    strict_option,
    threshold_option,
)
from inkslate.cli.output import emit, late_count, late_progress, refuse_overwriting, tell
from inkslate.details import add_details, day_first
from inkslate.extraction import Extraction
from inkslate.extractor import Extractor
from inkslate.files import is_folder, real_path
from inkslate.readers.board_ids import NamedFile, with_own_ids
from inkslate.readers.document import STDIN
from inkslate.readers.folders import NoteSelection
from inkslate.readers.note_date import DatedBoard, read_dated_file
from inkslate.writers import WRITERS
from inkslate.writers.options import WriterOptions


@click.command("extract")
@click.argument("files", nargs=-1, metavar="[FILE|FOLDER]...")
@click.option(
    "--glob",
    "globs",
    multiple=True,
    metavar="PATTERN",
    help="Of a folder, take the files with these paths only, such as '*.md' or 'daily/**'; '!draft*' leaves files out. "
    "Repeatable. [default: all files of known formats]",
)
@from_option
@strict_option
@click.option(
    "--to",
    "target",
    type=click.Choice(list(WRITERS)),
    default="checklist",
    show_default=True,
    help="Format of the result.",
)
@model_option
@threshold_option
@ignore_marks_option
@detail_options(without_now="the date in each file's name, front matter or first heading, else the time of the file")
@out_file_option
@click.option("--obsidian", is_flag=True, help="With --to markdown: write due dates for Obsidian's Tasks plugin.")
@click.option(
    "--previous",
    metavar="FILE",
    help="Earlier result of `extract --to jsonl`: tasks that are still the same keep their ids.",
)
@existing_option
def command(files: Sequence[str], format: str | None, target: str, model: str, out: str | None, **options: Any) -> None:
    """Find the tasks in notes.

    A task gets an owner and a due date if the notes name them.

    Of a folder, all notes in it and below are read, except hidden files and those that a .gitignore names. The boards
    of its files are called by their paths.

    Of several files, those that cannot be read are listed at the end, and the exit code is 1; see --strict.

    \b
    Examples:
      inkslate extract notes.txt
      inkslate extract notes/ --glob '*.md' --to markdown -o tasks.md
      inkslate extract boards.jsonl --to jsonl -o tasks.jsonl
      inkslate extract notes.txt --now 2026-11-15 --locale en-US --people team.txt
      cat notes.md | inkslate extract --from markdown
      inkslate extract notes.txt --to markdown --obsidian >> Tasks.md
      inkslate extract notes.txt --to taskwarrior | task import -
      task export | inkslate extract notes.txt --to taskwarrior --existing - | task import -
      inkslate extract notes.txt --to ics -o tasks.ics
      inkslate extract notes.txt --previous tasks.jsonl --to jsonl -o tasks.jsonl
    """
    if options["obsidian"] and target != "markdown":
        raise click.UsageError("--obsidian goes with --to markdown")
    refuse_overwriting([*files, options["people"] or STDIN], out)
    existing = read_existing(WRITERS[target], options["existing"])
    inputs = _inputs(files, format, out, options)
    extractions = _extract(inputs, format, model, **options)
    if inputs.all_failed:
        inputs.report()  # and leave an existing --out as it was
    colour = out is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    now = (options["now"] or datetime.now()).astimezone()
    how = WriterOptions(colour=colour, obsidian=options["obsidian"], now=now, existing=existing)
    emit(WRITERS[target](extractions, options=how), out)
    if target == "checklist" and not any(extraction.tasks for extraction in extractions):
        tell("no tasks found")
    inputs.report()


def _inputs(files: Sequence[str], format: str | None, out: str | None, options: dict[str, Any]) -> InputFiles:
    """The files that are named and those in folders, without those that are not notes."""
    if options["globs"] and not any(is_folder(name) for name in files):
        raise click.UsageError("--glob goes with a folder")
    own = {real_path(name) for name in (out, options["previous"], options["people"], options["existing"]) if name}
    selection = NoteSelection(options["globs"], format, own)
    return InputFiles(files_and_folders(files, selection), strict=options["strict"])


def _extract(inputs: InputFiles, format: str | None, model: str, **options: Any) -> list[Extraction]:
    earlier = read_extracted_tasks(options["previous"]) if options["previous"] else None
    context = detail_context(options)
    extractor = Extractor.load(model, ignore_marks=options["ignore_marks"])
    order = day_first(context.locale)
    # Every file is read before the model runs: with --strict a bad one leaves nothing half-printed.
    with late_count("boards read") as tick:
        read: list[tuple[NamedFile, list[DatedBoard]]] = list(
            inputs.read(lambda path: read_dated_file(path, format=format, day_first=order, tick=tick))
        )
    named = with_own_ids([(file, [note.board for note in dated]) for file, dated in read])
    boards = [board for own in named for board in own]
    words = sum(len(region.words) for board in boards for region in board.regions)
    with late_progress(words, label="finding tasks") as tick:
        found = list(extractor.watched(tick).extract_many(boards, details=False, threshold=options["threshold"]))
    dates = (context.now or note.written for _, dated in read for note in dated)
    rest, extractions = iter(found), []
    # Notes of one date share a calendar, which takes longer to make than most notes to search.
    for written, group in groupby(dates):
        extractions += add_details(islice(rest, len(list(group))), replace(context, now=written))
    if earlier is None:
        return extractions
    from inkslate.tracking import keep_ids

    return keep_ids(extractions, earlier)
