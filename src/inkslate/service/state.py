"""What the endpoints share: the model's queue, threads for reading and writing, and who may come in."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar

from starlette.requests import ClientDisconnect, HTTPConnection, Request

from inkslate.model.backends import default_threads
from inkslate.service.corrections import Corrections
from inkslate.service.limits import Held
from inkslate.service.metrics import Meters
from inkslate.service.problems import Problem, busy, too_late
from inkslate.service.scheduler import Batcher
from inkslate.service.settings import QUEUE_A_THREAD, Settings

_P = ParamSpec("_P")
_T = TypeVar("_T")
_log = logging.getLogger("inkslate.service")
_LIVE_PAUSE = 0.02  # seconds between two looks at the gate


class Core:
    """One for each process."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.limits = settings, settings.limits
        threads = settings.threads or default_threads()
        self._queue = self.limits.queue or QUEUE_A_THREAD * threads
        self.batcher = Batcher(settings.model, threads=threads, batching=settings.batching, patience=settings.patience)
        self.meters = Meters()
        self.batcher.on_part = self.meters.part
        self.held = Held(self.limits.held_bytes)
        self.corrections = Corrections(settings.workspace) if settings.workspace else None
        self.stopping = False
        self._inside = 0
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="notes")
        # A thread of its own: a commit waits for the disk, and others for nothing but each other.
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="workspace")

    @property
    def inside(self) -> int:
        return self._inside

    @contextmanager
    def admission(self) -> Iterator[float]:
        """A place in the queue, and the deadline that comes with it, in time.monotonic()."""
        if self._inside >= self._queue:
            raise busy(f"{self._queue} requests are worked on or wait already")
        self._inside += 1
        try:
            yield time.monotonic() + self.limits.seconds
        finally:
            self._inside -= 1

    async def room(self) -> None:
        """Wait until there is a place: a live board has one revision at a time to ask for."""
        deadline = time.monotonic() + self.limits.seconds
        while self._inside >= self._queue:
            if time.monotonic() > deadline:
                raise too_late()
            await asyncio.sleep(_LIVE_PAUSE)

    async def in_thread(self, deadline: float, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
        """The result of the call, made in a thread, where the event loop goes on; a Problem after the deadline."""
        future = asyncio.get_running_loop().run_in_executor(self._pool, partial(call, *args, **named))
        try:
            return await asyncio.wait_for(future, max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise too_late() from None

    async def on_disk(self, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
        """The result of a call to the workspace."""
        return await asyncio.get_running_loop().run_in_executor(self._disk, partial(call, *args, **named))

    def workspace(self) -> Corrections:
        if self.corrections is None:
            raise Problem(
                "no-workspace",
                "the service was started without a workspace",
                remedy="start it with --workspace DIR, or keep corrections where you are",
            )
        return self.corrections

    def close(self) -> None:
        self.batcher.close()
        for pool in (self._pool, self._disk):
            pool.shutdown(wait=True, cancel_futures=True)
        if self.corrections is not None:
            self.corrections.close()


def core_of(connection: HTTPConnection) -> Core:
    core: Core = connection.app.state.core
    return core


async def unless_hung_up(request: Request, work: Coroutine[Any, Any, _T]) -> _T:
    """The result of the work, which ends when the client does not wait for it any more."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(_hang_up(request.receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for each in (task, gone):
            each.cancel()


async def _hang_up(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def log_text(core: Core, data: bytes) -> None:
    if core.settings.log_texts:
        _log.info("body: %s", data.decode("utf-8", "replace"))
