"""The worker pool: processes that are restarted when they end or hang, and the choice of a worker for a request.

A worker hangs when it does not answer its health check, or says that none of its threads can work any more. The event
loop of the worker answers it, and requests run in threads and in processes, so a long request does not make a worker
look hung.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.context import SpawnProcess

import h11

from inkslate.errors import InputError
from inkslate.service.middleware import HEALTH_CHECK_AGENT
from inkslate.service.proxy.worker_connections import ReplayableBody, WorkerConnection, WorkerLost, WorkerResponse

_log = logging.getLogger("inkslate.service")
# Exit codes of a worker that was told to end; a signal to the process group reaches workers and this process at once.
_EXPECTED_EXIT_CODES = (0, -signal.SIGKILL, -signal.SIGTERM)
_MIN_LIFE_SECONDS = 3.0  # a worker that fails sooner after its start would fail again
_GRACE_SECONDS = 2.0  # between SIGTERM and SIGKILL
_POLL_SECONDS = 0.1  # between two checks of the processes
_RETRY_SECONDS = 0.05  # between two connections to a worker that is not ready
_CHECKS_PER_DEADLINE = 3  # how often health is checked
_START_FACTOR = 10  # a worker that loads its model has this many times the deadline
_STABLE_SECONDS = 300.0  # after this time without a hang, earlier hangs are forgotten
_MAX_PAUSE_SECONDS = 60.0
_HEALTH_CHECK = h11.Request(
    method="GET", target="/healthz", headers=[("Host", "localhost"), ("User-Agent", HEALTH_CHECK_AGENT)]
)
_SILENT = "did not answer its health check within %g s"
_STUCK = b"urn:inkslate:problem:not-ready"
Address = tuple[str, int]


class Worker:
    """A process and its address; the address stays the same when the process is replaced."""

    def __init__(self, address: Address, start: Callable[[], SpawnProcess]) -> None:
        self.address, self._start = address, start
        self.process, self._started = start(), time.monotonic()
        self.is_ready, self.is_stuck = False, False
        self.active = 0  # requests and WebSockets
        self._idle: list[WorkerConnection] = []
        self._lost = asyncio.Event()
        self._hangs, self._restart_at, self._is_hung = 0, 0.0, False

    async def request(self, request: h11.Request, body: ReplayableBody) -> WorkerResponse:
        """The response. After WorkerLost the worker gets no requests until it passes its health check."""
        self.active += 1
        connection = None
        try:
            connection = self._idle_connection() or await WorkerConnection.open(self.address)
            return await connection.request(request, body)
        except WorkerLost:
            self.set_lost()
            raise
        finally:
            self.active -= 1
            if connection is not None and connection.is_idle and self.is_ready:
                self._idle.append(connection)
            elif connection is not None:
                connection.close()

    async def wait_until_healthy(self) -> bool:
        """Wait until the worker answers a health check on a new connection; False where it says that it is stuck."""
        while True:
            with suppress(WorkerLost):
                connection = await WorkerConnection.open(self.address)
                try:
                    response = await connection.request(_HEALTH_CHECK, ReplayableBody.empty())
                finally:
                    connection.close()
                self.is_stuck = _STUCK in response.body  # one that is stopping is healthy
                return not self.is_stuck
            await asyncio.sleep(_RETRY_SECONDS)

    async def wait_until_lost(self, *, seconds: float) -> None:
        """Return when a request failed, or after this time."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._lost.wait(), seconds)

    def set_ready(self) -> None:
        """Give it requests."""
        self.is_ready = True
        self._lost.clear()

    def set_lost(self) -> None:
        """Give it no requests, and close its idle connections."""
        self.is_ready = False
        self._lost.set()
        while self._idle:
            self._idle.pop().close()

    def restart_if_ended(self, count_replaced: Callable[[str], None]) -> bool:
        """Whether the process had ended and was started again; InputError where it fails right after its start."""
        now = time.monotonic()
        if self.process.is_alive() or now < self._restart_at:
            return False
        if now - self._started < _MIN_LIFE_SECONDS and self.process.exitcode not in _EXPECTED_EXIT_CODES:
            raise InputError("a worker ended right after its start; see its message above")
        _log.warning("a worker ended (exit code %s); it is restarted", self.process.exitcode)
        count_replaced("hung" if self._is_hung else "ended")
        self._is_hung, self.is_stuck = False, False
        self.set_lost()
        self.process, self._started = self._start(), time.monotonic()
        return True

    async def kill_hung(self) -> None:
        """End a process that hangs: SIGTERM, then SIGKILL. Repeated hangs delay the restart."""
        if time.monotonic() - self._started > _STABLE_SECONDS:
            self._hangs = 0
        self._hangs += 1
        self._is_hung = True
        self.set_lost()
        self.process.terminate()
        kill_at = time.monotonic() + _GRACE_SECONDS
        while self.process.is_alive():
            if time.monotonic() > kill_at:
                self.process.kill()
            await asyncio.sleep(_POLL_SECONDS)
        self._restart_at = time.monotonic() + restart_pause(self._hangs)

    def _idle_connection(self) -> WorkerConnection | None:
        while self._idle:
            connection = self._idle.pop()
            if connection.is_idle:
                return connection
            connection.close()
        return None


def restart_pause(hangs: int) -> float:
    """Seconds to wait before the restart of a worker that hung this many times in a row; it doubles each time."""
    return float(min(2 ** min(hangs - 1, 10), _MAX_PAUSE_SECONDS)) if hangs > 1 else 0.0


class WorkerPool:
    """All workers. `watch` keeps them running; `pick` gives the one with the fewest requests."""

    def __init__(
        self, workers: list[Worker], *, health_seconds: float, count_replaced: Callable[[str], None] = lambda _: None
    ) -> None:
        self.workers, self._count_replaced = workers, count_replaced
        self.is_stopping: Callable[[], bool] = lambda: False  # asked before a worker is replaced
        self._health_seconds = health_seconds
        self._change = asyncio.Condition()

    async def watch(self) -> None:
        """Restart workers that ended or hang, until this is cancelled; InputError where a worker cannot start."""
        monitors = {worker: asyncio.ensure_future(self._monitor(worker)) for worker in self.workers}
        try:
            while True:
                for worker in self.workers:
                    if monitors[worker].done():
                        monitors[worker].result()  # raises unexpected errors
                    if not self.is_stopping() and worker.restart_if_ended(self._count_replaced):
                        monitors[worker].cancel()
                        monitors[worker] = asyncio.ensure_future(self._monitor(worker))
                await asyncio.sleep(_POLL_SECONDS)
        finally:
            for monitor in monitors.values():
                monitor.cancel()

    def stop(self, *, seconds: float) -> None:
        """End all workers; those that still run after this time are killed."""
        for worker in self.workers:
            worker.process.terminate()
        until = time.monotonic() + seconds + _GRACE_SECONDS
        for worker in self.workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            worker.process.kill()
            worker.process.join()

    async def pick(self, *, seconds: float) -> Worker | None:
        """The ready worker with the fewest requests; None where none is ready in this time."""
        if not self.ready():
            try:
                await asyncio.wait_for(self._wait_until_one_is_ready(), seconds)
            except asyncio.TimeoutError:
                return None
        return min(self.ready(), key=lambda worker: worker.active)

    async def _monitor(self, worker: Worker) -> None:
        """Check the health of one process until it hangs; then end it. `watch` starts the next one."""
        deadline = _START_FACTOR * self._health_seconds
        while await self._is_healthy(worker, deadline):
            if not worker.is_ready:
                worker.set_ready()
                async with self._change:
                    self._change.notify_all()
            deadline = self._health_seconds
            await worker.wait_until_lost(seconds=deadline / _CHECKS_PER_DEADLINE)
        if self.is_stopping() or not worker.process.is_alive():
            return
        reason = "says that all its threads are stuck" if worker.is_stuck else _SILENT % deadline
        _log.error("worker %s %s; it is replaced", worker.process.pid, reason)
        await worker.kill_hung()

    async def _is_healthy(self, worker: Worker, deadline: float) -> bool:
        """Whether the worker answers in time.

        In two attempts: the first may fail because this process itself was suspended, together with its timers.
        """
        for _ in range(2):
            try:
                return await asyncio.wait_for(worker.wait_until_healthy(), deadline / 2)
            except asyncio.TimeoutError:
                worker.set_lost()
        return False

    def ready(self) -> list[Worker]:
        """The workers that take requests."""
        return [worker for worker in self.workers if worker.is_ready]

    async def _wait_until_one_is_ready(self) -> None:
        async with self._change:
            await self._change.wait_for(self.ready)
