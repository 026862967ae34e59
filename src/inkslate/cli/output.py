"""What all verbs print: results, errors of one line, progress."""

from __future__ import annotations

import errno
import io
import os
import select
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, Protocol, TextIO

import click

from inkslate.errors import InputError, ReadingWarning
from inkslate.files import real_path, write_whole
from inkslate.messages import one_line

WITH_ERRORS = 1  # the exit code of a command that is done, but not with all of its input
INTERRUPTED, TERMINATED = 130, 143  # what shells report for Ctrl-C, and for SIGTERM
_PATIENCE = 2.0  # seconds without a word
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
    sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
    sys.stdout.buffer.flush()


class _StandardOutput(io.RawIOBase):
    """Standard output that says in one line why it cannot be written, once: what is written later is dropped.

    Python writes the rest of its buffers at exit, which would fail again.
    """

    def __init__(self, raw: io.RawIOBase | None) -> None:
        self._raw, self._failed = raw, False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return super().fileno() if self._raw is None else self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw is not None and self._raw.isatty()

    def write(self, data: Any, /) -> int:
        if self._failed:
            return len(data)
        try:
            if self._raw is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            written = self._raw.write(data)
            if written is None:  # the other side reads slowly, and somebody has switched off waiting for it
                select.select([], [self._raw], [])
            return written or 0
        except OSError as error:
            self._failed = True
            if isinstance(error, BrokenPipeError):
                raise  # the reader went away (`| head`), which is not an error; click handles it
            raise InputError(
                f"standard output cannot be written ({error.strerror}); free some space, or write to another place"
            ) from None


def secure_standard_output() -> None:
    """Let every write to standard output be complete or an error.

    With PYTHONUNBUFFERED Python writes only as much as the disk takes, and says nothing. Here is always a buffer,
    which writes everything; whatever prints flushes it. A stream that a caller put in its place stays.
    """
    if sys.stdout is not sys.__stdout__:
        return
    before = sys.stdout
    buffer: Any = before.buffer if before else None
    raw = _StandardOutput(getattr(buffer, "raw", buffer))
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=before.encoding if before else "utf-8",
        errors=before.errors if before else "strict",
        line_buffering=raw.isatty(),
    )


def refuse_overwriting(inputs: Sequence[str], out: str | None) -> None:
    """Raise InputError if the output file is one of the input files; `-` is standard input."""
    if out and any(real_path(out) == real_path(path) for path in inputs if path != "-"):
        raise InputError(f"{out}: is also an input and would be overwritten; choose another name")


def tell(message: str) -> None:
    """Print a message on standard error; where that cannot be written, the exit code must do."""
    try:
        click.echo(message, err=True)
    except OSError:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - Python would try again at exit, and change the code


@contextmanager
def told_warnings() -> Iterator[None]:
    """What reading warns of is one line on standard error, every time."""
    before = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        """Print the warnings of readers; others are shown as before."""
        if issubclass(category, ReadingWarning):
            tell(f"inkslate: {one_line(str(message))}")
        else:
            before(message, category, filename, lineno, file, line)

    with warnings.catch_warnings():
        warnings.simplefilter("always", ReadingWarning)
        warnings.showwarning = show
        yield


def stop(message: str, *, code: int = 2) -> NoReturn:
    """Print the message on standard error and exit."""
    tell(message)
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
def late_progress(total: int, *, label: str) -> Iterator[Tick]:
    """A bar on standard error, on a terminal only and after two seconds; gives the function that advances it.

    Several threads may advance it.
    """
    began, done = time.monotonic(), 0
    bar = None
    lock = threading.Lock()

    def tick(count: int = 1) -> None:
        """Advance the bar."""
        nonlocal bar, done
        with lock:
            done += count
            if bar is not None:
                bar.update(count)
            elif sys.stderr.isatty() and time.monotonic() - began >= _PATIENCE:
                bar = click.progressbar(length=total, label=label, file=sys.stderr)
                bar.update(done)

    try:
        yield tick
    finally:
        if bar is not None:
            bar.render_finish()


@contextmanager
def late_count(label: str) -> Iterator[Tick]:
    """The same where nobody knows the total: a line that counts, and that is removed at the end."""
    shown_at, done, shown = time.monotonic() + _PATIENCE, 0, False

    def tick(count: int = 1) -> None:
        """Count on; ten times a second is enough to show it."""
        nonlocal shown_at, done, shown
        done += count
        if time.monotonic() >= shown_at and sys.stderr.isatty():
            click.echo(f"\r{label}: {done:,}", nl=False, err=True)
            shown_at, shown = time.monotonic() + 0.1, True

    try:
        yield tick
    finally:
        if shown:
            click.echo("\r\033[K", nl=False, err=True)


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
