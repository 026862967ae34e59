"""State that the endpoints share: scheduler, metrics, threads, admission and the workspace."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar

from starlette.requests import ClientDisconnect, HTTPConnection, Request

from inkslate.errors import InkslateError
from inkslate.model.backends import default_threads
from inkslate.service.corrections import CorrectionStore
from inkslate.service.learning.models import LearnedModels
from inkslate.service.limits import BodyMemory
from inkslate.service.metrics import Metrics
from inkslate.service.problems import Problem, busy, deadline_exceeded, not_ready
from inkslate.service.reading.pool import ReadingPool
from inkslate.service.scheduler import Scheduler
from inkslate.service.settings import QUEUE_PER_THREAD, ServiceSettings

_P = ParamSpec("_P")
_T = TypeVar("_T")
_log = logging.getLogger("inkslate.service")
_POLL_SECONDS = 0.02  # between two checks for a free place in the queue
_THREAD_NAMES = ("notes", "workspace")
_WATCH_SECONDS = 1.0  # between two looks at the threads
_CLOSE_SECONDS = 2.0  # for threads to end after the last request
# Of 300 hostile texts of this size the worst took 50 ms to read; all but text and board JSON goes to a process.
_SMALL = 1 << 12
_MIN_READERS, _MAX_READERS = 2, 8  # a body that takes long must not stop the reading of others


class ServiceState:
    """The shared state of one process."""

    def __init__(self, settings: ServiceSettings) -> None:
        self.settings, self.limits = settings, settings.limits
        threads = settings.threads or default_threads()
        self._queue = self.limits.queue or QUEUE_PER_THREAD * threads
        self._shared_places = max(1, self._queue - 1)  # without the one that is left to small requests
        self.learned = LearnedModels(settings.workspace, settings.model) if settings.workspace else None
        self._learned_stamp = self.learned.stamp if self.learned else 0
        self.scheduler = Scheduler(
            self.learned.current() if self.learned else settings.model,
            threads=threads,
            batching=settings.batching,
            patience=settings.patience,
        )
        self.metrics = Metrics()
        self.metrics.track_active_requests(lambda: self._active)
        self.scheduler.on_part = self.metrics.observe_part
        readers = min(max(threads, _MIN_READERS), _MAX_READERS)
        self.reading = ReadingPool(self.limits, self.metrics, count=readers, waiting=max(self._queue, readers))
        self.body_memory = BodyMemory(self.limits.held_bytes)
        self.corrections = CorrectionStore(settings.workspace) if settings.workspace else None
        self.stopping, self.ended = False, True  # whether all threads ended
        self._active = 0
        self._pool = ThreadPoolExecutor(4, thread_name_prefix=_THREAD_NAMES[0])
        # A separate thread: commits wait for the disk, and must not delay other requests.
        self._workspace_thread = ThreadPoolExecutor(1, thread_name_prefix=_THREAD_NAMES[1])

    def start(self) -> None:
        """Start what needs the event loop."""
        self.reading.start()
        self._watching = asyncio.ensure_future(self._watch())

    def new_deadline(self) -> float:
        """The deadline of a request whose body is complete now, in time.monotonic()."""
        return time.monotonic() + self.limits.seconds

    def check_queue(self, *, small: bool = True) -> None:
        """The problem `busy` where the queue is full; large requests leave a place to small ones, which end soon."""
        if self._active >= (self._queue if small else self._shared_places):
            raise busy(f"{self._active} requests are worked on or wait already")

    def check_health(self) -> None:
        """The problem `not-ready` where only a new process would help."""
        if self.scheduler.is_stuck:
            raise not_ready("all threads of the model are stuck")

    def check_readiness(self) -> None:
        """The problem `not-ready` where a request would be refused now."""
        self.check_health()
        if self.reading.is_broken:
            raise not_ready("no process to read bodies can be started")
        if self._active >= self._queue:
            raise not_ready(f"{self._queue} requests are worked on or wait already")

    @contextmanager
    def admission(self, *, small: bool = True) -> Iterator[float]:
        """Take a place in the queue; gives the request's deadline in time.monotonic()."""
        self.check_queue(small=small)
        self._active += 1
        try:
            yield self.new_deadline()
        finally:
            self._active -= 1

    @asynccontextmanager
    async def waiting_admission(self) -> AsyncIterator[float]:
        """Wait for a place in the queue, instead of a refusal: a live board sends one revision at a time."""
        deadline = self.new_deadline()
        while self._active >= self._shared_places:
            if time.monotonic() > deadline:
                raise deadline_exceeded()
            await asyncio.sleep(_POLL_SECONDS)
        with self.admission():
            yield self.new_deadline()

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

    async def use_learned(self) -> None:
        """Use the model that the workspace names now: this process, or another one, learned it or took it back."""
        if self.learned is None or (stamp := self.learned.stamp) == self._learned_stamp:
            return
        self._learned_stamp = stamp
        learned = self.learned
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._pool, lambda: self.scheduler.use(learned.current()))

    def close(self) -> bool:
        """End all processes and threads, and close the workspace; False where a thread does not end."""
        self._watching.cancel()
        self.reading.close()
        for pool in (self._pool, self._workspace_thread):
            pool.shutdown(wait=False, cancel_futures=True)
        until = time.monotonic() + _CLOSE_SECONDS
        ended = self.scheduler.close(seconds=_CLOSE_SECONDS)
        for thread in threading.enumerate():
            if thread.name.startswith(_THREAD_NAMES):
                thread.join(max(0.0, until - time.monotonic()))
                ended = ended and not thread.is_alive()
        if ended and self.corrections is not None:
            self.corrections.close()
        return ended

    async def _watch(self) -> None:
        """Log and count threads that get stuck: nothing else would tell why no request is answered."""
        known = 0
        while True:
            await asyncio.sleep(_WATCH_SECONDS)
            stuck = self.scheduler.stuck_threads
            if stuck > known:
                self.metrics.count_stuck_threads(stuck - known)
                _log.error("%d of the model's threads are stuck, long after the deadline of their requests", stuck)
            known = stuck
            try:
                await self.use_learned()
            except InkslateError as error:
                _log.error("the learned model cannot be used: %s", error)


def is_small(body: bytes | str) -> bool:
    """Whether text or board JSON of this size is certainly read quickly."""
    return len(body) <= _SMALL


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
