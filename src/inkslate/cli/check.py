"""`inkslate check`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from inkslate.board import Board
from inkslate.cli.options import files_argument, from_option
from inkslate.cli.output import emit, stop
from inkslate.formats import findings_of
from inkslate.messages import counted
from inkslate.readers import scan_document
from inkslate.readers.document import STDIN, load


@click.command("check")
@files_argument
@from_option
def command(files: Sequence[str], format: str | None) -> None:
    """List all errors in labelled data.

    Each line has the file, the row and the remedy. Errors that reading repairs are listed too, marked `repaired`. The
    exit code is 2 if there are other errors, marked `wrong`.

    \b
    Examples:
      inkslate check train.csv val.csv test.csv
      inkslate check boards.jsonl
    """
    wrong = sum(_check(path, format) for path in files or [STDIN])
    if wrong:
        stop(f"inkslate: {counted(wrong, 'error')} in the data; each line above has the remedy")


def _check(path: str, format: str | None) -> int:
    """Print the findings of a file and its summary; gives the number of errors."""
    scanned = list(scan_document(load(path), format=format))
    findings = findings_of(scanned)
    wrong = sum(not finding.repaired for finding in findings)
    for finding in findings:
        emit(f"{'repaired' if finding.repaired else 'wrong'}: {finding}\n")
    boards = [item for item in scanned if isinstance(item, Board)]
    emit(f"{path}: {_sizes(boards)}; {wrong} wrong, {len(findings) - wrong} repaired\n")
    return wrong


def _sizes(boards: Sequence[Board]) -> str:
    regions = [region for board in boards for region in board.regions]
    sentences = sum(len(region.sentences or ()) for region in regions)
    sizes = {"board": len(boards), "region": len(regions), "sentence": sentences}
    text = ", ".join(counted(size, noun) for noun, size in sizes.items())
    unlabelled = sum(region.sentences is None for region in regions)
    return f"{text}, {counted(unlabelled, 'region')} without labels" if unlabelled else text
