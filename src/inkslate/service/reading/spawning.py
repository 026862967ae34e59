"""Starting processes that never get Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Processes started in this context never get Ctrl-C; this process gets it when the context ends.

    Ctrl-C reaches all processes of a terminal, and this process ends its workers with SIGTERM. A child inherits that a
    signal is blocked, or that it is ignored; in this process a blocked signal waits, but an ignored one is lost.
    """
    resource_tracker.ensure_running()  # the first start of a process would start it, and that unblocks SIGINT
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
