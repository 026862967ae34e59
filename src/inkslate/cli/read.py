"""`inkslate read`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from inkslate.board import Board
from inkslate.cli.options import InputFiles, files_argument, from_option, named_files, strict_option
from inkslate.cli.output import Tick, emit, late_count
from inkslate.formats import boards_with_warnings, format_boards
from inkslate.readers import scan_document
from inkslate.readers.board_ids import with_own_ids
from inkslate.readers.document import load


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
    with late_count("boards read") as tick:
        read = with_own_ids(list(inputs.read(lambda path: _boards(path, format, tick))))
    emit(format_boards(board for boards in read for board in boards))
    inputs.report()


def _boards(path: str, format: str | None, tick: Tick) -> list[Board]:
    boards = []
    for board in boards_with_warnings(scan_document(load(path), format=format)):
        boards.append(board)
        tick()
    return boards
