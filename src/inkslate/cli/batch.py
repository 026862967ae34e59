"""`inkslate batch`. pyarrow and Ray are imported when it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from inkslate.batch.engines import ENGINES, LOCAL
from inkslate.batch.settings import PARQUET, TARGETS
from inkslate.cli.options import detail_context, detail_options, from_option, model_option
from inkslate.cli.output import WITH_ERRORS, emit, tell
from inkslate.dependencies import require
from inkslate.messages import counted, one_line

if TYPE_CHECKING:
    from inkslate.batch.run import BatchSummary

_LONGEST_ERROR = 300  # characters of an error in the last line; errors/ has all of it


@click.command("batch")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--out",
    required=True,
    metavar="DIR",
    help="New folder for shards, errors and manifest, on this machine or at a URL like s3://bucket/folder.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice(list(TARGETS)),
    default=PARQUET,
    show_default=True,
    help="File format of `tasks/` and `boards/`.",
)
@from_option
@model_option
@detail_options(without_now="none; owners and due dates are not looked for")
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    default=LOCAL,
    show_default=True,
    help="Run on this machine, or on a Ray cluster.",
)
@click.option(
    "--address", help="With --engine ray: HOST:PORT of the cluster, or auto. [default: start a cluster for this run]"
)
@click.option(
    "--workers", type=click.IntRange(1, 100_000), help="Number of worker processes. [default: one for each core]"
)
@click.option("--resume", is_flag=True, help="Continue the unfinished run in DIR; use the same inputs and settings.")
@click.option(
    "--shard-rows",
    type=click.IntRange(1, 1_000_000),
    default=2000,
    show_default=True,
    help="Maximum number of boards in a shard.",
)
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Find the tasks of millions of boards.

    The work is divided between all cores of this machine, or between the nodes of a Ray cluster.

    INPUT is a file or a folder, on this machine or at a URL like s3:// or gs://, in any format that `extract` reads, as
    board JSONL (also .gz and .zst) or as Parquet. DIR gets `tasks/` (a row for each task), `boards/` (a row for each
    board), `errors/` and `manifest.json`. Owners and due dates are found only if --now is given.

    The exit code is 1 if the run is complete but some boards could not be read; `errors/` lists them.

    \b
    Examples:
      inkslate batch boards.jsonl.gz --out tasks
      inkslate batch notes/ --out tasks --to jsonl --resume
      inkslate batch s3://notes/2026/ --out s3://tasks/2026 --engine ray --address auto
    """
    engine = ENGINES[options["engine"]]
    if options["address"] and not engine.takes_address:
        raise click.UsageError("--address goes with --engine ray")
    require("batch", what="a batch run")
    require(engine.extra, what=f"--engine {options['engine']}")
    summary = _run(options)
    counts = summary.counts
    errors = counted(counts.errors, "error")
    emit(f"{counted(counts.boards, 'board')}, {counted(counts.tasks, 'task')}, {errors} in {options['out']}\n")
    if summary.unfinished:
        tell(
            f"inkslate: the worker of {counted(len(summary.unfinished), 'shard')} (first {summary.unfinished[0]}) died "
            "every time; --resume tries again"
        )
    elif counts.errors:
        # One line, however many boards have the same error.
        first = one_line(summary.first_error or "", _LONGEST_ERROR)
        tell(f"inkslate: {errors}, see {options['out'].rstrip('/')}/errors; the first: {first}")
    if counts.unnamed:
        boards = counted(counts.unnamed, "board")
        tell(f"inkslate: regions without id on {boards}; their place is their id: r1 for the first of a board")
    if summary.unfinished or counts.errors:
        context.exit(WITH_ERRORS)


def _run(options: dict[str, Any]) -> BatchSummary:
    from inkslate.batch.engines import Execution
    from inkslate.batch.filesystem import is_remote, local_name
    from inkslate.batch.progress import BatchProgressBar, SilentBatchProgress
    from inkslate.batch.run import BatchJob, run_batch
    from inkslate.batch.settings import BatchSettings, WorkerConfig
    from inkslate.batch.units import UnitLimits

    model, out = options["model"], local_name(options["out"])
    # Names are absolute, because workers may have another current folder.
    settings = BatchSettings(
        model=str(Path(model).resolve()) if Path(model).is_dir() else model,
        details=detail_context(options),
    )
    config = WorkerConfig(
        settings, out if is_remote(out) else str(Path(out).resolve()), options["target"], base=str(Path.cwd())
    )
    limits = UnitLimits(rows=options["shard_rows"])
    job = BatchJob(config, options["inputs"], options["format"], limits, resume=options["resume"])
    progress = BatchProgressBar() if sys.stderr.isatty() else SilentBatchProgress()
    return run_batch(job, Execution(options["engine"], options["workers"] or 0, options["address"], progress))
