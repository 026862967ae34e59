"""`inkslate model`. torch is imported when it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from inkslate.cli.options import POSITIVE
from inkslate.cli.output import emit, resumable
from inkslate.dependencies import require
from inkslate.model.bundle import CARD
from inkslate.model.shipped import DEFAULT_MODEL
from inkslate.writers.spelling import visible

_STAGES = ("data", "teachers", "students", "model")


@click.group("model", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Describe the model in use, and build models.

    Without a verb it says which model is used without --model, where it came from and who may use it. The verbs
    describe another model, and build the models that come with inkslate.

    \b
    Examples:
      inkslate model
      inkslate model show models/mine
      inkslate model build open --texts texts --notes notes --out build/open
    """
    if context.invoked_subcommand is None:
        emit(_described(DEFAULT_MODEL))


@command.command()
@click.argument("model", default=DEFAULT_MODEL)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show(model: str, as_json: bool) -> None:
    """Describe a model by its name or folder.

    \b
    Examples:
      inkslate model show
      inkslate model show models/mine --json
    """
    emit(_described(model, as_json=as_json))


def _described(model: str, *, as_json: bool = False) -> str:
    from inkslate.model.loading import describe_model

    found = describe_model(model)
    if as_json:
        return json.dumps(found.to_json(), ensure_ascii=False) + "\n"
    used = " (used without --model)" if found.folder and model == DEFAULT_MODEL else ""
    rows = {
        "model": f"{found.name}, version {found.version}{used}",
        "origin": found.origin,
        "folder": found.folder,
        "sha256": found.sha256,
        "encoder": found.encoder,
        "thresholds": ", ".join(f"{name} {value:g}" for name, value in found.thresholds),
        "who may use it": found.use,
        "card": str(Path(found.folder) / CARD) if found.folder else None,
    }
    return "".join(f"{name:<16}{visible(value)}\n" for name, value in rows.items() if value)


@command.command()
@click.argument("recipe", type=click.Choice(["open", "research"]))
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
    "--notes",
    required=True,
    metavar="DIR",
    help="Folder of real notes as board JSONL: train.jsonl and dev.jsonl with labels, unlabelled.jsonl and more.jsonl "
    "(of scripts/get-notes) without.",
)
@click.option(
    "--slate", metavar="DIR", help="Folder of the released research data, train.csv and val.csv; `research` needs it."
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
@click.option(
    "--processes",
    type=POSITIVE,
    default=1,
    show_default=True,
    help="Number of models that are trained side by side; each takes a share of the GPU.",
)
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="Folder for all stages.")
def build(recipe: str, **options: Any) -> None:
    """Build a model from data.

    The model `open` uses open data alone, `research` also the released research data.

    The stages make synthetic boards, train five teachers and label the boards with them, train small students, and
    convert the students of the best size to int8. All stages are kept in --out: run the same command again to continue
    after a stop. Use a GPU: a CPU takes days.

    \b
    Examples:
      inkslate model build open --texts texts --notes notes --out build/open
      inkslate model build open --texts texts --notes notes --processes 6 --until students --out build/open
      inkslate model build research --texts texts --notes notes --slate slate --out build/research
    """
    require("train", what="training", also=("onnx",) if options["until"] == _STAGES[-1] else ())
    from inkslate.training.builds.model_build import ModelBuild
    from inkslate.training.builds.settings import BUILDS, BuildInputs
    from inkslate.training.progress import TrainingBar

    inputs = BuildInputs(
        corpus=Path(options["corpus"]),
        notes=Path(options["notes"]),
        texts=Path(options["texts"]),
        slate=Path(options["slate"]) if options["slate"] else None,
        teacher_encoder=options["teacher_encoder"],
        encoder=options["encoder"],
    )

    def tell(stage: str) -> None:
        click.echo(f"{recipe}: {stage}", err=True)

    out, processes = Path(options["out"]), options["processes"]
    model_build = ModelBuild(recipe, BUILDS[recipe], inputs, out, TrainingBar(), tell, processes)
    with resumable(memory_remedy="use another GPU, or smaller encoders"):
        bundle = model_build.build(until=options["until"])
    emit(f"model: {bundle.folder}\n" if bundle else f"{options['until']}: done; --until model goes on\n")
