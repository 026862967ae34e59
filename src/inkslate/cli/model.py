"""`inkslate model`: the models that we make, from data to bundle. torch is loaded when they run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from inkslate.dependencies import require
from inkslate.errors import InputError

_STAGES = ("data", "teachers", "labels", "students", "model")


def help_without_verb(context: click.Context) -> None:
    """Print a group's help where no verb is named; click takes that for an error since 8.2."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.group(invoke_without_command=True)
@click.pass_context
def model(context: click.Context) -> None:
    """Build the models that inkslate comes with."""
    help_without_verb(context)


@model.command()
@click.argument("recipe", type=click.Choice(["open", "slate"]))
@click.option("--corpus", default="corpus", show_default=True, metavar="DIR", help="Our corpus, with train/ and dev/.")
@click.option("--texts", required=True, metavar="DIR", help="ewt-documents.jsonl, email-intent.tsv and todo-items.txt.")
@click.option("--slate", metavar="DIR", help="The released data, train.csv and val.csv; `slate` needs it.")
@click.option("--teacher-encoder", default="sentence-transformers/all-mpnet-base-v2", show_default=True)
@click.option("--encoder", default="sentence-transformers/all-MiniLM-L6-v2", show_default=True, help="The student's.")
@click.option("--until", type=click.Choice(_STAGES), default=_STAGES[-1], show_default=True, help="Stop after this.")
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="The folder for all stages.")
def build(recipe: str, **options: Any) -> None:
    """Build a model: `open` from open data alone, `slate` from the released research data too.

    Synthetic boards, teachers, their labels, three students, and the one of middling score in int8. All stages are
    kept in --out, and the same command continues where it was stopped. Use a GPU: a CPU takes days.

    \b
    Examples:
      inkslate model build open --texts texts --out build/open
      inkslate model build slate --texts texts --slate slate --out build/slate
      inkslate model build slate --texts texts --slate slate --until students --out build/slate
    """
    require("train", what="training", also=("onnx",) if options["until"] == _STAGES[-1] else ())
    from torch.cuda import OutOfMemoryError

    from inkslate.training.model_builds import BUILDS, BuildInputs, ModelBuild
    from inkslate.training.progress import TrainingBar

    inputs = BuildInputs(
        corpus=Path(options["corpus"]),
        texts=Path(options["texts"]),
        slate=Path(options["slate"]) if options["slate"] else None,
        teacher_encoder=options["teacher_encoder"],
        encoder=options["encoder"],
    )

    def tell(stage: str) -> None:
        click.echo(f"{recipe}: {stage}", err=True)

    model_build = ModelBuild(recipe, BUILDS[recipe], inputs, Path(options["out"]), TrainingBar(), tell)
    try:
        bundle = model_build.build(until=options["until"])
    except KeyboardInterrupt:
        click.echo("inkslate: interrupted; what is finished is kept, the same command continues", err=True)
        sys.exit(130)
    except OutOfMemoryError:
        raise InputError("the GPU's memory does not hold a batch; use another GPU, or smaller encoders") from None
    click.echo(f"model: {bundle.folder}" if bundle else f"{options['until']}: done; --until model goes on")
