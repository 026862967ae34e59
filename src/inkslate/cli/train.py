"""`inkslate train` and `inkslate reproduce`: arguments in, text out. torch is loaded when they run, not before."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, cast

import click

from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.messages import counted
from inkslate.model.bundle import MOST_WORD_LAYERS
from inkslate.model.layout import LAYOUTS
from inkslate.model.schemes import SCHEMES
from inkslate.training.config import PRESETS, TrainConfig

if TYPE_CHECKING:
    from inkslate.experiments.reproduce import RunOrder
    from inkslate.model.bundle import Bundle

_BASELINE = "baseline"
_ENCODER = PRESETS["paper"].encoder
_OVERRIDES = ("encoder", "layout", "marks", "word_layers", "seed", "epochs", "batch_size", "learning_rate")
_POSITIVE = click.IntRange(min=1)


def _rate(_context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 < value < math.inf:
        raise click.BadParameter(f"{value} is no number above 0", param=parameter)
    return value


@click.command()
@click.option("--data", required=True, metavar="FILE", help="Labelled boards to train on; - for a pipe.")
@click.option("--val", metavar="FILE", help="Labelled boards to score; not trained on.")
@click.option(
    "--encoder",
    default=_ENCODER,
    show_default=True,
    help="A folder with config.json, tokenizer.json and model.safetensors, or a name on the Hugging Face hub.",
)
@click.option(
    "--scheme",
    type=click.Choice([*SCHEMES, _BASELINE]),
    default="nti",
    show_default=True,
    help="`bi` cuts sentences and finds no tasks; `baseline` is the paper's pair of models.",
)
@click.option(
    "--layout",
    type=click.Choice(list(LAYOUTS)),
    default="both",
    show_default=True,
    help="What the model sees of the layout: line breaks and bullets, one of them, or neither.",
)
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    default="tuned",
    show_default=True,
    help="All other settings: `tuned` is recommended, `paper` has the paper's and needs --val.",
)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True)
@click.option("--epochs", type=_POSITIVE, help="In place of the preset's.")
@click.option("--batch-size", type=_POSITIVE, help="Regions in a batch, in place of the preset's.")
@click.option("--learning-rate", type=float, callback=_rate, help="In place of the preset's.")
@click.option(
    "--marks/--no-marks",
    default=None,
    help="Layout as tokens of its own, as in the paper, or by features alone: shorter sequences, faster models.",
)
@click.option(
    "--word-layers",
    type=click.IntRange(0, MOST_WORD_LAYERS),
    help="Upper layers of a BERT that see the first piece of each word alone: faster models.",
)
@click.option("--resume", is_flag=True, help="Continue the unfinished run in --out, with the same settings.")
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="The folder for the model; new.")
def train(**options: Any) -> None:
    """Train a model on labelled boards.

    The result is a folder that `inkslate extract --model DIR` uses. Ctrl-C leaves a checkpoint for --resume.

    \b
    A complete example, from labelled boards to tasks:
      pip install 'inkslate[train]'
      inkslate check boards.jsonl val.jsonl
      inkslate train --data boards.jsonl --val val.jsonl --out models/mine
      inkslate evaluate val.jsonl --model models/mine
      inkslate extract notes.txt --model models/mine

    \b
    On several GPUs (the batch is divided between them):
      accelerate launch --num_processes 4 -m inkslate.cli train \\
        --data boards.jsonl --val val.jsonl --out models/mine

    \b
    With the paper's settings:
      inkslate train --data boards.jsonl --val val.jsonl --preset paper --out models/paper
    """
    require("train", what="training")
    config = _config(options)
    if config.select == "loss" and not options["val"]:
        raise click.UsageError(f"--preset {config.preset} keeps the epoch with the lowest validation loss; add --val")
    is_main = _is_main_process()
    bundle = _train(config, options, is_main=is_main)
    if is_main:
        _emit(_summary(bundle))


@click.command()
@click.option("--data", required=True, metavar="DIR", help="The folder with train.csv, val.csv and test.csv.")
@click.option(
    "--encoder",
    default=_ENCODER,
    show_default=True,
    help="A folder, or a name on the hub, as for `train`.",
)
@click.option("--preset", type=click.Choice(list(PRESETS)), default="paper", show_default=True)
@click.option("--seeds", type=_POSITIVE, default=5, show_default=True, help="Runs of each row, with seeds 0, 1, ...")
@click.option("--jobs", type=_POSITIVE, default=1, show_default=True, help="Runs at a time.")
@click.option(
    "--bullets",
    type=click.Choice(["layout", "gold"]),
    default="layout",
    show_default=True,
    help="`gold` puts bullets where gold sentences start, as the released code does; this leaks the segmentation.",
)
@click.option("--rounds", type=_POSITIVE, default=3, show_default=True, help="Rounds of the latency measurement.")
@click.option("--epochs", type=_POSITIVE, help="In place of the preset's.")
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="The folder for runs and tables.")
def reproduce(**options: Any) -> None:
    """Train and measure the rows of the paper's Table 2.

    Five rows times the seeds, each run a process of its own; finished runs are kept, so the same command continues
    where it was stopped. Then the latency of the first seed's models on the CPU is measured. table2.md, table2.json
    and table2.html show all presets found in --out.

    \b
    Examples:
      inkslate reproduce --data slate --out runs/table2
      inkslate reproduce --data slate --preset tuned --jobs 4 --out runs/table2
      inkslate reproduce --data slate --preset paper --bullets gold --out runs/table2
    """
    require("train", what="training")
    from inkslate.experiments.reproduce import orders_for, rules_result
    from inkslate.experiments.reproduce_report import check_orders, write_report

    data, out = Path(options["data"]), Path(options["out"])
    orders = orders_for(
        data=data,
        encoder=options["encoder"],
        preset=options["preset"],
        seeds=options["seeds"],
        bullets=options["bullets"],
        out=out,
        overrides={"epochs": options["epochs"]} if options["epochs"] else {},
    )
    check_orders(orders)
    floor = rules_result(data)
    try:
        failed = _run_orders(orders, jobs=options["jobs"])
        if not failed:
            _measure_latency(orders, data, rounds=options["rounds"])
    except KeyboardInterrupt:
        _interrupted("finished runs are kept; the same command continues")
    if len(failed) < len(orders):
        _emit(write_report(out, floor=floor, shown=orders[0].folder.parent.name))
    for message in failed:
        click.echo(f"failed: {message}", err=True)
    if failed:
        click.echo(
            f"inkslate: {len(failed)} of {counted(len(orders), 'run')} failed, the others are kept; run.log in each "
            "folder above has the details, the same command tries again",
            err=True,
        )
        sys.exit(2)


def _config(options: dict[str, Any]) -> TrainConfig:
    given = {name: options[name] for name in _OVERRIDES if options[name] is not None}
    scheme = "bi" if options["scheme"] == _BASELINE else options["scheme"]
    return replace(PRESETS[options["preset"]], scheme=scheme, **given)


def _is_main_process() -> bool:
    from inkslate.training.run import processes

    return bool(processes().is_main_process)


def _train(config: TrainConfig, options: dict[str, Any], *, is_main: bool) -> Bundle:
    from torch.cuda import OutOfMemoryError

    from inkslate.training.progress import NoProgress, TrainingBar
    from inkslate.training.run import TrainingJob, load_data, train_baseline, train_model

    out = Path(options["out"])
    order = TrainingJob(config, load_data(options["data"], options["val"]), out, resume=options["resume"])
    train_it = train_baseline if options["scheme"] == _BASELINE else train_model
    try:
        return train_it(order, TrainingBar() if is_main else NoProgress())
    except KeyboardInterrupt:
        if not _can_resume(out):
            raise
        _interrupted("continue with --resume" if is_main else None)
    except OutOfMemoryError:
        raise InputError(
            f"the GPU's memory does not hold a batch of {config.batch_size}; use a smaller --batch-size"
        ) from None


def _can_resume(out: Path) -> bool:
    """An unfinished run, or a baseline with one of its models finished."""
    from inkslate.model.bundle import CLASSIFIER_PART, MANIFEST, SEGMENTER_PART
    from inkslate.training.checkpoint import CHECKPOINT

    parts = (out / SEGMENTER_PART, out / CLASSIFIER_PART)
    left = (out / CHECKPOINT, *(part / name for part in parts for name in (CHECKPOINT, MANIFEST)))
    return not (out / MANIFEST).exists() and any(path.exists() for path in left)


def _interrupted(remedy: str | None) -> NoReturn:
    if remedy:
        click.echo(f"inkslate: interrupted; {remedy}", err=True)
    sys.exit(130)


def _summary(bundle: Bundle) -> str:
    from inkslate.evaluation.score_table import percent

    lines = [f"model: {bundle.folder}"]
    for name, value in bundle.manifest.scores.items():
        scores = f"task F1 {percent(value['task']['f1'])}, B {percent(value['B'])}"
        lines.append(f"{name}: {scores} ({value['signature']})")
    if not bundle.manifest.scores:
        lines.append("val: not measured, there was no --val")
    lines.append(f"next: inkslate extract notes.txt --model {shlex.quote(str(bundle.folder))}")
    return "\n".join(lines) + "\n"


def _run_orders(orders: Sequence[RunOrder], *, jobs: int) -> list[str]:
    """Run them with a bar and a line for each; gives what went wrong."""
    from tqdm import tqdm

    from inkslate.experiments.reproduce import run_all

    failed: list[str] = []
    # Closed by us: whatever stops this loop has to stop the processes too.
    runs = cast("Generator[tuple[RunOrder, str | None], None, None]", run_all(orders, jobs=jobs))
    with closing(runs), tqdm(total=len(orders), desc="runs", unit="run", disable=None, file=sys.stderr) as bar:
        for order, problem in runs:
            bar.update()
            bar.write(_run_line(order, failed=problem is not None), file=sys.stderr)
            if problem is not None:
                failed.append(problem)
    return failed


def _run_line(order: RunOrder, *, failed: bool) -> str:
    from inkslate.evaluation.score_table import percent
    from inkslate.experiments.reproduce import RESULT
    from inkslate.experiments.reproduce_report import read_result
    from inkslate.experiments.table2 import run_scores

    if failed:
        return f"{order.row} seed {order.seed}: failed"
    scores = run_scores(read_result(order.folder / RESULT))
    return f"{order.row} seed {order.seed}: task F1 {percent(scores['task_f1'])}, B {percent(scores['B'])}"


def _measure_latency(orders: Sequence[RunOrder], data: Path, *, rounds: int) -> None:
    """Unless it was measured before: the figures belong to the machine of that day."""
    from tqdm import tqdm

    from inkslate.experiments.reproduce_report import LATENCY_FILE, latency_of_first_seed, unlabelled_boards

    if (orders[0].folder.parent / LATENCY_FILE).exists():
        return
    boards = unlabelled_boards(data)
    steps = rounds * sum(bool(region.word_texts) for board in boards for region in board.regions)
    with tqdm(total=steps, desc="latency", unit="region", disable=None, file=sys.stderr) as bar:

        def tick() -> None:
            bar.update()

        latency_of_first_seed(orders, boards, rounds=rounds, tick=tick)


def _emit(text: str) -> None:
    # Bytes, so that the output is UTF-8 whatever the locale says.
    click.echo(text.encode(), nl=False)
