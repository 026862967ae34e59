"""Ctrl-C during training: finish the step first."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_SAME_CTRL_C_SECONDS = 1.0


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Ctrl-C sets an event that the loop checks between steps; a second Ctrl-C stops immediately."""
    event = threading.Event()
    interrupted_at = 0.0
    # Python allows signal handlers in the main thread only.
    if threading.current_thread() is not threading.main_thread():
        yield event
        return

    def on_signal(*_: object) -> None:
        nonlocal interrupted_at
        # A launcher forwards Ctrl-C to processes that got it from the terminal too: within a second it is the same one.
        if event.is_set() and time.monotonic() - interrupted_at > _SAME_CTRL_C_SECONDS:
            raise KeyboardInterrupt
        interrupted_at = time.monotonic()
        event.set()

    before = signal.signal(signal.SIGINT, on_signal)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)
