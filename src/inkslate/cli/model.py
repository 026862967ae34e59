"""`inkslate model`. torch is imported when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from inkslate.cli.output import emit, print_help_without_verb, resumable
from inkslate.dependencies import require

_STAGES = ("data", "teachers", "labels", "students", "model")


@click.group("model", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Build the models that come with inkslate.

    \b
    Examples:
      inkslate model build open --texts texts --out build/open
    """
    print_help_without_verb(context)


@command.command()
@click.argument("recipe", type=click.Choice(["open", "slate"]))
@click.option(
    "--corpus",
    default="corpus",
    show_default=True,
    metavar="DIR",
    help="Folder of inkslate's own labelled boards, with train/ and dev/.",
)
@click.option(
    "--texts",
    required=True,
    metavar="DIR",
    help="Folder with ewt-documents.jsonl, email-intent.tsv and todo-items.txt.",
)
@click.option(
    "--slate", metavar="DIR", help="Folder of the released research data, train.csv and val.csv; `slate` needs it."
)
@click.option(
    "--teacher-encoder",
    default="sentence-transformers/all-mpnet-base-v2",
    show_default=True,
    help="Pretrained encoder of the teachers: a folder, or a name on the Hugging Face hub.",
)
@click.option(
    "--encoder",
    default="sentence-transformers/all-MiniLM-L6-v2",
    show_default=True,
    help="Pretrained encoder of the students: a folder, or a name on the Hugging Face hub.",
)
@click.option(
    "--until", type=click.Choice(_STAGES), default=_STAGES[-1], show_default=True, help="Stop after this stage."
)
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="Folder for all stages.")
def build(recipe: str, **options: Any) -> None:
    """Build a model from data.

    The model `open` uses open data alone, `slate` also the released research data.

    The stages make synthetic boards, train teachers, label the boards with them, train three students, and convert the
    student with the median score to int8. All stages are kept in --out: run the same command again to continue after a
    stop. Use a GPU: a CPU takes days.

    \b
    Examples:
      inkslate model build open --texts texts --out build/open
      inkslate model build slate --texts texts --slate slate --out build/slate
      inkslate model build slate --texts texts --slate slate --until students --out build/slate
    """
    require("train", what="training", also=("onnx",) if options["until"] == _STAGES[-1] else ())
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
    with resumable(memory_remedy="use another GPU, or smaller encoders"):
        bundle = model_build.build(until=options["until"])
    emit(f"model: {bundle.folder}\n" if bundle else f"{options['until']}: done; --until model goes on\n")
