"""One queue before the model: requests that arrive together share its threads, region by region, in turn.

Every region goes through the model by itself (see `backends`), so a batch is regions side by side, one on each core; a
request that is alone gets all cores for one region. Turns go round the requests, so a long one delays nobody for long.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from inkslate.board import Board, Region
from inkslate.extraction import Extraction, FoundSentence
from inkslate.extractor import Extractor
from inkslate.service.problems import Problem

# Where there was company so shortly before, there is likely to be some again.
_RECENTLY = 0.05  # seconds
Sentences = tuple[FoundSentence, ...]


@dataclass(eq=False)
class _Job:
    """The regions of one request, and who waits for them."""

    regions: Sequence[Region]
    deadline: float
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[list[Sentences]]
    found: list[Sentences | None] = field(init=False)
    next: int = 0
    open: int = field(init=False)
    over: bool = False  # answered, failed or given up

    def __post_init__(self) -> None:
        self.found, self.open = [None] * len(self.regions), len(self.regions)


class Batcher:
    """Runs regions on `threads` threads. `batching` off: one request after the other, each with all cores."""

    def __init__(self, model: str, *, threads: int, batching: bool = True, patience: float = 0.0) -> None:
        self._wide = Extractor.load(model, threads=threads)
        self._narrow = Extractor.load(model, threads=1) if batching and threads > 1 else self._wide
        self.model = self._wide.model
        self._patience = patience if self._narrow is not self._wide else 0.0
        self._jobs: deque[_Job] = deque()
        self._running, self._stopping, self._crowded = 0, False, 0.0
        self._change = threading.Condition()
        self.on_region: Callable[[int], None] = lambda company: None  # noqa: ARG005 - for whoever counts
        count = threads if batching else 1
        self._threads = [threading.Thread(target=self._work, name=f"model-{n}", daemon=True) for n in range(count)]
        for thread in self._threads:
            thread.start()

    async def extract(self, boards: Sequence[Board], *, deadline: float) -> list[Extraction]:
        """The extraction of each board; a Problem when the deadline, in time.monotonic(), passes first."""
        bare = [board.without_labels() for board in boards]
        found = iter(await self.sentences([region for board in bare for region in board.regions], deadline=deadline))
        return [Extraction(board, tuple(next(found) for _ in board.regions), self.model) for board in bare]

    async def sentences(self, regions: Sequence[Region], *, deadline: float) -> list[Sentences]:
        """The sentences of each region."""
        if not regions:
            return []
        loop = asyncio.get_running_loop()
        job = _Job(regions, deadline, loop, loop.create_future())
        with self._change:
            self._jobs.append(job)
            self._change.notify(min(len(regions), len(self._threads)))
        try:
            return await asyncio.wait_for(job.future, max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise too_late() from None
        finally:
            job.over = True

    def close(self) -> None:
        """Ends the threads when they have done what they are at."""
        with self._change:
            self._stopping = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (turn := self._take()) is not None:
            job, at, alone = turn
            try:
                extractor = self._wide if alone else self._narrow
                found = extractor.extract(job.regions[at]).sentences[0]
            except Exception as error:
                self._finish(job, error)
            else:
                job.found[at] = found
                with self._change:
                    job.open -= 1
                    done = job.open == 0
                if done:
                    self._finish(job, None)
            finally:
                with self._change:
                    self._running -= 1

    def _take(self) -> tuple[_Job, int, bool] | None:
        """The next region, whose it is, and whether it has the machine to itself; None at the end."""
        with self._change:
            while True:
                while self._jobs and (self._jobs[0].over or self._jobs[0].deadline < time.monotonic()):
                    self._jobs.popleft()
                if self._jobs:
                    break
                if self._stopping:
                    return None
                self._change.wait()
            job = self._jobs.popleft()
            at, job.next = job.next, job.next + 1
            if job.next < len(job.regions):
                self._jobs.append(job)
            self._running += 1
            return job, at, self._is_alone()

    def _is_alone(self) -> bool:
        """Nobody else is at work or waits; where there was company just before, it is given a moment to come."""
        if not self._has_company() and self._patience and self._crowded > time.monotonic() - _RECENTLY:
            self._change.wait(self._patience)
            self._change.notify(len(self._jobs))  # the wake-up was meant for a thread that is free
        company = self._has_company()
        if company:
            self._crowded = time.monotonic()
        self.on_region(self._running + len(self._jobs))
        return not company

    def _has_company(self) -> bool:
        return bool(self._jobs) or self._running > 1

    def _finish(self, job: _Job, error: Exception | None) -> None:
        def tell() -> None:
            if not job.future.done():
                if error is None:
                    job.future.set_result([sentences for sentences in job.found if sentences is not None])
                else:
                    job.future.set_exception(error)

        job.over = job.over or error is not None
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            job.loop.call_soon_threadsafe(tell)


def too_late() -> Problem:
    return Problem(
        "deadline",
        "the service could not answer in the time that a request has",
        remedy="send it again after the seconds of Retry-After, or in parts",
        headers={"Retry-After": "1"},
    )
