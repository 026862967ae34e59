"""`inkslate train`. torch is imported when it runs."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from inkslate.cli.options import POSITIVE, check_number, encoder_option, seed_option, view_option
from inkslate.cli.output import INTERRUPTED, emit, interrupted, tell
from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.model.bundle import MOST_WORD_LAYERS
from inkslate.model.layout import LAYOUTS
from inkslate.model.schemes import SCHEMES
from inkslate.training.config import PRESETS, TrainConfig, fine_tuning

if TYPE_CHECKING:
    from inkslate.model.bundle import Bundle

_BASELINE = "baseline"
_OVERRIDES = (
    "encoder",
    "layout",
    "view",
    "marks",
    "layers",
    "word_layers",
    "seed",
    "epochs",
    "batch_size",
    "learning_rate",
)
# What a finished model has decided already.
_OF_A_NEW_MODEL = ("encoder", "scheme", "layout", "preset", "view", "marks", "layers", "word_layers")


@click.command("train")
@click.option("--data", required=True, metavar="FILE", help="Labelled boards to train on; - reads standard input.")
@click.option("--val", metavar="FILE", help="Labelled boards to score the model on; they are not trained on.")
@click.option(
    "--start",
    metavar="MODEL",
    help="Train this finished model further: `open`, or the folder of a model. Works with 20 boards. [default: train "
    "a new model from --encoder]",
)
@click.option(
    "--mix",
    metavar="PATH",
    type=click.Path(exists=True),
    help="With --start: other labelled boards to train on too, a file or a folder of board JSONL, so that the model "
    "does not forget them; such as corpus/train of inkslate's repository.",
)
@encoder_option(PRESETS["paper"].encoder)
@click.option(
    "--scheme",
    type=click.Choice([*SCHEMES, _BASELINE]),
    default="nti",
    show_default=True,
    help="Labels of words. `bi` finds sentences but no tasks; `baseline` is the pair of models of the paper.",
)
@click.option(
    "--layout",
    type=click.Choice(list(LAYOUTS)),
    default="both",
    show_default=True,
    help="What the model sees of the layout: line breaks, bullets, both or none.",
)
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    default="tuned",
    show_default=True,
    help="Values of all other settings: `tuned` is recommended, `paper` has those of the paper and needs --val.",
)
@seed_option
@click.option("--epochs", type=POSITIVE, help="Number of epochs. [default: from the preset]")
@click.option("--batch-size", type=POSITIVE, help="Number of regions in a batch. [default: from the preset]")
@click.option(
    "--learning-rate",
    type=float,
    callback=check_number(0, exclusive=True),
    help="Learning rate. [default: from the preset]",
)
@click.option(
    "--marks/--no-marks",
    default=None,
    help="Give the layout to the model as extra tokens, as in the paper, or as features only: shorter sequences and "
    "faster models. [default: from the preset]",
)
@click.option(
    "--layers",
    type=click.IntRange(1, MOST_WORD_LAYERS),
    help="Number of the encoder's layers to keep, evenly from the first to the last: smaller models. [default: all]",
)
@click.option(
    "--word-layers",
    type=click.IntRange(0, MOST_WORD_LAYERS),
    help="Number of upper BERT layers that see only the first piece of each word: faster models. "
    "[default: from the preset]",
)
@view_option
@click.option("--resume", is_flag=True, help="Continue the unfinished run in --out; use the same settings.")
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="New folder for the model.")
def command(**options: Any) -> None:
    """Train a model on labelled boards.

    The result is a folder for `inkslate extract --model DIR`. Ctrl-C keeps a checkpoint: add --resume to continue.

    \b
    A complete example, from labelled boards to tasks:
      pip install 'inkslate[train]'
      inkslate check boards.jsonl val.jsonl
      inkslate train --data boards.jsonl --val val.jsonl --out models/mine
      inkslate evaluate val.jsonl --model models/mine
      inkslate extract notes.txt --model models/mine

    \b
    On several GPUs, which divide each batch between them:
      accelerate launch --num_processes 4 -m inkslate.cli train \\
        --data boards.jsonl --val val.jsonl --out models/mine

    \b
    From the model that comes with inkslate, with your own boards and some of its corpus:
      inkslate train --start open --data corrected.jsonl --mix corpus/train --out models/mine

    \b
    With the settings of the paper:
      inkslate train --data boards.jsonl --val val.jsonl --preset paper --out models/paper
    """
    require("train", what="training", also=("onnx",) if options["start"] else ())
    start = _start(options)
    config = _config(options, start)
    if config.select == "loss" and not options["val"]:
        raise click.UsageError(f"--preset {config.preset} keeps the epoch with the lowest validation loss; add --val")
    is_main = _is_main_process()
    bundle = _train(config, options, start, is_main=is_main)
    if is_main:
        emit(_summary(bundle))


def _start(options: dict[str, Any]) -> Bundle | None:
    """The model to train further, if there is one; a UsageError for options that it leaves no choice about."""
    if options["start"] is None:
        if options["mix"]:
            raise click.UsageError("--mix needs --start; add its boards to --data to train a new model on them")
        return None
    source = click.get_current_context().get_parameter_source
    for name in _OF_A_NEW_MODEL:
        if source(name) not in (ParameterSource.DEFAULT, None):
            raise click.UsageError(f"--{name.replace('_', '-')} is for new models; leave it out with --start")
    from inkslate.model.loading import find_bundle

    bundle = find_bundle(options["start"])
    if bundle is None:
        raise click.UsageError("--start rules has no weights to train; name a model")
    return bundle


def _config(options: dict[str, Any], start: Bundle | None) -> TrainConfig:
    if start is not None:
        given = {name: options[name] for name in ("seed", "epochs", "batch_size", "learning_rate")}
        return replace(fine_tuning(start), **{name: value for name, value in given.items() if value is not None})
    given = {name: options[name] for name in _OVERRIDES if options[name] is not None}
    scheme = "bi" if options["scheme"] == _BASELINE else options["scheme"]
    return replace(PRESETS[options["preset"]], scheme=scheme, **given)


def _is_main_process() -> bool:
    from inkslate.training.run import processes

    return bool(processes().is_main_process)


def _train(config: TrainConfig, options: dict[str, Any], start: Bundle | None, *, is_main: bool) -> Bundle:
    from torch.cuda import OutOfMemoryError

    from inkslate.training.progress import NoProgress, TrainingBar
    from inkslate.training.run import TrainingJob, load_data, train_baseline, train_model
    from inkslate.training.starting.mixing import Mixed, few_boards, mixed_data

    out, data = Path(options["out"]), load_data(options["data"], options["val"])
    warning = few_boards(data, from_start=start is not None)
    mixed = Mixed(data, config)
    if start is not None:
        mixed = mixed_data(data, Path(options["mix"]) if options["mix"] else None, start, config)
        if mixed.habit and is_main:
            tell("inkslate: your boards show a habit of their own; what is learned from --mix follows it")
    order = TrainingJob(
        mixed.config,
        mixed.data,
        out,
        resume=options["resume"],
        soft_targets=mixed.soft_targets,
        start=start,
        must_find_tasks=True,
    )
    train_it = train_baseline if options["scheme"] == _BASELINE else train_model
    try:
        bundle = train_it(order, TrainingBar() if is_main else NoProgress())
    except KeyboardInterrupt:
        if not _can_resume(out):
            raise
        if not is_main:
            sys.exit(INTERRUPTED)  # the main process prints the message
        interrupted("continue with --resume")
    except OutOfMemoryError:
        raise InputError(
            f"the memory of the GPU is too small for a batch of {config.batch_size}; use a smaller --batch-size"
        ) from None
    if is_main and warning:
        tell(f"inkslate: {warning()}")
    return bundle


def _can_resume(out: Path) -> bool:
    """Whether --out has an unfinished run, or a baseline with one of its two models finished."""
    from inkslate.model.bundle import CLASSIFIER_PART, MANIFEST, SEGMENTER_PART
    from inkslate.training.checkpoint import CHECKPOINT

    parts = (out / SEGMENTER_PART, out / CLASSIFIER_PART)
    left = (out / CHECKPOINT, *(part / name for part in parts for name in (CHECKPOINT, MANIFEST)))
    return not (out / MANIFEST).exists() and any(path.exists() for path in left)


def _summary(bundle: Bundle) -> str:
    from inkslate.evaluation.columns import SCORES, percent

    lines = [f"model: {bundle.folder}"]
    for name, value in bundle.manifest.scores.items():
        scores = f"task F1 {percent(SCORES['task_f1'].read(value))}, B {percent(SCORES['B'].read(value))}"
        lines.append(f"{name}: {scores} ({value['signature']})")
    if not bundle.manifest.scores:
        lines.append("val: not measured, there was no --val")
    lines.append(f"next: inkslate extract notes.txt --model {shlex.quote(str(bundle.folder))}")
    return "\n".join(lines) + "\n"
