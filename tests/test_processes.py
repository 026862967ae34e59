"""Signals of a process that starts others: none is lost, and none leaves processes behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from inkslate.files import Terminated, raising_terminated

HELD = """
import multiprocessing, signal
from inkslate.files import holding_interrupts

told = []
signal.signal(signal.SIGINT, lambda number, _: told.append(number))
process = multiprocessing.get_context("spawn").Process(target=signal.raise_signal, args=(signal.SIGINT,))
with holding_interrupts():
    process.start()
    signal.raise_signal(signal.SIGINT)
    assert not told
process.join()
assert (told, process.exitcode) == ([signal.SIGINT], 0)
signal.raise_signal(signal.SIGINT)
assert len(told) == 2
"""


@pytest.mark.process
def test_an_interrupt_while_a_process_starts_is_not_lost() -> None:
    """The process never gets it, and the one that starts it gets it a moment later."""
    done = subprocess.run([sys.executable, "-c", HELD], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


def test_sigterm_is_raised_like_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated), raising_terminated():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


def test_other_threads_leave_signals_alone() -> None:
    seen = []

    def look() -> None:
        with raising_terminated():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGTERM)]
