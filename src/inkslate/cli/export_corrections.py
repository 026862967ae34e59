"""`inkslate export-corrections`."""

from __future__ import annotations

from pathlib import Path

import click

from inkslate.cli.options import out_file_option
from inkslate.cli.output import emit
from inkslate.service.corrections import CorrectionStore


@click.command("export-corrections")
@click.argument("workspace", metavar="DIR", type=click.Path(file_okay=False))
@out_file_option
def command(workspace: str, out: str | None) -> None:
    """Print corrected boards as JSONL.

    DIR is the folder that `inkslate serve --workspace DIR` wrote. The result is training data for `inkslate train`.

    \b
    Examples:
      inkslate export-corrections corrections > mine.jsonl
      inkslate export-corrections corrections -o mine.jsonl
    """
    store = CorrectionStore(Path(workspace), create=False)
    text = "".join(f"{correction.content}\n" for correction in store.latest())
    store.close()
    emit(text, out)
