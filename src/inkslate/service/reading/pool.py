"""The reading processes of a worker. A call that takes too long ends its process; another one is started at once."""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections.abc import Callable, Coroutine
from typing import Any

from inkslate.service.metrics import Metrics
from inkslate.service.problems import Defect, Problem, busy, deadline_exceeded
from inkslate.service.reading.child import ReadingProcess
from inkslate.service.reading.process import WAITING, ProcessLimits, Reply
from inkslate.service.settings import ServiceLimits

_log = logging.getLogger("inkslate.service")
_MAX_PAUSE_SECONDS = 30.0  # between two attempts to start a process
_POLL_SECONDS = 0.25  # between two looks at the time that a call took
_SMALL_MESSAGE = 1 << 15  # bytes
_NICENESS = 5  # of processes for large calls: a third of what others get where cores are busy
# The tree of a parsed file takes many times its bytes.
_MEMORY_PER_BYTE, _MIN_MEMORY = 64, 256 << 20


class ReadingPool:
    """Runs calls in processes: small calls in at most `count`, large ones in others, which leave the cores to them.

    A large call may swell its process, or last until the process is ended; no small call meets such a process, or waits
    for the start of the next one. At most `waiting` calls of a kind wait.
    """

    def __init__(self, limits: ServiceLimits, metrics: Metrics, *, count: int, waiting: int) -> None:
        memory = _MIN_MEMORY + _MEMORY_PER_BYTE * limits.bytes
        process_limits = ProcessLimits(memory, limits.read_seconds)
        self._small = _Processes(process_limits, metrics, count=count, waiting=waiting, niceness=0)
        large = max(1, count - 1)
        self._large = _Processes(process_limits, metrics, count=large, waiting=waiting, niceness=_NICENESS)

    @property
    def is_broken(self) -> bool:
        """Whether no process could be started lately."""
        return self._small.is_broken or self._large.is_broken

    def start(self) -> None:
        """Start a process of each kind; further ones are started when they are needed."""
        self._small.start_if_needed()
        self._large.start_if_needed()

    async def run(self, call: Callable[..., Any], *args: Any, deadline: float) -> Any:
        """The result of a call; its function must be importable. A Problem where it takes too long or fails."""
        message = pickle.dumps((call, args))
        processes = self._small if len(message) <= _SMALL_MESSAGE else self._large
        return await processes.run(message, deadline=deadline)

    def close(self) -> None:
        """End all processes, whatever they do."""
        self._small.close()
        self._large.close()


class _Processes:
    """At most `count` processes of one priority, and the calls that wait for one of them."""

    def __init__(self, limits: ProcessLimits, metrics: Metrics, *, count: int, waiting: int, niceness: int) -> None:
        self._limits, self._metrics, self._niceness = limits, metrics, niceness
        self._count, self._max_waiting = count, waiting
        self._idle: asyncio.Queue[ReadingProcess] = asyncio.Queue()
        self._processes: set[ReadingProcess] = set()
        self._loading: set[ReadingProcess] = set()
        self._starting, self._waiting, self._failures, self._closed = 0, 0, 0, False
        self._tasks: set[asyncio.Future[Any]] = set()

    @property
    def is_broken(self) -> bool:
        return self._failures > 1 and not self._processes

    async def run(self, message: bytes, *, deadline: float) -> Any:
        """The result of a call in the next free process."""
        process = await self._free_process(deadline)
        # The call goes on when its client disconnects: to end the process would cost more than most calls.
        return await asyncio.shield(self._keep(self._ask(process, message, deadline)))

    async def _free_process(self, deadline: float) -> ReadingProcess:
        if self._waiting >= self._max_waiting:
            raise busy("the bodies of other requests are being read, and more of them wait")
        self._waiting += 1
        try:
            self.start_if_needed()
            return await asyncio.wait_for(self._idle.get(), max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise deadline_exceeded() from None
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._closed = True
        for process in (*self._processes, *list(self._loading)):
            process.kill()

    async def _ask(self, process: ReadingProcess, message: bytes, deadline: float) -> Any:
        try:
            reply = await self._reply(process, message, deadline)
        except Problem:
            self._replace(process, "deadline")
            raise
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

    async def _reply(self, process: ReadingProcess, message: bytes, deadline: float) -> Reply:
        """The reply to a call; a Problem where it takes too long on a core, or by the clock where cores are busy."""
        began, cpu = time.monotonic(), process.cpu_seconds()
        until = began + self._limits.seconds * (1 if cpu is None else WAITING)
        asked = asyncio.ensure_future(process.ask(message))
        try:
            while True:
                seconds = min(_POLL_SECONDS, self._limits.seconds, max(0.0, deadline - time.monotonic()))
                await asyncio.wait([asked], timeout=seconds)
                if asked.done():
                    return asked.result()
                if time.monotonic() > deadline:
                    raise deadline_exceeded()
                if time.monotonic() > until or (process.cpu_seconds() or 0.0) - (cpu or 0.0) > self._limits.seconds:
                    raise _too_long(self._limits.seconds)
        finally:
            asked.cancel()

    def _replace(self, process: ReadingProcess, reason: str) -> None:
        process.kill()
        self._processes.discard(process)
        if self._closed:
            return
        self._metrics.count_reading_process(reason)
        _log.warning("a reading process was ended (%s); another one is started", reason)
        self.start_if_needed()

    def start_if_needed(self) -> None:
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
            process = await asyncio.to_thread(self._new_process)
            try:
                if self._closed:
                    return
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
        self.start_if_needed()

    def _new_process(self) -> ReadingProcess:
        """A new process, in the thread that starts it: `close` ends it even if nobody waits for it any more."""
        process = ReadingProcess(self._limits, niceness=self._niceness)
        self._loading.add(process)
        if self._closed:
            process.kill()
        return process

    def _keep(self, work: Coroutine[Any, Any, Any]) -> asyncio.Future[Any]:
        """A task that is not lost while it runs, and whose exception may go unnoticed."""
        task: asyncio.Future[Any] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task


def _too_long(seconds: float) -> Problem:
    return Problem(
        "too-large",
        f"the text of the request took more than {seconds:g} s beside the model",
        field="body",
        remedy="send it in parts, or start the service with a larger --read-seconds",
        headers={"Connection": "close"},
    )
