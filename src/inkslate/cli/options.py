"""The options of `extract` that owners and due dates need, and what they come to for each file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from inkslate.details import DetailContext, day_first
from inkslate.errors import InputError
from inkslate.readers.document import STDIN, load

_Command = TypeVar("_Command", bound=Callable[..., object])


def _moment(_context: click.Context, _option: click.Parameter, value: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(value) if value else None
        if moment is not None and (moment.tzinfo is not None or not 1900 <= moment.year <= 9000):
            raise ValueError("no local time of our days")
        return moment
    except ValueError:
        raise click.BadParameter(f"{value!r} is no date; write it like 2026-11-15 or 2026-11-15T09:30") from None


def _locale(_context: click.Context, _option: click.Parameter, value: str) -> str:
    try:
        day_first(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None
    return value


def detail_options(command: _Command) -> _Command:
    """Adds --now, --locale and --people."""
    for option in (
        click.option("--people", metavar="FILE", help="Names of people, one a line, aliases behind commas."),
        click.option(
            "--locale", callback=_locale, default="en", show_default=True, help="`en-US` reads 12/3 as 3 December."
        ),
        click.option(
            "--now", metavar="DATE", callback=_moment, help="What `tomorrow` counts from; the file's date where absent."
        ),
    ):
        command = option(command)
    return command


def read_people(path: str | None) -> tuple[str, ...]:
    """The names of a file; blank lines and lines that start with # are left out."""
    lines = load(path).text.splitlines() if path else []
    return tuple(line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#"))


def detail_context(options: Mapping[str, Any]) -> DetailContext:
    """What --now, --locale and --people say."""
    return DetailContext(now=options["now"], locale=options["locale"], people=read_people(options["people"]))


def written_at(path: str) -> datetime:
    """When a file was last written, in local time; now for standard input."""
    try:
        return datetime.now() if path == STDIN else datetime.fromtimestamp(Path(path).stat().st_mtime)
    except (OSError, ValueError, OverflowError):  # gone since it was read, or dated beyond the calendar
        return datetime.now()
