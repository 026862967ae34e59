"""`inkslate read`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from inkslate.cli.options import InputFiles, files_argument, from_option, named_files, strict_option
from inkslate.cli.output import emit
from inkslate.formats import format_boards
from inkslate.readers import read_file
from inkslate.readers.board_ids import with_own_ids


@click.command("read")
@files_argument
@from_option
@strict_option
def command(files: Sequence[str], format: str | None, strict: bool) -> None:
    """Print boards as JSONL, one board a line.

    Of several files, those that cannot be read are listed at the end, and the exit code is 1; see --strict.

    \b
    Examples:
      inkslate read notes.md
      inkslate read train.csv > train.jsonl
      inkslate read --from text < notes
    """
    inputs = InputFiles(named_files(files), strict=strict)
    # All files are read before any output: with --strict an error in the last one leaves nothing half-printed.
    read = with_own_ids(list(inputs.read(lambda path: read_file(path, format=format))))
    emit(format_boards(board for boards in read for board in boards))
    inputs.report()
