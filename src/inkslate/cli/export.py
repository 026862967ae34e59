"""`inkslate export` and `inkslate benchmark`: arguments in, text out. torch is loaded when they run, not before."""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from inkslate.board import Board
from inkslate.dependencies import require
from inkslate.errors import MissingExtra
from inkslate.files import write_whole
from inkslate.model.bundle import FLOAT32, INT8, load_bundle
from inkslate.model.shipped import shipped_model
from inkslate.readers import read_file

_THREADS = click.IntRange(1, 1024)
_RANDOM_LAYERS = 6


def _points(_context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 <= value < math.inf:
        raise click.BadParameter(f"{value} is no number of points", param=parameter)
    return value


@click.command()
@click.argument("model", type=click.Path(), metavar="MODEL")
@click.option(
    "--data", required=True, metavar="FILE", help="Labelled boards to compare the models on; not the test set."
)
@click.option("--precision", type=click.Choice([INT8, FLOAT32]), default=INT8, show_default=True)
@click.option(
    "--may-lose",
    type=float,
    callback=_points,
    default=0.3,
    show_default=True,
    help="Points of F1 or B that the exported model may lose; if it loses more, nothing is written.",
)
@click.option(
    "--recall-first",
    type=float,
    callback=_points,
    metavar="POINTS",
    help="Choose thresholds on --data: that of tasks as low as costs no more than these points of F1.",
)
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="The folder for the exported model; new.")
def export(model: str, data: str, precision: str, may_lose: float, recall_first: float | None, out: str) -> None:
    """Turn a trained model into one that needs no torch.

    The result runs on onnxruntime alone. It is compared with the original on the labelled boards of --data, and
    its scores are calibrated there.

    \b
    Examples:
      inkslate export models/mine --data val.jsonl --out models/mine-int8
      inkslate export models/mine --data val.jsonl --precision float32 --out models/mine-onnx
      inkslate export models/mine --data val.jsonl --recall-first 0.5 --out models/mine-int8
      inkslate extract notes.txt --model models/mine-int8
    """
    require("train", what="export", also=("onnx",))
    bundle, boards = load_bundle(model), read_file(data)
    from tqdm import tqdm

    from inkslate.training.export import export_bundle

    steps = len(boards) * (2 + (precision == INT8))
    with tqdm(total=steps, desc="compare", unit="board", disable=None, file=sys.stderr) as bar:

        def tick() -> None:
            bar.update()

        exported = export_bundle(
            bundle, boards, Path(out), precision=precision, may_lose=may_lose, recall_points=recall_first, tick=tick
        )
    lines = [f"model: {out}"]
    for name, compared in exported.compared.items():
        figures = ", ".join(f"{metric} {value:.2f}" for metric, value in compared.points().items())
        lines.append(f"{name}: {figures}; {100 * compared.agreement:.2f} % of word labels as in torch")
    lines.append(f"signature: {exported.compared[precision].evaluation.signature}")
    _emit("\n".join(lines) + "\n")


@click.command()
@click.argument("data", required=False, metavar="[FILE]")
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="DIR",
    help="A model's folder, or slate; again for several. One in safetensors is timed in float32 and int8. "
    "Without it, random weights of the shape of all-MiniLM-L6-v2 are timed.",
)
@click.option("--word-layers", type=click.IntRange(0, _RANDOM_LAYERS), default=0, help="Of the random weights.")
@click.option("--marks", is_flag=True, help="Layout as tokens, for the random weights.")
@click.option("--rounds", type=click.IntRange(1, 1000), default=5, show_default=True)
@click.option("--threads", type=_THREADS, help="Cores to use; by default as many as `extract` does.")
@click.option("--stream", type=click.IntRange(10, 10**7), default=2000, show_default=True, help="Boards of the stream.")
@click.option("--no-reference", is_flag=True, help="Leave out the paper's models, and torch with them.")
@click.option("--json", "json_out", type=click.Path(dir_okay=False), help="Write all figures to this file.")
@click.option("--plot", type=click.Path(dir_okay=False), help="Write time against number of sentences as SVG.")
def benchmark(data: str | None, models: Sequence[str], **options: Any) -> None:
    """Time models against the paper's reference, in one run.

    FILE holds boards, labelled or not; without it, made-up notes are timed. It takes minutes: the reference is slow.

    \b
    Examples:
      inkslate benchmark test.csv --model slate --model models/mine-onnx
      inkslate benchmark --model models/mine --plot growth.svg
      inkslate benchmark --no-reference --model models/mine-int8
    """
    if models and (options["word_layers"] or options["marks"]):
        raise click.UsageError("--word-layers and --marks are for random weights; leave out --model, or them")
    from inkslate.experiments.benchmark_inputs import generated_boards

    boards = read_file(data) if data else generated_boards()
    with_torch = not options["no_reference"]
    if with_torch or not models:
        try:
            require("train", what="the reference", also=("onnx",))
        except MissingExtra as error:
            remedy = "" if models else " and name a --model"
            raise MissingExtra(f"{error}; or leave it out with --no-reference{remedy}") from None
    with tempfile.TemporaryDirectory(prefix="inkslate-") as scratch:
        result = _benchmark(boards, models, Path(scratch), with_torch=with_torch, **options)
    from inkslate.experiments.benchmark_report import growth_figure, report_text

    if options["json_out"]:
        write_whole(options["json_out"], json.dumps(result, indent=1) + "\n")
    if options["plot"]:
        write_whole(options["plot"], growth_figure(result))
    _emit(report_text(result))


def _benchmark(
    boards: Sequence[Board], models: Sequence[str], scratch: Path, *, with_torch: bool, **options: Any
) -> dict[str, Any]:
    from inkslate.experiments.benchmark import BenchmarkPlan, run_benchmark
    from inkslate.experiments.benchmark_inputs import onnx_models, random_bundle
    from inkslate.model.backends import default_threads

    shape = {name: options[name] for name in ("word_layers", "marks")}
    bundles = [load_bundle(shipped_model(model) or model) for model in models] or [
        random_bundle(boards, scratch / "random", **shape)
    ]
    regions = sum(bool(region.word_texts) for board in boards for region in board.regions)
    progress = _Progress(regions * options["rounds"])
    plan = BenchmarkPlan(
        models=onnx_models(bundles, scratch),
        boards=boards,
        threads=options["threads"] or default_threads(),
        rounds=options["rounds"],
        stream=options["stream"],
        with_torch=with_torch,
        tick=progress.tick,
    )
    try:
        return run_benchmark(plan)
    finally:
        progress.close()


class _Progress:
    """A line on a terminal that says what is measured, and how far the longest part is."""

    def __init__(self, regions: int) -> None:
        self._regions, self._done, self._shown = regions, 0, sys.stderr.isatty()

    def tick(self, step: str) -> None:
        if not self._shown:
            return
        if step == "region":
            self._done += 1
            step = f"latency {self._done}/{self._regions}"
        click.echo(f"\r\033[K{step}", err=True, nl=False)

    def close(self) -> None:
        if self._shown:
            click.echo("\r\033[K", err=True, nl=False)


def _emit(text: str) -> None:
    # Bytes, so that the output is UTF-8 whatever the locale says.
    click.echo(text.encode(), nl=False)
