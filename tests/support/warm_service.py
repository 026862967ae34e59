"""Services that are forked from a process which has loaded their modules: a start takes a tenth of the time.

As a script it reads lines of JSON, `[options, log file]`, and prints the id of the process that serves then.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.paths import ROOT


@dataclass
class ForkedProcess:
    """A process that another one forked, with the methods of a Popen. Its exit code is known there only."""

    pid: int

    def poll(self) -> int | None:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, timeout: float | None = None) -> int:
        until = time.monotonic() + (timeout or 60)
        while self.poll() is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired("serve", timeout or 60)
            time.sleep(0.005)
        return 0

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@dataclass
class WarmStart:
    """Starts services."""

    _source: subprocess.Popen[str]

    def start(self, options: Sequence[str], log_file: Path) -> ForkedProcess:
        """Run `inkslate OPTIONS` and write what it prints to a file."""
        assert self._source.stdin is not None
        assert self._source.stdout is not None
        print(json.dumps([list(options), str(log_file)]), file=self._source.stdin, flush=True)
        return ForkedProcess(int(self._source.stdout.readline()))


@contextmanager
def warm_start() -> Iterator[WarmStart]:
    """The process that services are forked from, until the block ends."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    source = subprocess.Popen(
        [sys.executable, "-m", "tests.support.warm_service"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
    )
    with source:
        yield WarmStart(source)
        source.kill()


def _serve(options: list[str], log_file: str) -> None:
    from inkslate.cli import main

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(log_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, stream in enumerate((nothing, log, log)):
        os.dup2(stream, number)
    sys.argv = ["inkslate", *options]
    main()


def _run() -> None:
    import inkslate.cli
    import inkslate.service.reading.preload
    import inkslate.service.server  # noqa: F401

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # a killed service leaves nothing behind
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            _serve(*json.loads(line))
            os._exit(0)
        print(process, flush=True)


if __name__ == "__main__":
    _run()
