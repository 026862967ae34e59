"""The workers: processes that are started again when they end, and who of them can be asked."""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from multiprocessing.context import SpawnProcess

import h11

from inkslate.errors import InputError
from inkslate.service.proxy.worker_connections import Answer, Body, Link, LinkBroken

_log = logging.getLogger("inkslate.service")
# It ended because somebody wanted it to; a whole group of processes may be told at once, us among them.
_TOLD_TO = (0, -signal.SIGKILL, -signal.SIGTERM)
_SOON = 3.0  # a worker that ends so soon after its start will not do better next time
_GRACE = 2.0  # seconds for the way out
_LOOK = 0.1  # seconds between two looks at the processes
_AGAIN = 0.05  # seconds after which a worker that did not answer is asked whether it lives
_DO_YOU_LIVE = h11.Request(method="GET", target="/healthz", headers=[("Host", "localhost")])
Address = tuple[str, int]


class Worker:
    """One place for a process: its address stays when another process takes its place."""

    def __init__(self, address: Address, start: Callable[[], SpawnProcess]) -> None:
        self.address, self._start = address, start
        self.process, self._started = start(), time.monotonic()
        self.is_ready = False
        self.busy = 0
        self._free: list[Link] = []

    async def ask(self, request: h11.Request, body: Body) -> Answer:
        """The answer, or LinkBroken; then nobody is to ask until it says that it lives."""
        self.busy += 1
        link = None
        try:
            link = self._link_that_is_free() or await Link.open(self.address)
            return await link.ask(request, body)
        except LinkBroken:
            self.lost()
            raise
        finally:
            self.busy -= 1
            if link is not None and link.is_free and self.is_ready:
                self._free.append(link)
            elif link is not None:
                link.close()

    async def until_it_answers(self) -> None:
        """It has loaded its model and takes requests."""
        while not self.is_ready:
            try:
                link = await Link.open(self.address)
                try:
                    await link.ask(_DO_YOU_LIVE, Body.empty())
                finally:
                    link.close()
                self.is_ready = True
            except LinkBroken:
                await asyncio.sleep(_AGAIN)

    def lost(self) -> None:
        self.is_ready = False
        while self._free:
            self._free.pop().close()

    def start_again_where_it_ended(self) -> None:
        """An InputError where that would go on for ever."""
        if self.process.is_alive():
            return
        lived = time.monotonic() - self._started
        if lived < _SOON and self.process.exitcode not in _TOLD_TO:
            raise InputError("a worker ended as soon as it was started; see its message above")
        _log.warning("a worker ended (%s); another takes its place", self.process.exitcode)
        self.lost()
        self.process, self._started = self._start(), time.monotonic()

    def _link_that_is_free(self) -> Link | None:
        while self._free:
            link = self._free.pop()
            if link.is_free:
                return link
            link.close()
        return None


class Crew:
    """All workers. `watch` keeps them alive; `somebody` is who has the least to do."""

    def __init__(self, workers: list[Worker]) -> None:
        self.workers, self.stopping = workers, False
        self._change = asyncio.Condition()
        self._asking: dict[Worker, asyncio.Task[None]] = {}

    async def watch(self) -> None:
        """Until it is cancelled, or a worker cannot be kept alive."""
        try:
            while True:
                for worker in self.workers:
                    if not self.stopping:
                        worker.start_again_where_it_ended()
                    self._ask_where_not_ready(worker)
                await asyncio.sleep(_LOOK)
        finally:
            for task in self._asking.values():
                task.cancel()

    def end(self, *, seconds: float) -> None:
        """Ends them all, and waits for it so long; who is not done then is stuck."""
        for worker in self.workers:
            worker.process.terminate()
        until = time.monotonic() + seconds + _GRACE
        for worker in self.workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            worker.process.kill()
            worker.process.join()

    async def somebody(self, *, seconds: float) -> Worker | None:
        """A worker that is ready, None where none is in this time."""
        if not self._ready():
            try:
                await asyncio.wait_for(self._until_one_is_ready(), seconds)
            except asyncio.TimeoutError:
                return None
        return min(self._ready(), key=lambda worker: worker.busy)

    def _ready(self) -> list[Worker]:
        return [worker for worker in self.workers if worker.is_ready]

    async def _until_one_is_ready(self) -> None:
        async with self._change:
            await self._change.wait_for(self._ready)

    def _ask_where_not_ready(self, worker: Worker) -> None:
        if worker.is_ready or worker in self._asking:
            return

        async def ask() -> None:
            await worker.until_it_answers()
            async with self._change:
                self._change.notify_all()

        task = self._asking[worker] = asyncio.ensure_future(ask())
        task.add_done_callback(lambda _: self._asking.pop(worker, None))
