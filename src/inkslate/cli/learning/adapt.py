"""`inkslate adapt`."""

from __future__ import annotations

import hashlib
import shlex
from pathlib import Path

import click

from inkslate.cli.options import model_option
from inkslate.cli.output import emit, tell
from inkslate.errors import InputError
from inkslate.formats import boards_of
from inkslate.messages import counted
from inkslate.model.loading import find_bundle
from inkslate.readers import scan_document
from inkslate.readers.document import load
from inkslate.training.adapting.adapter import Adapted, adapt, save_adapter


@click.command("adapt")
@click.argument("file", metavar="FILE")
@model_option
@click.option("--force", is_flag=True, help="Write the model even if it gains nothing on boards left out.")
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="New folder for the adapted model.")
def command(file: str, model: str, force: bool, out: str) -> None:
    """Learn from your corrected boards, in seconds.

    It needs no torch. FILE has boards with reviewed sentences, as `inkslate export-corrections` prints them. The model
    stays as it is; a small table on top of it learns what a task is for you. Every board is left out in turn to measure
    the gain. The result is written only if the gain is clear. It is a folder for --model. It needs the model
    that it was made from.

    \b
    Examples:
      inkslate export-corrections corrections -o corrected.jsonl
      inkslate adapt corrected.jsonl --out mine
      inkslate extract notes.txt --model mine
    """
    document = load(file)
    boards = list(boards_of(scan_document(document)))
    base = find_bundle(model)
    if base is None:
        raise InputError("--model rules has nothing to adapt; name a model")
    adapted = adapt(boards, base)
    if not adapted.used and not force:
        raise InputError(f"{document.name}: {_refusal(adapted)}")
    hashes = {Path(document.name).name: hashlib.sha256(document.data).hexdigest()}
    bundle = save_adapter(adapted, Path(out), data=hashes, all_parts=force)
    emit(f"model: {bundle.folder}\n{_figures(adapted)}next: inkslate extract notes.txt --model {shlex.quote(out)}\n")
    if adapted.more_boards:
        tell(f"inkslate: {counted(adapted.more_boards, 'more corrected board')} would help most")


def _figures(adapted: Adapted) -> str:
    lines = [
        f"learned from: {counted(adapted.boards, 'board')}, {counted(adapted.sentences, 'reviewed sentence')}, "
        f"{counted(adapted.tasks, 'task')}"
    ]
    for name, each in adapted.learned.items():
        gain = each.gain
        used = "used" if name in adapted.used else "no clear gain"
        lines.append(
            f"{name}: F1 {gain.before:.1f} -> {gain.after:.1f} on boards left out "
            f"({gain.points:+.1f}, standard error {gain.error:.1f}); {used}"
        )
    return "\n".join(lines) + "\n"


def _refusal(adapted: Adapted) -> str:
    gain = adapted.learned["tasks"].gain
    return (
        f"no clear gain on boards left out (F1 of tasks {gain.before:.1f} -> {gain.after:.1f}, standard error "
        f"{gain.error:.1f}, {counted(adapted.tasks, 'task')} on {counted(adapted.boards, 'board')}); nothing was "
        f"written; correct about {counted(adapted.more_boards, 'more board')}, or write it with --force"
    )
