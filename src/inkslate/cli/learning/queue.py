"""`inkslate queue`."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from inkslate.cli.options import (
    POSITIVE,
    InputFiles,
    files_and_folders,
    files_argument,
    from_option,
    model_option,
    strict_option,
)
from inkslate.cli.output import emit, tell
from inkslate.errors import InputError
from inkslate.formats import boards_of
from inkslate.messages import counted
from inkslate.model.loading import find_bundle
from inkslate.readers import read_file, scan_document
from inkslate.readers.board_ids import with_own_ids
from inkslate.readers.document import load
from inkslate.readers.folders import NoteSelection
from inkslate.training.adapting.queue import Queue, make_queue


@click.command("queue")
@files_argument
@from_option
@model_option
@click.option(
    "--corrected", metavar="FILE", help="Boards that you corrected, as `inkslate export-corrections` prints them."
)
@click.option("--limit", type=POSITIVE, default=20, show_default=True, help="Number of boards to list.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines.")
@strict_option
def command(
    files: Sequence[str],
    format: str | None,
    model: str,
    corrected: str | None,
    limit: int,
    as_json: bool,
    strict: bool,
) -> None:
    """List the notes that would teach most if corrected.

    The best come first. A board comes early if the model is unsure of its sentences, if nothing like them was corrected
    yet, and if many of your notes have sentences like them. With --corrected it also says whether more corrections
    would still help.

    \b
    Examples:
      inkslate queue notes/
      inkslate queue notes/ --corrected corrected.jsonl --limit 5
    """
    base = find_bundle(model)
    if base is None:
        raise InputError("--model rules is never unsure; name a model")
    inputs = InputFiles(files_and_folders(files, NoteSelection((), format, set())), strict=strict)
    boards = [
        board for each in with_own_ids(list(inputs.read(lambda path: read_file(path, format=format)))) for board in each
    ]
    known = list(boards_of(scan_document(load(corrected)))) if corrected else []
    queue = make_queue(boards, known, base.base or base)
    emit(_json_lines(queue, limit) if as_json else _table(queue, limit))
    tell(f"inkslate: {_advice(queue)}")
    inputs.report()


def _table(queue: Queue, limit: int) -> str:
    return "".join(
        f"{each.worth:7.3f}  {each.board.id}  ({each.unsure} of {counted(each.sentences, 'sentence')} unsure)\n"
        for each in queue.boards[:limit]
    )


def _json_lines(queue: Queue, limit: int) -> str:
    rows = (
        {"id": each.board.id, "worth": each.worth, "unsure": each.unsure, "sentences": each.sentences}
        for each in queue.boards[:limit]
    )
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _advice(queue: Queue) -> str:
    unsure = sum(each.unsure for each in queue.boards)
    left = f"{counted(len(queue.boards), 'board')} left, {counted(unsure, 'unsure sentence')} on them"
    if queue.reached is None or queue.halfway is None:
        return f"{left}; 20 corrected boards show whether more would help, {queue.corrected} are corrected"
    boards = counted(queue.corrected, "corrected board")
    figures = f"F1 {queue.halfway:.1f} with half of {boards}, {queue.reached:.1f} with all"
    return f"{left}; more corrections {'still help' if queue.helps else 'no longer help'}: {figures}"
