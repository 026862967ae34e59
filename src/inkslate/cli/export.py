"""`inkslate export`. torch is imported when it runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inkslate.cli.options import check_number
from inkslate.cli.output import emit, progress_bar, tell
from inkslate.dependencies import require
from inkslate.model.bundle import FLOAT32, INT8, load_bundle
from inkslate.readers import read_file

if TYPE_CHECKING:
    from inkslate.training.export import Exported


@click.command("export")
@click.argument("model", type=click.Path(), metavar="MODEL")
@click.option(
    "--data",
    required=True,
    metavar="FILE",
    help="Labelled boards to compare the models on and to calibrate scores on. Do not use the test set.",
)
@click.option(
    "--precision",
    type=click.Choice([INT8, FLOAT32]),
    default=INT8,
    show_default=True,
    help="Number format of the weights; int8 is smaller and faster.",
)
@click.option(
    "--may-lose",
    type=float,
    callback=check_number(0),
    default=0.3,
    show_default=True,
    help="Percentage points of F1 or B that the exported model may lose; if it loses more, nothing is written.",
)
@click.option(
    "--recall-first",
    type=float,
    callback=check_number(0),
    metavar="POINTS",
    help="Choose thresholds on --data: the threshold of tasks becomes as low as possible and costs at most this many "
    "percentage points of F1.",
)
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="New folder for the exported model.")
def command(model: str, data: str, precision: str, may_lose: float, recall_first: float | None, out: str) -> None:
    """Convert a trained model to run without torch.

    The result runs with onnxruntime alone. It is compared with the original on the labelled boards of --data, and its
    scores are calibrated there.

    \b
    Examples:
      inkslate export models/mine --data val.jsonl --out models/mine-int8
      inkslate export models/mine --data val.jsonl --precision float32 --out models/mine-onnx
      inkslate export models/mine --data val.jsonl --recall-first 0.5 --out models/mine-int8
      inkslate extract notes.txt --model models/mine-int8
    """
    require("train", what="export", also=("onnx",))
    bundle, boards = load_bundle(model), read_file(data)
    from inkslate.training.export import compare_others, export_bundle

    with progress_bar(len(boards) * (2 + (precision == INT8)), label="compare", unit="board") as tick:
        exported = export_bundle(
            bundle, boards, Path(out), precision=precision, may_lose=may_lose, recall_points=recall_first, tick=tick
        )
    others = compare_others(boards)
    emit(_summary(exported, others, out=out, precision=precision))
    reached = exported.compared[precision].points().get("F1", 0.0)
    for name, points in others.items():
        if points.get("F1", 0.0) > reached:
            tell(f"inkslate: on these boards {name} is better than the model ({points['F1']:.1f} F1 to {reached:.1f})")


def _summary(exported: Exported, others: Mapping[str, Mapping[str, float]], *, out: str, precision: str) -> str:
    lines = [f"model: {out}"]
    for name, compared in exported.compared.items():
        agreement = f"{100 * compared.agreement:.2f} % of word labels as in torch"
        lines.append(f"{name}: {_figures(compared.points())}; {agreement}")
    lines += [f"{name}, on the same boards: {_figures(points)}" for name, points in others.items()]
    lines.append(f"signature: {exported.compared[precision].evaluation.signature}")
    return "\n".join(lines) + "\n"


def _figures(points: Mapping[str, float]) -> str:
    return ", ".join(f"{metric} {value:.2f}" for metric, value in points.items())
