"""Signals of a process that starts others."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from types import FrameType
from typing import NoReturn


class Terminated(KeyboardInterrupt):
    """SIGTERM, raised like Ctrl-C."""


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Processes started in this context never get Ctrl-C; this process gets it when the context ends.

    Ctrl-C reaches all processes of a terminal, and this process ends its workers itself. A child inherits that a signal
    is blocked, or that it is ignored; in this process a blocked signal waits, but an ignored one is lost.
    """
    resource_tracker.ensure_running()  # the first start of a process would start it, and that unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def raising_terminated() -> Iterator[None]:
    """SIGTERM raises Terminated in this context, so that whatever ends processes after Ctrl-C ends them then too."""
    if threading.current_thread() is not threading.main_thread():  # signals belong to the main thread
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_number: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated
