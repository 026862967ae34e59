"""`inkslate distill`. torch is imported when it runs."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inkslate.cli.options import POSITIVE, encoder_option, seed_option, view_option
from inkslate.cli.output import emit, progress_bar, resumable
from inkslate.dependencies import require
from inkslate.model.bundle import MOST_WORD_LAYERS
from inkslate.readers import read_file

if TYPE_CHECKING:
    from inkslate.training.distillation.distill import DistillationJob


@click.command("distill")
@click.option(
    "--data", "real", multiple=True, required=True, metavar="FILE", help="Labelled boards; repeat for several files."
)
@click.option(
    "--synthetic",
    multiple=True,
    required=True,
    metavar="FILE",
    help="Boards of `inkslate synthesize`; repeat for several files.",
)
@click.option(
    "--unlabelled",
    multiple=True,
    metavar="FILE",
    help="Boards like those that the student will read, without labels; repeat for several files.",
)
@click.option("--val", metavar="FILE", help="Labelled boards to score the student on; they are not trained on.")
@click.option(
    "--teacher",
    "teachers",
    multiple=True,
    metavar="DIR",
    help="Folder of a trained model; repeat for several, whose probabilities are averaged.",
)
@encoder_option(whose="the student")
@click.option(
    "--layers",
    type=click.IntRange(1, MOST_WORD_LAYERS),
    help="Number of the encoder's layers to keep, as for `train`. [default: all]",
)
@click.option(
    "--word-layers",
    type=click.IntRange(0, MOST_WORD_LAYERS),
    default=0,
    show_default=True,
    help="Number of upper layers that see only the first piece of each word, as for `train`.",
)
@click.option(
    "--marks/--no-marks", default=False, help="Layout as tokens or as features, as for `train`. [default: no-marks]"
)
@view_option
@seed_option
@click.option(
    "--epochs", type=POSITIVE, help="Number of epochs on synthetic and labelled boards together. [default: 7]"
)
@click.option("--real-epochs", type=POSITIVE, help="Number of epochs on the labelled boards alone. [default: 8]")
@click.option(
    "--labels",
    metavar="DIR",
    help="Folder for the labels of the teachers, which several students can share. [default: OUT/labels]",
)
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="Folder for all stages.")
def command(**options: Any) -> None:
    """Train a small model to imitate large ones.

    The large models are the teachers, the small one is the student. The teachers label all boards. The student learns
    from their probabilities and, where there are some, from the labels. Every stage is kept in --out: run the same
    command again to continue after a stop. Once the labels of the teachers are there, the teachers are not needed. The
    result is the model OUT/student.

    \b
    Examples:
      inkslate train --data boards.jsonl --encoder sentence-transformers/all-mpnet-base-v2 --out teachers/0
      inkslate synthesize boards.jsonl --texts mails.txt --count 20000 --out synthetic.jsonl
      inkslate distill --data boards.jsonl --synthetic synthetic.jsonl --teacher teachers/0 \\
        --encoder sentence-transformers/all-MiniLM-L6-v2 --out models/small
      inkslate export models/small/student --data val.jsonl --out models/small-int8
    """
    require("train", what="training")
    from inkslate.training.distillation.distill import distill
    from inkslate.training.progress import TrainingBar

    job = _job(options)
    steps = len(job.teachers) * sum(len(file.regions) for file in job.files)
    with (
        resumable(memory_remedy="use a smaller encoder, or another GPU"),
        progress_bar(steps, label="labels", unit="region") as tick,
    ):
        bundle = distill(job, TrainingBar(), tick=tick)
    emit(
        f"model: {bundle.folder}\nnext: inkslate export {shlex.quote(str(bundle.folder))} --data val.jsonl --out DIR\n"
    )


def _job(options: dict[str, Any]) -> DistillationJob:
    from inkslate.model.bundle import load_bundle
    from inkslate.training.distillation.board_file import load_boards
    from inkslate.training.distillation.distill import DistillationJob, DistillConfig

    config = DistillConfig()
    given = {name: options[name] for name in ("encoder", "word_layers", "marks", "seed")}
    given["layers"] = options["layers"] or 0
    given["view"] = options["view"] or config.real.view
    mixed = replace(config.mixed, **given, **({"epochs": options["epochs"]} if options["epochs"] else {}))
    real = replace(config.real, **given, **({"epochs": options["real_epochs"]} if options["real_epochs"] else {}))
    out = Path(options["out"])
    return DistillationJob(
        config=replace(config, mixed=mixed, real=real),
        real=[load_boards(name) for name in options["real"]],
        synthetic=[load_boards(name) for name in options["synthetic"]],
        unlabelled=[load_boards(name, unlabelled=True) for name in options["unlabelled"]],
        val=read_file(options["val"]) if options["val"] else (),
        out=out,
        predictions=Path(options["labels"] or out / "labels"),
        teachers=[load_bundle(name) for name in options["teachers"]],
        name=out.name,
    )
