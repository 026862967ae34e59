"""`inkslate synthesize`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from inkslate.board import Board
from inkslate.cli.options import seed_option
from inkslate.cli.output import emit
from inkslate.errors import InputError
from inkslate.readers import read_file


@click.command("synthesize")
@click.argument("boards", nargs=-1, metavar="[BOARDS]...")
@click.option("--texts", multiple=True, metavar="FILE", help="File of sentences without labels; repeat for several.")
@click.option("--todo", multiple=True, metavar="FILE", help="File of to-do items, one a line; repeat for several.")
@click.option(
    "--count", type=click.IntRange(1, 10**8), default=1000, show_default=True, help="Number of boards to write."
)
@seed_option
@click.option(
    "--out", type=click.Path(dir_okay=False), metavar="FILE", help="Write to this file. [default: standard output]"
)
def command(
    boards: Sequence[str], texts: Sequence[str], todo: Sequence[str], count: int, seed: int, out: str | None
) -> None:
    """Make synthetic boards for training.

    They are made from labelled boards and from texts. BOARDS are files of labelled boards. Their sentences are
    rewritten in other styles of notes and put under headings that decide whether they are tasks. Boards made from
    --texts have sentence boundaries but no task labels: use them with `inkslate distill`.

    \b
    Examples:
      inkslate synthesize boards.jsonl --count 2000 > synthetic.jsonl
      inkslate synthesize boards.jsonl --texts mails.txt --todo items.txt --out synthetic.jsonl
      inkslate train --data synthetic.jsonl --val val.jsonl --out models/mine
    """
    from inkslate.training.synthesis.boards import synthesize
    from inkslate.training.synthesis.sources import gather
    from inkslate.training.synthesis.texts import load_items, load_texts

    labelled = [_labelled(board, name) for name in boards for board in read_file(name)]
    documents = [document for name in texts for document in load_texts(name)]
    sources = gather(labelled, documents, [item for name in todo for item in load_items(name)])
    with click.progressbar(
        synthesize(sources, count, seed=seed), length=count, label="boards", file=sys.stderr
    ) as made:
        lines = (f"{item.to_jsonl()}\n" for item in made)
        if out:
            emit("".join(lines), out)
        else:
            for line in lines:
                emit(line)


def _labelled(board: Board, name: str) -> Board:
    for region in board.regions:
        if region.sentences is None:
            raise InputError(
                f"{name}: board {board.id!r}, region {region.id!r} has no sentences; give unlabelled notes to --texts"
            )
    return board
