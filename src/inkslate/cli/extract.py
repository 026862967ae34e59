"""`inkslate extract`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Any

import click

from inkslate.cli.options import (
    InputFiles,
    detail_context,
    detail_options,
    files_argument,
    from_option,
    ignore_marks_option,
    model_option,
    out_file_option,
    read_extracted_tasks,
    strict_option,
    written_at,
)
from inkslate.cli.output import emit, refuse_overwriting, tell
from inkslate.details import add_details
from inkslate.extraction import Extraction
from inkslate.extractor import Extractor
from inkslate.readers import read_file
from inkslate.readers.document import STDIN
from inkslate.writers import WRITERS
from inkslate.writers.options import WriterOptions


@click.command("extract")
@files_argument
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
@ignore_marks_option
@detail_options(without_now="the date of each file")
@out_file_option
@click.option("--obsidian", is_flag=True, help="With --to markdown: write due dates for Obsidian's Tasks plugin.")
@click.option(
    "--previous",
    metavar="FILE",
    help="Earlier result of `extract --to jsonl`: tasks that are still the same keep their ids.",
)
def command(files: Sequence[str], format: str | None, target: str, model: str, out: str | None, **options: Any) -> None:
    """Find the tasks in notes.

    A task gets an owner and a due date if the notes name them.

    Of several files, those that cannot be read are listed at the end, and the exit code is 1; see --strict.

    \b
    Examples:
      inkslate extract notes.txt
      inkslate extract boards.jsonl --to jsonl -o tasks.jsonl
      inkslate extract notes.txt --now 2026-11-15 --locale en-US --people team.txt
      cat notes.md | inkslate extract --from markdown
      inkslate extract notes.txt --to markdown --obsidian >> Tasks.md
      inkslate extract notes.txt --to taskwarrior | task import -
      inkslate extract notes.txt --to ics -o tasks.ics
      inkslate extract notes.txt --previous tasks.jsonl --to jsonl -o tasks.jsonl
    """
    if options["obsidian"] and target != "markdown":
        raise click.UsageError("--obsidian goes with --to markdown")
    refuse_overwriting([*files, options["people"] or STDIN], out)
    inputs = InputFiles(files, strict=options["strict"])
    extractions = _extract(inputs, format, model, **options)
    if inputs.all_failed:
        inputs.report()  # and leave an existing --out as it was
    colour = out is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    now = (options["now"] or datetime.now()).astimezone()
    emit(WRITERS[target](extractions, options=WriterOptions(colour=colour, obsidian=options["obsidian"], now=now)), out)
    if target == "checklist" and not any(extraction.tasks for extraction in extractions):
        tell("no tasks found")
    inputs.report()


def _extract(inputs: InputFiles, format: str | None, model: str, **options: Any) -> list[Extraction]:
    earlier = read_extracted_tasks(options["previous"]) if options["previous"] else None
    context = detail_context(options)
    extractor = Extractor.load(model, ignore_marks=options["ignore_marks"])
    # Every file is read before the model runs: with --strict a bad one leaves nothing half-printed.
    files_read = [
        (boards, replace(context, now=context.now or written_at(path)))
        for path, boards in inputs.read(lambda path: read_file(path, format=format))
    ]
    found = extractor.extract_many([board for boards, _ in files_read for board in boards])
    extractions = [
        extraction
        for boards, context_of_file in files_read
        for extraction in add_details(islice(found, len(boards)), context_of_file)
    ]
    if earlier is None:
        return extractions
    from inkslate.tracking import keep_ids

    return keep_ids(extractions, earlier)
