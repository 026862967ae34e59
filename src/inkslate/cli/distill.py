"""`inkslate synthesize` and `inkslate distill`: arguments in, text out. torch is loaded when they run."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inkslate.board import Board
from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.files import write_whole
from inkslate.readers import read_file

if TYPE_CHECKING:
    from inkslate.training.distillation.distill import DistillationJob

_SEED = click.IntRange(0, 2**31 - 1)
_POSITIVE = click.IntRange(min=1)


@click.command()
@click.argument("boards", nargs=-1, metavar="[BOARDS]...")
@click.option("--texts", multiple=True, metavar="FILE", help="Sentences without labels; again for several files.")
@click.option("--todo", multiple=True, metavar="FILE", help="To-do items, one a line; again for several files.")
@click.option("--count", type=click.IntRange(1, 10**8), default=1000, show_default=True, help="Boards to make.")
@click.option("--seed", type=_SEED, default=0, show_default=True)
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE", help="In place of standard output.")
def synthesize(
    boards: Sequence[str], texts: Sequence[str], todo: Sequence[str], count: int, seed: int, out: str | None
) -> None:
    """Make synthetic boards of labelled ones and of texts.

    BOARDS are files of labelled boards. They are written again as by other hands, and their sentences put under
    headings that decide what is a task. Boards of --texts have boundaries, but no labels: for `inkslate distill`.

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
        if out is None:
            for item in made:
                _emit(item.to_jsonl() + "\n")
        else:
            write_whole(out, "".join(item.to_jsonl() + "\n" for item in made))


@click.command()
@click.option(
    "--data", "real", multiple=True, required=True, metavar="FILE", help="Labelled boards; again for several."
)
@click.option(
    "--synthetic", multiple=True, required=True, metavar="FILE", help="Boards of `synthesize`; again for several files."
)
@click.option("--val", metavar="FILE", help="Labelled boards to score; not trained on.")
@click.option(
    "--teacher", "teachers", multiple=True, metavar="DIR", help="A trained model; again for several, averaged."
)
@click.option("--encoder", required=True, help="The student's, as for `train`: a folder, or a name on the hub.")
@click.option("--word-layers", type=click.IntRange(0, 32), default=0, show_default=True, help="As for `train`.")
@click.option("--marks/--no-marks", default=False, help="As for `train`; without marks by default.")
@click.option("--seed", type=_SEED, default=0, show_default=True)
@click.option("--epochs", type=_POSITIVE, help="On synthetic and real boards together, in place of 4.")
@click.option("--real-epochs", type=_POSITIVE, help="On the real boards alone, in place of 8.")
@click.option("--labels", metavar="DIR", help="The folder for the teachers' labels, for several students; OUT/labels.")
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="The folder for all stages.")
def distill(**options: Any) -> None:
    """Train a small model on what large ones say.

    Teachers label the synthetic and the real boards; the student learns from their probabilities and from the labels
    of the boards. Every stage is kept in --out: the same command continues where it was stopped, and once the labels
    are there it needs no teachers. The result is the model OUT/student.

    \b
    Examples:
      inkslate train --data boards.jsonl --encoder sentence-transformers/all-mpnet-base-v2 --out teachers/0
      inkslate synthesize boards.jsonl --texts mails.txt --count 20000 --out synthetic.jsonl
      inkslate distill --data boards.jsonl --synthetic synthetic.jsonl --teacher teachers/0 \\
        --encoder sentence-transformers/all-MiniLM-L6-v2 --out models/small
      inkslate export models/small/student --data val.jsonl --out models/small-int8
    """
    require("train", what="training")
    from torch.cuda import OutOfMemoryError
    from tqdm import tqdm

    from inkslate.training.distillation.distill import distill
    from inkslate.training.progress import TrainingBar

    job = _job(options)
    steps = len(job.teachers) * sum(len(file.regions) for file in job.files)
    try:
        with tqdm(total=steps, desc="labels", unit="region", disable=None if steps else True, file=sys.stderr) as bar:

            def tick(regions: int) -> None:
                bar.update(regions)

            bundle = distill(job, TrainingBar(), tick=tick)
    except KeyboardInterrupt:
        click.echo("inkslate: interrupted; what is finished is kept, the same command continues", err=True)
        sys.exit(130)
    except OutOfMemoryError:
        raise InputError("the GPU's memory does not hold a batch; use a smaller encoder, or another GPU") from None
    _emit(
        f"model: {bundle.folder}\nnext: inkslate export {shlex.quote(str(bundle.folder))} --data val.jsonl --out DIR\n"
    )


def _job(options: dict[str, Any]) -> DistillationJob:
    from inkslate.model.bundle import load_bundle
    from inkslate.training.distillation.board_file import load_boards
    from inkslate.training.distillation.distill import DistillationJob, DistillConfig

    given = {name: options[name] for name in ("encoder", "word_layers", "marks", "seed")}
    config = DistillConfig()
    mixed = replace(config.mixed, **given, **({"epochs": options["epochs"]} if options["epochs"] else {}))
    real = replace(config.real, **given, **({"epochs": options["real_epochs"]} if options["real_epochs"] else {}))
    out = Path(options["out"])
    return DistillationJob(
        config=replace(config, mixed=mixed, real=real),
        real=[load_boards(name) for name in options["real"]],
        synthetic=[load_boards(name) for name in options["synthetic"]],
        val=read_file(options["val"]) if options["val"] else (),
        out=out,
        predictions=Path(options["labels"] or out / "labels"),
        teachers=[load_bundle(name) for name in options["teachers"]],
        name=out.name,
    )


def _labelled(board: Board, name: str) -> Board:
    for region in board.regions:
        if region.sentences is None:
            raise InputError(
                f"{name}: board {board.id!r}, region {region.id!r} has no sentences; give unlabelled notes to --texts"
            )
    return board


def _emit(text: str) -> None:
    click.echo(text.encode(), nl=False)
