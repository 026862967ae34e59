"""The reading processes of a worker. A call that takes too long ends its process; another one is started at once."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import pickle
import socket
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from inkslate.files import holding_interrupts
from inkslate.service.metrics import Metrics
from inkslate.service.problems import Defect, Problem, busy, deadline_exceeded
from inkslate.service.reading.process import HEADER, READY, ProcessLimits, Reply, serve_calls
from inkslate.service.settings import ServiceLimits

_log = logging.getLogger("inkslate.service")
_START_SECONDS = 60.0  # for a process to load what it needs
_MAX_PAUSE_SECONDS = 30.0  # between two attempts to start a process
_SMALL_MESSAGE = 1 << 15  # bytes
# The tree of a parsed file takes many times its bytes.
_MEMORY_PER_BYTE, _MIN_MEMORY = 64, 256 << 20


class ReadingPool:
    """Runs calls in at most `count` processes; at most `waiting` calls wait for one."""

    def __init__(self, limits: ServiceLimits, metrics: Metrics, *, count: int, waiting: int) -> None:
        self._limits = ProcessLimits(_MIN_MEMORY + _MEMORY_PER_BYTE * limits.bytes, limits.read_seconds)
        self._metrics, self._count, self._max_waiting = metrics, count, waiting
        self._idle: asyncio.Queue[_ReadingProcess] = asyncio.Queue()
        self._processes: set[_ReadingProcess] = set()
        self._loading: set[_ReadingProcess] = set()
        # Large calls leave a process to the others, so that small files are read whatever the large ones do.
        self._large, self._large_waiting = asyncio.Semaphore(max(1, count - 1)), 0
        self._starting, self._waiting, self._failures, self._closed = 0, 0, 0, False
        self._tasks: set[asyncio.Future[Any]] = set()

    @property
    def is_broken(self) -> bool:
        """Whether no process could be started lately."""
        return self._failures > 1 and not self._processes

    def start(self) -> None:
        """Start the first process; further ones are started when they are needed."""
        self._start_if_needed()

    async def run(self, call: Callable[..., Any], *args: Any, deadline: float) -> Any:
        """The result of a call; its function must be importable. A Problem where it takes too long or fails."""
        message = pickle.dumps((call, args))
        if len(message) <= _SMALL_MESSAGE:
            return await self._run(message, deadline, lambda: None)
        if self._large_waiting >= self._max_waiting:
            raise _no_time_to_read()
        self._large_waiting += 1
        try:
            await asyncio.wait_for(self._large.acquire(), max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise deadline_exceeded() from None
        finally:
            self._large_waiting -= 1
        return await self._run(message, deadline, self._large.release)

    async def _run(self, message: bytes, deadline: float, release: Callable[[], None]) -> Any:
        """The result of a call in the next free process; `release` is called when the process is free again."""
        try:
            process = await self._free_process(deadline)
        except BaseException:
            release()
            raise
        # The call goes on when its client disconnects: to end the process would cost more than most calls.
        job = self._keep(self._ask(process, message, deadline))
        job.add_done_callback(lambda _: release())
        return await asyncio.shield(job)

    async def _free_process(self, deadline: float) -> _ReadingProcess:
        if self._waiting >= self._max_waiting:
            raise _no_time_to_read()
        self._waiting += 1
        try:
            self._start_if_needed()
            return await asyncio.wait_for(self._idle.get(), max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise deadline_exceeded() from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End all processes, whatever they do."""
        self._closed = True
        for process in (*self._processes, *self._loading):
            process.kill()

    async def _ask(self, process: _ReadingProcess, message: bytes, deadline: float) -> Any:
        seconds = min(self._limits.seconds, deadline - time.monotonic())
        try:
            reply = await asyncio.wait_for(process.ask(message), max(0.0, seconds))
        except asyncio.TimeoutError:
            self._replace(process, "deadline")
            raise _too_long(seconds) if seconds == self._limits.seconds else deadline_exceeded() from None
        except (OSError, EOFError):
            self._replace(process, "ended")
            raise deadline_exceeded() from None
        if reply.is_last:
            self._replace(process, "memory")
        else:
            self._idle.put_nowait(process)
        if reply.problem is not None:
            raise reply.problem
        if reply.defect is not None:
            raise Defect(reply.defect)
        return reply.value

    def _replace(self, process: _ReadingProcess, reason: str) -> None:
        process.kill()
        self._processes.discard(process)
        if self._closed:
            return
        self._metrics.count_reading_process(reason)
        _log.warning("a reading process was ended (%s); another one is started", reason)
        self._start_if_needed()

    def _start_if_needed(self) -> None:
        """Start a process for each call that has none, as far as there may be more; one at least is always there."""
        wanted = max(self._waiting, 0 if self._processes else 1)
        while (
            self._idle.qsize() + self._starting < wanted
            and len(self._processes) + self._starting < self._count
            and not self._closed
        ):
            self._starting += 1
            self._keep(self._start())

    async def _start(self) -> None:
        try:
            await asyncio.sleep(min(2.0 ** (self._failures - 1), _MAX_PAUSE_SECONDS) if self._failures else 0.0)
            if self._closed:
                return
            process = _ReadingProcess(self._limits)
            self._loading.add(process)
            try:
                await process.wait_until_ready()
            finally:
                self._loading.discard(process)
        except (OSError, EOFError, asyncio.TimeoutError):
            if not self._closed:
                self._failures += 1
                _log.error("a reading process did not start; it is tried again")
        else:
            self._failures = 0
            self._processes.add(process)
            self._idle.put_nowait(process)
        finally:
            self._starting -= 1
        self._start_if_needed()

    def _keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
        """A task that is not lost while it runs, and whose exception may go unnoticed."""
        task: asyncio.Future[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task


class _ReadingProcess:
    """A process, and the connection to it."""

    def __init__(self, limits: ProcessLimits) -> None:
        self._socket, theirs = socket.socketpair()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=serve_calls, args=(theirs, limits), name="inkslate-reader", daemon=True)
        with theirs, holding_interrupts():
            self._process.start()

    async def wait_until_ready(self) -> None:
        """Wait until it has loaded what it needs; OSError, EOFError or a timeout where it fails."""
        self._streams = await asyncio.open_connection(sock=self._socket)
        try:
            if await asyncio.wait_for(self._receive(), _START_SECONDS) != READY:
                raise EOFError
        except BaseException:
            self.kill()
            raise

    async def ask(self, message: bytes) -> Reply:
        """Send a call and wait for its reply."""
        assert self._streams is not None
        _, writer = self._streams
        writer.write(HEADER.pack(len(message)) + message)
        await writer.drain()
        reply: Reply = pickle.loads(await self._receive())  # noqa: S301 - of our own process
        return reply

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()  # the start of the next process, or the end of this one, reaps it
        with suppress(RuntimeError):  # the event loop is closed
            if self._streams is not None:
                self._streams[1].close()

    async def _receive(self) -> bytes:
        assert self._streams is not None
        reader, _ = self._streams
        (size,) = HEADER.unpack(await reader.readexactly(HEADER.size))
        return await reader.readexactly(size)


def _no_time_to_read() -> Problem:
    return busy("the bodies of other requests are being read, and more of them wait")


def _too_long(seconds: float) -> Problem:
    return Problem(
        "too-large",
        f"the text of the request took more than {seconds:g} s beside the model",
        field="body",
        remedy="send it in parts, or start the service with a larger --read-seconds",
        headers={"Connection": "close"},
    )
