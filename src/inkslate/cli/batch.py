"""`inkslate batch`: arguments in, text out. pyarrow and Ray are loaded when it runs, not before."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from inkslate.cli.options import detail_context, detail_options
from inkslate.dependencies import require
from inkslate.messages import counted
from inkslate.model.shipped import DEFAULT_MODEL
from inkslate.readers import READERS

# Done, but some boards are in errors/ only.
WITH_ERRORS = 1


@click.command()
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--out", required=True, metavar="DIR", help="The folder for shards, errors and manifest; new, or s3://..."
)
@click.option("--to", "target", type=click.Choice(["parquet", "jsonl"]), default="parquet", show_default=True)
@click.option(
    "--from", "format", type=click.Choice(list(READERS)), help="The files' format; guessed from each where absent."
)
@click.option(
    "--model",
    default=DEFAULT_MODEL,
    show_default=True,
    help="A model's name or folder; `slate` comes with inkslate, `rules` needs no model.",
)
@detail_options
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True)
@click.option("--address", help="With --engine ray: the cluster; a local one is started where absent.")
@click.option("--workers", type=click.IntRange(1, 100_000), help="How many processes; one a core where absent.")
@click.option("--resume", is_flag=True, help="Go on with the run in DIR that broke off.")
@click.option(
    "--shard-rows", type=click.IntRange(1, 1_000_000), default=2000, show_default=True, help="Boards a shard, at most."
)
@click.pass_context
def batch(context: click.Context, /, **options: Any) -> None:
    """Find the tasks of very many boards, on all cores or on a Ray cluster.

    INPUT is a file or a folder, here or on a filesystem like s3:// and gs://: any format that `extract` reads, board
    JSONL (also .gz and .zst), Parquet. DIR gets `tasks/` (a row a task), `boards/` (a row a board), `errors/` and
    `manifest.json`. Owners and due dates are looked for where --now is given.

    Exit code 1: all is done, but some boards could not be read and are listed in `errors/`.

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
    click.echo(f"{counted(counts.boards, 'board')}, {counted(counts.tasks, 'task')}, {errors} in {options['out']}")
    if summary.unfinished:
        click.echo(
            f"inkslate: the worker of {counted(len(summary.unfinished), 'shard')} (first {summary.unfinished[0]}) died "
            "every time; --resume tries again",
            err=True,
        )
    elif counts.errors:
        click.echo(f"inkslate: {errors}; see {options['out'].rstrip('/')}/errors", err=True)
    if summary.unfinished or counts.errors:
        context.exit(WITH_ERRORS)


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
        details=detail_context(options),
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
