"""`inkslate serve`. fastapi is imported when it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import click

from inkslate.cli.options import model_option
from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.extractor import Extractor
from inkslate.service.corrections import CorrectionStore
from inkslate.service.settings import QUEUE_PER_THREAD, ServiceLimits, ServiceSettings, is_loopback, read_token

_LIMITS = ServiceLimits()
_COUNT = click.IntRange(1, 1 << 40)
_SECONDS = click.FloatRange(0.1, 86400)


_Command = TypeVar("_Command", bound=Callable[..., object])
# Flag, field of ServiceLimits, type, and help.
_FLAGS: tuple[tuple[str, str, click.IntRange | click.FloatRange, str], ...] = (
    ("--max-bytes", "bytes", _COUNT, "Maximum size of a request body in bytes, after decompression."),
    ("--max-words", "words", _COUNT, "Maximum number of words of a request."),
    ("--max-characters", "characters", _COUNT, "Maximum number of characters of all words of a request."),
    ("--max-lines", "lines", _COUNT, "Maximum number of lines of a request."),
    ("--max-regions", "regions", _COUNT, "Maximum number of regions of a request; also of boards."),
    ("--max-depth", "depth", click.IntRange(8, 500), "Maximum nesting depth of JSON and XML."),
    ("--max-seconds", "seconds", _SECONDS, "Timeout of a request in seconds, from its complete body to its answer."),
    (
        "--read-seconds",
        "read_seconds",
        _SECONDS,
        "Timeout in seconds for the work on a request beside the model: to read its body, and to write its answer.",
    ),
    (
        "--body-seconds",
        "body_seconds",
        _SECONDS,
        "Timeout in seconds for headers or a body to arrive, and for a client to read an answer.",
    ),
    (
        "--queue",
        "queue",
        _COUNT,
        "Maximum number of requests that run or wait; others get status 429 and may retry. "
        f"[default: {QUEUE_PER_THREAD} for each of --threads]",
    ),
    ("--connections", "connections", _COUNT, "Maximum number of open connections."),
    ("--max-held-bytes", "held_bytes", _COUNT, "Maximum size of all request bodies in memory, in bytes."),
    (
        "--health-seconds",
        "health_seconds",
        _SECONDS,
        "With --workers: replace a worker that does not answer its health check for this many seconds.",
    ),
)


def _limits(command: _Command) -> _Command:
    """Add an option for every field of ServiceLimits."""
    for flag, field, kind, about in reversed(_FLAGS):
        default = getattr(_LIMITS, field)
        shown = default is not None
        command = click.option(flag, f"limit_{field}", type=kind, default=default, show_default=shown, help=about)(
            command
        )
    return command


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8765,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@model_option
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    help="Number of cores that the model uses in each worker. [default: all cores, divided between the workers]",
)
@click.option(
    "--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of worker processes."
)
@click.option(
    "--workspace",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Store corrections in this folder. [default: corrections are not stored]",
)
@click.option("--token-file", metavar="FILE", help="Require the token on the first line of this file.")
@click.option(
    "--insecure-no-token", is_flag=True, help="Allow requests from other machines without a token; see --host."
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="Host name that browsers may use for this service; repeat for several names.",
)
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="URL",
    help="Web site whose pages may send requests, such as https://notes.example; repeat for several sites.",
)
@click.option(
    "--batching/--no-batching",
    default=True,
    show_default=True,
    help="Run regions of several requests through the model together.",
)
@click.option(
    "--patience-ms",
    type=click.FloatRange(0, 1000),
    default=2.0,
    show_default=True,
    help="Milliseconds to wait for requests to batch with.",
)
@click.option("--log-texts", is_flag=True, help="Log the texts of requests. [default: texts are not logged]")
@_limits
def command(**options: Any) -> None:
    """Serve a model over HTTP.

    The root page is a web page to review tasks. By default the service listens on this machine only. Another --host
    needs a --token-file.

    \b
    Examples:
      inkslate serve
      inkslate serve --workspace corrections --port 9000
      inkslate serve --host 0.0.0.0 --token-file token.txt
    """
    settings = _settings(options)
    require("serve", what="the service")
    from inkslate.service.server import open_socket, run_worker, run_workers

    # Load both here first, so that an error is one line and does not come from a worker.
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


def _settings(options: dict[str, Any]) -> ServiceSettings:
    host, token_file = options["host"], options["token_file"]
    if not is_loopback(host) and not token_file and not options["insecure_no_token"]:
        raise InputError(
            f"{host} can be reached from other machines; give --token-file FILE, or --insecure-no-token to allow this"
        )
    for origin in options["origins"]:
        if not origin.startswith(("http://", "https://")) or origin.count("/") != 2:
            raise InputError(f"{origin!r} is not an origin; write it like https://notes.example")
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
