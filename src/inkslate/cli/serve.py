"""`inkslate serve` and `inkslate export-corrections`: arguments in, text out; fastapi loads when it is needed."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click

from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.extractor import Extractor
from inkslate.files import write_whole
from inkslate.model.shipped import DEFAULT_MODEL
from inkslate.service.corrections import CorrectionStore
from inkslate.service.settings import QUEUE_PER_THREAD, ServiceLimits, ServiceSettings, is_loopback, read_token

_LIMITS = ServiceLimits()
_COUNT = click.IntRange(1, 1 << 40)
_SECONDS = click.FloatRange(0.1, 86400)


_Command = TypeVar("_Command", bound=Callable[..., object])
# Flag, field of ServiceLimits, what it takes, and its help.
_FLAGS: tuple[tuple[str, str, click.IntRange | click.FloatRange, str], ...] = (
    ("--max-bytes", "bytes", _COUNT, "Of a body, unpacked."),
    ("--max-words", "words", _COUNT, "Of a request."),
    ("--max-characters", "characters", _COUNT, "Of a request's words."),
    ("--max-regions", "regions", _COUNT, "Of a request; boards too."),
    ("--max-depth", "depth", click.IntRange(8, 500), "Of nested JSON."),
    ("--max-seconds", "seconds", _SECONDS, "From a whole body to its answer."),
    ("--body-seconds", "body_seconds", _SECONDS, "For a head or a body to arrive, or an answer to be taken."),
    (
        "--queue",
        "queue",
        _COUNT,
        "Requests worked on or waiting; more are told to come back. "
        f"[default: {QUEUE_PER_THREAD} for each of --threads]",
    ),
    ("--connections", "connections", _COUNT, "Open at once."),
    ("--max-held-bytes", "held_bytes", _COUNT, "Of all bodies together."),
    ("--health-seconds", "health_seconds", _SECONDS, "Replace a worker whose health check fails for so long."),
)


def _limits(command: _Command) -> _Command:
    """Adds a flag for every field of ServiceLimits."""
    for flag, field, kind, about in reversed(_FLAGS):
        default = getattr(_LIMITS, field)
        shown = default is not None
        command = click.option(flag, f"limit_{field}", type=kind, default=default, show_default=shown, help=about)(
            command
        )
    return command


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="0 takes a free one.")
@click.option(
    "--model",
    default=DEFAULT_MODEL,
    show_default=True,
    help="A model's name or folder; `slate` comes with inkslate, `rules` needs no model.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    help="Cores for the model, of each worker. [default: all, shared by the workers]",
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--workspace", metavar="DIR", type=click.Path(file_okay=False), help="Keep corrections in this folder.")
@click.option("--token-file", metavar="FILE", help="Only who knows its first line may ask.")
@click.option("--insecure-no-token", is_flag=True, help="Listen beyond this machine without a token.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A name that leads here; repeatable.")
@click.option("--allow-origin", "origins", multiple=True, metavar="URL", help="A site whose pages may ask; repeatable.")
@click.option("--batching/--no-batching", default=True, help="Several regions side by side; off to compare.")
@click.option("--patience-ms", type=click.FloatRange(0, 1000), default=2.0, show_default=True, help="For company.")
@click.option("--log-texts", is_flag=True, help="Log what is sent. Never by default.")
@_limits
def serve(**options: Any) -> None:
    """Serve the model over HTTP, and a page to review tasks.

    It listens on this machine alone; another address needs a token.

    \b
    Examples:
      inkslate serve
      inkslate serve --workspace corrections --port 9000
      inkslate serve --host 0.0.0.0 --token-file token.txt
    """
    settings = _settings(options)
    require("serve", what="the service")
    from inkslate.service.server import open_socket, run_worker, run_workers

    # What is wrong is said here, in one line, not by a worker. One that opens it is closed at once.
    info = Extractor.load(settings.model, threads=1).model
    if settings.workspace:
        CorrectionStore(settings.workspace).close()
    with open_socket(settings.host, options["port"]) as listening:
        host, port = listening.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        click.echo(
            f"inkslate: http://{shown}:{port} (model {info.name} {info.version}, process {os.getpid()})", err=True
        )
        if options["workers"] == 1:
            run_worker(settings, listening)
        else:
            run_workers(settings, listening, count=options["workers"])


@click.command(name="export-corrections")
@click.argument("workspace", metavar="DIR", type=click.Path(file_okay=False))
@click.option("-o", "--out", type=click.Path(dir_okay=False), help="Write to this file, whole or not at all.")
def export_corrections(workspace: str, out: str | None) -> None:
    """Print the corrected boards of a workspace as JSONL that `inkslate train` takes.

    \b
    Examples:
      inkslate export-corrections corrections > mine.jsonl
      inkslate export-corrections corrections -o mine.jsonl
    """
    store = CorrectionStore(Path(workspace), create=False)
    text = "".join(f"{correction.content}\n" for correction in store.latest())
    store.close()
    if out:
        write_whole(out, text)
    else:
        click.echo(text.encode(), nl=False)


def _settings(options: dict[str, Any]) -> ServiceSettings:
    host, token_file = options["host"], options["token_file"]
    if not is_loopback(host) and not token_file and not options["insecure_no_token"]:
        raise InputError(
            f"{host} can be reached from other machines; give --token-file FILE, or --insecure-no-token if all may ask"
        )
    for origin in options["origins"]:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise InputError(f"{origin!r} is no origin; write it like https://notes.example")
    return ServiceSettings(
        model=options["model"],
        threads=options["threads"],
        host=host,
        hosts=options["hosts"],
        origins=options["origins"],
        token=read_token(token_file) if token_file else None,
        workspace=Path(options["workspace"]) if options["workspace"] else None,
        batching=options["batching"],
        patience=options["patience_ms"] / 1000,
        log_texts=options["log_texts"],
        limits=ServiceLimits(**{field.name: options[f"limit_{field.name}"] for field in fields(ServiceLimits)}),
    )
