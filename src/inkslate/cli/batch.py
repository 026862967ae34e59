"""`inkslate batch`. pyarrow and Ray are imported when it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from inkslate.batch.settings import PARQUET, TARGETS
from inkslate.cli.inputs import read_people
from inkslate.cli.options import detail_options, from_option, model_option
from inkslate.cli.output import emit
from inkslate.dependencies import require
from inkslate.messages import counted

_WITH_ERRORS = 1  # the exit code of a run that is done, with boards that could not be read


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
    type=click.Choice(["local", "ray"]),
    default="local",
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
    if options["address"] and options["engine"] != "ray":
        raise click.UsageError("--address goes with --engine ray")
    require("batch", what="a batch run")
    if options["engine"] == "ray":
        require("ray", what="--engine ray")
    summary = _run(options)
    counts = summary.counts
    errors = counted(counts.errors, "error")
    emit(f"{counted(counts.boards, 'board')}, {counted(counts.tasks, 'task')}, {errors} in {options['out']}\n")
    if summary.unfinished:
        click.echo(
            f"inkslate: the worker of {counted(len(summary.unfinished), 'shard')} (first {summary.unfinished[0]}) died "
            "every time; --resume tries again",
            err=True,
        )
    elif counts.errors:
        click.echo(f"inkslate: {errors}; see {options['out'].rstrip('/')}/errors", err=True)
    if summary.unfinished or counts.errors:
        context.exit(_WITH_ERRORS)


def _run(options: dict[str, Any]) -> Any:
    from inkslate.batch.local import default_workers
    from inkslate.batch.places import is_remote, plain_name
    from inkslate.batch.progress import Bar
    from inkslate.batch.run import Means, Order, run_batch
    from inkslate.batch.settings import Job, Settings
    from inkslate.batch.units import Limits

    model = options["model"]
    settings = Settings(
        # Workers may run elsewhere.
        model=str(Path(model).resolve()) if Path(model).is_dir() else model,
        now=options["now"].isoformat() if options["now"] else None,
        locale=options["locale"],
        people=read_people(options["people"]),
    )
    out = plain_name(options["out"])
    job = Job(settings, out if is_remote(out) else str(Path(out).resolve()), options["target"], base=str(Path.cwd()))
    order = Order(
        job, options["inputs"], options["format"], Limits(rows=options["shard_rows"]), resume=options["resume"]
    )
    workers = options["workers"] or (default_workers() if options["engine"] == "local" else 0)
    progress = Bar() if sys.stderr.isatty() else None
    means = Means(options["engine"], workers, options["address"], **({"progress": progress} if progress else {}))
    return run_batch(order, means)
