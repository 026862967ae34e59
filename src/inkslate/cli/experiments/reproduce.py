"""`inkslate reproduce`. torch is imported when it runs."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from inkslate.cli.options import POSITIVE, encoder_option
from inkslate.cli.output import TERMINATED, emit, interrupted, progress_bar, stop, tell
from inkslate.dependencies import require
from inkslate.files import Terminated, raising_terminated
from inkslate.messages import counted
from inkslate.training.config import PRESETS

if TYPE_CHECKING:
    from inkslate.experiments.reproduce import RunOrder

_CONTINUES = "finished runs are kept; run the same command again to continue"


@click.command("reproduce")
@click.option(
    "--data", required=True, metavar="DIR", help="Folder of the released data: train.csv, val.csv and test.csv."
)
@encoder_option(PRESETS["paper"].encoder, whose="all models")
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    default="paper",
    show_default=True,
    help="Values of all other settings, as for `train`.",
)
@click.option(
    "--seeds", type=POSITIVE, default=5, show_default=True, help="Number of runs of each row, with seeds 0, 1, ..."
)
@click.option("--jobs", type=POSITIVE, default=1, show_default=True, help="Number of runs at the same time.")
@click.option(
    "--bullets",
    type=click.Choice(["layout", "gold"]),
    default="layout",
    show_default=True,
    help="`gold` puts bullets where labelled sentences start, like the released code; this leaks the segmentation.",
)
@click.option(
    "--rounds", type=POSITIVE, default=3, show_default=True, help="How often the latency of each region is measured."
)
@click.option("--epochs", type=POSITIVE, help="Number of epochs. [default: from the preset]")
@click.option("--out", required=True, metavar="DIR", type=click.Path(), help="Folder for runs and tables.")
def command(**options: Any) -> None:
    """Train and measure the models of the paper.

    These are the five rows of its Table 2, each with as many runs as --seeds. Each run is a process. Finished runs are
    kept: run the same command again to continue after a stop. Then the latency of the models of the first seed is
    measured on the CPU. table2.md, table2.json and table2.html show all presets found in --out.

    \b
    Examples:
      inkslate reproduce --data slate --out runs/table2
      inkslate reproduce --data slate --preset tuned --jobs 4 --out runs/table2
      inkslate reproduce --data slate --preset paper --bullets gold --out runs/table2
    """
    require("train", what="training")
    from inkslate.experiments.reproduce import rules_result
    from inkslate.experiments.reproduce_report import check_orders, write_report

    data, out = Path(options["data"]), Path(options["out"])
    orders = _orders(data, out, options)
    check_orders(orders)
    floor = rules_result(data)
    try:
        with raising_terminated():
            failed = _run_orders(orders, jobs=options["jobs"])
            if not failed:
                _measure_latency(orders, data, rounds=options["rounds"])
    except Terminated:
        stop(f"inkslate: terminated; {_CONTINUES}", code=TERMINATED)
    except KeyboardInterrupt:
        interrupted(_CONTINUES)
    if len(failed) < len(orders):
        emit(write_report(out, floor=floor, shown=orders[0].folder.parent.name))
    for message in failed:
        tell(f"failed: {message}")
    if failed:
        stop(
            f"inkslate: {len(failed)} of {counted(len(orders), 'run')} failed, the others are kept; run.log in each "
            "folder above has the details; run the same command again to retry"
        )


def _orders(data: Path, out: Path, options: dict[str, Any]) -> Sequence[RunOrder]:
    from inkslate.experiments.reproduce import orders_for

    return orders_for(
        data=data,
        encoder=options["encoder"],
        preset=options["preset"],
        seeds=options["seeds"],
        bullets=options["bullets"],
        out=out,
        overrides={"epochs": options["epochs"]} if options["epochs"] else {},
    )


def _run_orders(orders: Sequence[RunOrder], *, jobs: int) -> list[str]:
    """Run all orders with a progress bar and a line for each; gives the messages of those that failed."""
    from tqdm import tqdm

    from inkslate.experiments.reproduce import run_all

    failed: list[str] = []
    # Closing the generator stops the processes, whatever ends this loop.
    runs = cast("Generator[tuple[RunOrder, str | None], None, None]", run_all(orders, jobs=jobs))
    with closing(runs), tqdm(total=len(orders), desc="runs", unit="run", disable=None, file=sys.stderr) as bar:
        for order, problem in runs:
            bar.update()
            bar.write(_run_line(order, failed=problem is not None), file=sys.stderr)
            if problem is not None:
                failed.append(problem)
    return failed


def _run_line(order: RunOrder, *, failed: bool) -> str:
    from inkslate.evaluation.columns import percent
    from inkslate.experiments.reproduce import RESULT
    from inkslate.experiments.reproduce_report import read_result
    from inkslate.experiments.table2.table import run_scores

    if failed:
        return f"{order.row} seed {order.seed}: failed"
    scores = run_scores(read_result(order.folder / RESULT))
    return f"{order.row} seed {order.seed}: task F1 {percent(scores['task_f1'])}, B {percent(scores['B'])}"


def _measure_latency(orders: Sequence[RunOrder], data: Path, *, rounds: int) -> None:
    """Measure once: the figures belong to the machine and the day of the first measurement."""
    from inkslate.experiments.reproduce_report import LATENCY_FILE, latency_of_first_seed, unlabelled_boards

    if (orders[0].folder.parent / LATENCY_FILE).exists():
        return
    boards = unlabelled_boards(data)
    steps = rounds * sum(bool(region.word_texts) for board in boards for region in board.regions)
    with progress_bar(steps, label="latency", unit="region") as tick:
        latency_of_first_seed(orders, boards, rounds=rounds, tick=tick)
