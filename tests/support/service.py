"""The service in a process of its own, with requests over a real socket."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.support.paths import ROOT
from tests.support.waiting import assert_eventually
from tests.support.warm_service import ForkedProcess, WarmStart

HANG, PAUSE = "hang the thread", "pause the thread"  # notes that `stuck_service` never reads, or reads slowly
_STARTED = re.compile(r"inkslate: (http://\S+) ")


def write_token(file: Path, token: str) -> Path:
    """A token file as the service wants it: readable for its owner only."""
    file.touch(mode=0o600)
    file.write_text(f"{token}\n")
    return file


@dataclass
class Service:
    """A running service: its process, address and log."""

    process: subprocess.Popen[bytes] | ForkedProcess
    url: str
    log_file: Path

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        host, _, port = self.url.removeprefix("http://").rpartition(":")
        return host.strip("[]"), int(port)

    @property
    def log(self) -> str:
        """Everything that was logged so far."""
        return self.log_file.read_text("utf-8")

    def client(self, **options: object) -> httpx.Client:
        """A client for this service."""
        # Loading certificates takes time, and there is no TLS here.
        return httpx.Client(base_url=self.url, timeout=60, verify=False, **options)  # type: ignore[arg-type]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)

    def workers(self) -> list[int]:
        """The process ids of its workers; of a service without workers, those of its reading processes."""
        return _spawned(self.process.pid)

    def processes(self) -> list[int]:
        """The process ids of its workers and of their reading processes."""
        return [found for worker in self.workers() for found in (worker, *_spawned(worker))]

    def memory(self) -> int:
        """Resident memory of the process in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024  # type: ignore[index]


@contextmanager
def serving(
    *options: str | Path,
    port: int = 0,
    wait: bool = True,
    script: Path | None = None,
    warm: WarmStart | None = None,
) -> Iterator[Service]:
    """Run `inkslate serve OPTIONS` until the block ends; by default with the rules, which load quickly.

    The block begins when a worker is ready or, without `wait`, as soon as the address is known. `script` is run in the
    place of the command `inkslate`. With `warm` the process is forked from one that has loaded the modules.
    """
    if "--model" not in options:
        options = ("--model", "rules", *options)
    with tempfile.TemporaryDirectory() as folder:
        log_file = Path(folder) / "log"
        log_file.touch()
        chosen = ["serve", "--port", str(port), *map(str, options)]
        process = warm.start(chosen, log_file) if warm else _start(chosen, log_file, script)
        try:
            service = Service(process, _address(process, log_file), log_file)
            if wait:
                assert_eventually(lambda: _is_ready(service), "a service that is ready")
            yield service
        finally:
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def _start(options: list[str], log_file: Path, script: Path | None) -> subprocess.Popen[bytes]:
    command = ["-m", "inkslate.cli"] if script is None else [str(script)]
    with log_file.open("wb") as log:
        return subprocess.Popen([sys.executable, *command, *options], stderr=log, stdout=log, env=_environment())


@dataclass
class CrashingService:
    """A service that can be killed and started again at the same address."""

    url: str
    _options: tuple[str | Path, ...]
    _service: Service
    _running: ExitStack
    _warm: WarmStart | None = None

    def crash(self, meanwhile: Callable[[], None]) -> None:
        """Kill the service, call `meanwhile` while it is away, and start it again."""
        port = self._service.address[1]
        self._service.process.kill()
        self._running.close()
        meanwhile()
        self._service = self._running.enter_context(serving(*self._options, port=port, warm=self._warm))


@contextmanager
def crashing(*options: str | Path, warm: WarmStart | None = None) -> Iterator[CrashingService]:
    """Run `inkslate serve OPTIONS`, which can be killed and started again until the block ends."""
    with ExitStack() as running:
        service = running.enter_context(serving(*options, warm=warm))
        yield CrashingService(service.url, options, service, running, warm)


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "INKSLATE_DEBUG"}
    return kept | {"PYTHONPATH": os.pathsep.join([str(ROOT), kept.get("PYTHONPATH", "")]).rstrip(os.pathsep)}


def _is_ready(service: Service) -> bool:
    return httpx.get(f"{service.url}/readyz", timeout=60, verify=False).status_code == 200


def _spawned(process: int) -> list[int]:
    """Workers or reading processes of a process; the latter are children of one that they are forked from."""
    found: list[int] = []
    for child in _children(process):
        command = _command_line(child)
        if b"spawn_main" in command:
            found.append(int(child))
        elif b"forkserver" in command:
            found += map(int, _children(int(child)))
    return found


def _children(process: int) -> list[str]:
    """Of all threads: a process is a child of the thread that started it. Empty where the process is gone by now."""
    with suppress(FileNotFoundError, ProcessLookupError):
        tasks = Path(f"/proc/{process}/task").iterdir()
        return [child for task in tasks for child in (task / "children").read_text().split()]
    return []


def _command_line(process: str) -> bytes:
    """Empty where the process is gone by now."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other side closes the connection."""
    answer = b""
    try:
        while part := connection.recv(65536):
            answer += part
    except ConnectionError:
        pass
    return answer


def _address(process: subprocess.Popen[bytes] | ForkedProcess, log_file: Path) -> str:
    for _ in range(3000):
        if found := _STARTED.search(log_file.read_text("utf-8")):
            return found[1]
        if process.poll() is not None:
            break
        time.sleep(0.02)
    raise AssertionError(f"the service did not start: {log_file.read_text('utf-8')}")


def assert_all_ready(service: Service, count: int = 2) -> None:
    """Wait until all workers have loaded: then each has its metrics."""
    with service.client() as client:
        assert_eventually(
            lambda: len(set(re.findall(r'worker="(\d)"', client.get("/metrics").text))) == count, f"{count} workers"
        )
