"""What all verbs print: results, errors of one line, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, Protocol

import click

from inkslate.errors import InputError
from inkslate.files import write_whole

INTERRUPTED = 130  # what shells report for Ctrl-C
_CONTINUES = "finished parts are kept; run the same command again to continue"


class Tick(Protocol):
    """Advances a progress bar."""

    def __call__(self, count: int = 1) -> None:
        """Advance by `count` units."""


def emit(text: str, out: str | None = None) -> None:
    """Write a result to the file `out`, whole or not at all; to standard output if there is no `out`."""
    if out:
        write_whole(out, text)
        return
    # UTF-8 in every locale, because the formats are defined so. The name of a file need not be valid UTF-8: it goes
    # out as the bytes that came in.
    content = text.encode(errors="surrogateescape")
    try:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise  # the reader went away (`| head`), which is not an error; click handles it
    except OSError as error:
        # Python flushes the rest of the buffer at exit, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise InputError(
            f"standard output cannot be written ({error.strerror}); free some space, or write to another place"
        ) from None


def refuse_overwriting(inputs: Sequence[str], out: str | None) -> None:
    """Raise InputError if the output file is one of the input files; `-` is standard input."""
    if out and any(Path(out).resolve() == Path(path).resolve() for path in inputs if path != "-"):
        raise InputError(f"{out}: is also an input and would be overwritten; choose another name")


def stop(message: str, *, code: int = 2) -> NoReturn:
    """Print the message on standard error and exit."""
    click.echo(message, err=True)
    sys.exit(code)


def interrupted(remedy: str | None = None) -> NoReturn:
    """Exit after Ctrl-C; `remedy` says how to continue."""
    stop(f"inkslate: interrupted; {remedy}" if remedy else "inkslate: interrupted", code=INTERRUPTED)


def print_help_without_verb(context: click.Context) -> None:
    """Print the help of a group if no verb is named, which click treats as an error since 8.2."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@contextmanager
def progress_bar(total: int, *, label: str, unit: str) -> Iterator[Tick]:
    """A bar on standard error, shown on a terminal only; gives the function that advances it."""
    from tqdm import tqdm

    with tqdm(total=total, desc=label, unit=unit, disable=None if total else True, file=sys.stderr) as bar:

        def tick(count: int = 1) -> None:
            """Advance the bar."""
            bar.update(count)

        yield tick


@contextmanager
def resumable(*, memory_remedy: str) -> Iterator[None]:
    """For training in stages that are kept: Ctrl-C and a full GPU end it with one line."""
    from torch.cuda import OutOfMemoryError

    try:
        yield
    except KeyboardInterrupt:
        interrupted(_CONTINUES)
    except OutOfMemoryError:
        raise InputError(f"the memory of the GPU is too small for a batch; {memory_remedy}") from None
