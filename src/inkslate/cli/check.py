"""`inkslate check`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from inkslate.board import Board
from inkslate.cli.options import InputFiles, files_argument, from_option, named_files, strict_option
from inkslate.cli.output import WITH_ERRORS, emit, tell
from inkslate.formats import Scanned, findings_of
from inkslate.messages import counted
from inkslate.readers import scan_document
from inkslate.readers.document import load

_WRONG = 2  # the exit code where the data has errors


@click.command("check")
@files_argument
@from_option
@strict_option
@click.pass_context
def command(context: click.Context, /, files: Sequence[str], format: str | None, strict: bool) -> None:
    """List all errors in labelled data.

    Each line has the file, the row and the remedy. Errors that reading repairs are listed too, marked `repaired`. The
    exit code is 2 if there are other errors, marked `wrong`.

    Of several files, those that cannot be read are listed at the end, and the exit code is 1 if the others have no
    errors; see --strict.

    \b
    Examples:
      inkslate check train.csv val.csv test.csv
      inkslate check boards.jsonl
    """
    inputs = InputFiles(named_files(files), strict=strict)
    scanned = inputs.read(lambda path: list(scan_document(load(path), format=format)))
    wrong = sum(_print_findings(file.path, items) for file, items in scanned)
    if wrong:
        tell(f"inkslate: {counted(wrong, 'error')} in the data; each line above has the remedy")
    inputs.report(code=_WRONG if wrong else WITH_ERRORS)
    if wrong:
        context.exit(_WRONG)


def _print_findings(path: str, scanned: Sequence[Scanned]) -> int:
    """Print the findings of a file and its summary; gives the number of errors."""
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
    unseen = sum(not sentence.reviewed for region in regions for sentence in region.sentences or ())
    if unlabelled:
        text += f", {counted(unlabelled, 'region')} without labels"
    if unseen:
        text += f", {counted(unseen, 'sentence')} that nobody reviewed"
    return f"{text} (not trained on)" if unlabelled or unseen else text
