"""State that the endpoints share: scheduler, metrics, threads, admission and the workspace."""

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
from inkslate.service.corrections import CorrectionStore
from inkslate.service.limits import BodyMemory
from inkslate.service.metrics import Metrics
from inkslate.service.problems import Problem, busy, deadline_exceeded
from inkslate.service.scheduler import Scheduler
from inkslate.service.settings import QUEUE_PER_THREAD, ServiceSettings

_P = ParamSpec("_P")
_T = TypeVar("_T")
_log = logging.getLogger("inkslate.service")
_POLL_SECONDS = 0.02  # between two checks for a free place in the queue


class ServiceState:
    """The shared state of one process."""

    def __init__(self, settings: ServiceSettings) -> None:
        self.settings, self.limits = settings, settings.limits
        threads = settings.threads or default_threads()
        self._queue = self.limits.queue or QUEUE_PER_THREAD * threads
        self.scheduler = Scheduler(
            settings.model, threads=threads, batching=settings.batching, patience=settings.patience
        )
        self.metrics = Metrics()
        self.metrics.track_active_requests(lambda: self._active)
        self.scheduler.on_part = self.metrics.observe_part
        self.body_memory = BodyMemory(self.limits.held_bytes)
        self.corrections = CorrectionStore(settings.workspace) if settings.workspace else None
        self.stopping = False
        self._active = 0
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="notes")
        # A separate thread: commits wait for the disk, and must not delay other requests.
        self._workspace_thread = ThreadPoolExecutor(1, thread_name_prefix="workspace")

    @contextmanager
    def admission(self) -> Iterator[float]:
        """Take a place in the queue; gives the request's deadline in time.monotonic()."""
        if self._active >= self._queue:
            raise busy(f"{self._queue} requests are worked on or wait already")
        self._active += 1
        try:
            yield time.monotonic() + self.limits.seconds
        finally:
            self._active -= 1

    async def wait_for_place(self) -> None:
        """Wait for a free place in the queue, instead of a refusal: a live board sends one revision at a time."""
        deadline = time.monotonic() + self.limits.seconds
        while self._active >= self._queue:
            if time.monotonic() > deadline:
                raise deadline_exceeded()
            await asyncio.sleep(_POLL_SECONDS)

    async def run_in_thread(self, deadline: float, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
        """The result of a call in a thread, so that it does not block the event loop; a Problem after the deadline."""
        future = asyncio.get_running_loop().run_in_executor(self._pool, partial(call, *args, **named))
        try:
            return await asyncio.wait_for(future, max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise deadline_exceeded() from None

    async def run_on_workspace(self, call: Callable[_P, _T], *args: _P.args, **named: _P.kwargs) -> _T:
        """The result of a call to the workspace, in the thread of the workspace."""
        return await asyncio.get_running_loop().run_in_executor(self._workspace_thread, partial(call, *args, **named))

    def workspace(self) -> CorrectionStore:
        """The store of corrections; a Problem where the service has none."""
        if self.corrections is None:
            raise Problem(
                "no-workspace",
                "the service was started without a workspace",
                remedy="start it with --workspace DIR, or store corrections on the client's side",
            )
        return self.corrections

    def close(self) -> None:
        """End all threads and close the workspace."""
        self.scheduler.close()
        for pool in (self._pool, self._workspace_thread):
            pool.shutdown(wait=True, cancel_futures=True)
        if self.corrections is not None:
            self.corrections.close()


def state_of(connection: HTTPConnection) -> ServiceState:
    """The state of the service that received this request."""
    state: ServiceState = connection.app.state.service
    return state


async def cancel_on_disconnect(request: Request, work: Coroutine[Any, Any, _T]) -> _T:
    """The result of the work; it is cancelled, with ClientDisconnect, when the client disconnects."""
    task, disconnect = asyncio.ensure_future(work), asyncio.ensure_future(_wait_for_disconnect(request.receive))
    try:
        await asyncio.wait({task, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise ClientDisconnect
        return task.result()
    finally:
        for each in (task, disconnect):
            each.cancel()


async def _wait_for_disconnect(receive: Callable[[], Awaitable[Any]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def log_body(state: ServiceState, data: bytes) -> None:
    """Log the body of a request, only where --log-texts is set."""
    if state.settings.log_texts:
        _log.info("body: %s", data.decode("utf-8", "replace"))
