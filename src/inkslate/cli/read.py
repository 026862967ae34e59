"""`inkslate read`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from inkslate.cli.options import files_argument, from_option, read_all_boards
from inkslate.cli.output import emit
from inkslate.formats import format_boards


@click.command("read")
@files_argument
@from_option
def command(files: Sequence[str], format: str | None) -> None:
    """Print boards as JSONL, one board a line.

    \b
    Examples:
      inkslate read notes.md
      inkslate read train.csv > train.jsonl
      inkslate read --from text < notes
    """
    emit(format_boards(read_all_boards(files, format)))
