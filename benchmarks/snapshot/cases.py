"""Commands in child processes, several at a time."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from inputs import LONGEST, MADE, write


@dataclass(frozen=True)
class Case:
    """One command, run in a child process of its own."""

    name: str
    args: Sequence[str] = ()
    stdin: str = os.devnull
    call: Callable[[], object] | None = None  # in place of the command line


def run_cases(title: str, cases: Iterable[Case]) -> None:
    """As many at a time as there are cores. The command line is loaded already: a child starts at once."""
    began, count = time.monotonic(), 0
    running: dict[int, str] = {}
    for count, case in enumerate(cases, 1):  # noqa: B007 - the last one counts
        if len(running) >= len(os.sched_getaffinity(0)):
            _wait(running)
        running[_start(case)] = case.name
    while running:
        _wait(running)
    report(title, count, began)


def report(title: str, count: int, began: float) -> None:
    """Print how many cases a part has and how long they took."""
    print(f"{title:<16} {count:5} cases {time.monotonic() - began:7.1f} s", flush=True)


def _wait(running: dict[int, str]) -> None:
    """Wait for any child and write its exit code."""
    pid, status = os.wait()
    write(f"{MADE}/{running.pop(pid)}.code", f"{os.waitstatus_to_exitcode(status)}\n".encode())


def _start(case: Case) -> int:
    """Start a child for a case and return its process id."""
    base = MADE / case.name
    base.parent.mkdir(parents=True, exist_ok=True)
    sys.stdout.flush()
    if pid := os.fork():
        return pid
    code = 1
    try:
        signal.alarm(LONGEST)
        for number, file, flags in (
            (0, case.stdin, os.O_RDONLY),
            (1, f"{base}.out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
            (2, f"{base}.err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        ):
            os.dup2(os.open(file, flags, 0o644), number)
        sys.argv = ["inkslate", *case.args]
        (case.call or _main)()
        code = 0
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:  # not by the usual way out, which would end what belongs to the parent
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _main() -> None:
    """The command line, loaded when a child calls it."""
    from inkslate.cli import main

    main()
