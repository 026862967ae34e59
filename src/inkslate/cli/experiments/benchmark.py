"""`inkslate benchmark`. torch is imported when it runs."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from inkslate.board import Board
from inkslate.cli.output import emit
from inkslate.dependencies import require
from inkslate.errors import MissingExtra
from inkslate.model.bundle import load_bundle
from inkslate.model.shipped import shipped_model
from inkslate.readers import read_file

_RANDOM_LAYERS = 6  # of all-MiniLM-L6-v2


@click.command("benchmark")
@click.argument("data", required=False, metavar="[FILE]")
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="DIR",
    help="Folder of a model, or open; repeat for several. A model in safetensors is timed in float32 and int8. "
    "[default: random weights in the shape of all-MiniLM-L6-v2]",
)
@click.option(
    "--word-layers",
    type=click.IntRange(0, _RANDOM_LAYERS),
    default=0,
    show_default=True,
    help="For random weights: number of upper layers that see only the first piece of each word.",
)
@click.option("--marks", is_flag=True, help="For random weights: layout as tokens.")
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=5, show_default=True, help="How often each region is timed."
)
@click.option(
    "--threads", type=click.IntRange(1, 1024), help="Number of cores to use. [default: as many as `extract` uses]"
)
@click.option(
    "--stream",
    type=click.IntRange(10, 10**7),
    default=2000,
    show_default=True,
    help="Number of boards for the throughput measurement.",
)
@click.option("--no-reference", is_flag=True, help="Do not time the models of the paper, which need torch.")
@click.option(
    "--json",
    "json_out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write all figures to this file as JSON.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write an SVG plot of the time against the number of sentences.",
)
def command(data: str | None, models: Sequence[str], **options: Any) -> None:
    """Time models against those of the paper.

    FILE has boards, with or without labels. Without FILE, generated notes are timed. A run takes minutes, because the
    reference models are slow.

    \b
    Examples:
      inkslate benchmark test.csv --model open --model models/mine-onnx
      inkslate benchmark --model models/mine --plot growth.svg
      inkslate benchmark --no-reference --model models/mine-int8
    """
    if models and (options["word_layers"] or options["marks"]):
        raise click.UsageError("--word-layers and --marks are for random weights; leave out --model, or these two")
    from inkslate.experiments.benchmark_inputs import generated_boards

    boards = read_file(data) if data else generated_boards()
    with_torch = not options["no_reference"]
    if with_torch or not models:
        _require_torch(models)
    with tempfile.TemporaryDirectory(prefix="inkslate-") as scratch:
        result = _benchmark(boards, models, Path(scratch), with_torch=with_torch, **options)
    from inkslate.experiments.benchmark_report import growth_figure, report_text

    if options["json_out"]:
        emit(json.dumps(result, indent=1) + "\n", options["json_out"])
    if options["plot"]:
        emit(growth_figure(result), options["plot"])
    emit(report_text(result))


def _require_torch(models: Sequence[str]) -> None:
    try:
        require("train", what="the reference", also=("onnx",))
    except MissingExtra as error:
        remedy = "" if models else " and name a --model"
        raise MissingExtra(f"{error}; or leave it out with --no-reference{remedy}") from None


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
    progress = _ProgressLine(regions * options["rounds"])
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


class _ProgressLine:
    """One line on a terminal: the current measurement, with a count for the longest one."""

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
