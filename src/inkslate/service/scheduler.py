"""One queue before the model: requests that arrive together share its threads, window by window, in turn.

Every window goes through the model by itself (see `backends`), so a batch is windows side by side, one on each core; a
request that is alone gets all cores for one window. Turns go round the requests, so a long one delays nobody for long.
A request is read, run and answered by the same threads: most are done in a single visit, and none holds up the loop.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from inkslate.board import Region
from inkslate.extractor import Extractor, Sentences, Steps
from inkslate.service.problems import too_late

# Where there was company so shortly before, there is likely to be some again.
_RECENTLY = 0.05  # seconds
_T = TypeVar("_T")
Outputs = Mapping[Hashable, Any]


class Found(NamedTuple):
    """The sentences of a region, and what the model said of each of its parts."""

    sentences: Sentences
    outputs: Outputs


@dataclass(frozen=True, slots=True)
class Work(Generic[_T]):
    """The regions of a request, and what is made of what was found in them."""

    regions: Sequence[Region]
    finish: Callable[[Sequence[Found]], _T]
    known: Outputs = field(default_factory=dict)  # parts that need not be run


@dataclass(eq=False)
class _Job:
    """One request: how it is read, what it came to, and who waits for it."""

    read: Callable[[], Work[Any]]
    deadline: float
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    work: Work[Any] | None = None
    steps: Sequence[Steps] = ()
    waiting: deque[Hashable] = field(default_factory=deque)  # parts that nobody has taken
    left: int = 0  # parts that are not done
    outputs: dict[Hashable, Any] = field(default_factory=dict)
    over: bool = False  # answered, failed or given up

    @property
    def is_open(self) -> bool:
        return not self.over and self.deadline > time.monotonic()

    def begin(self, extractor: Extractor) -> None:
        """Read it, and see what has to go through the model: nothing twice, and nothing that is known."""
        work = self.read()
        self.steps = [extractor.steps(region) for region in work.regions]
        parts = dict.fromkeys(part for steps in self.steps for part in steps.parts)
        self.outputs = {part: work.known[part] for part in parts if part in work.known}
        self.waiting.extend(part for part in parts if part not in self.outputs)
        self.left, self.work = len(self.waiting), work

    def finish(self) -> Any:
        assert self.work is not None
        return self.work.finish([self._found(steps) for steps in self.steps])

    def _found(self, steps: Steps) -> Found:
        outputs = {part: self.outputs[part] for part in steps.parts}
        return Found(steps.conclude([outputs[part] for part in steps.parts]), outputs)


class Batcher:
    """Runs requests on `threads` threads. `batching` off: one after the other, each with all cores."""

    def __init__(self, model: str, *, threads: int, batching: bool = True, patience: float = 0.0) -> None:
        self._wide = Extractor.load(model, threads=threads)
        self._narrow = Extractor.load(model, threads=1) if batching and threads > 1 else self._wide
        self.model = self._wide.model
        self._patience = patience if self._narrow is not self._wide else 0.0
        self._jobs: deque[_Job] = deque()
        self._running, self._stopping, self._crowded = 0, False, 0.0
        self._change = threading.Condition()
        self.on_part: Callable[[int], None] = lambda company: None  # noqa: ARG005 - for whoever counts
        count = threads if batching else 1
        self._threads = [threading.Thread(target=self._serve, name=f"model-{n}", daemon=True) for n in range(count)]
        for thread in self._threads:
            thread.start()

    async def run(self, read: Callable[[], Work[_T]], *, deadline: float) -> _T:
        """What `read` makes of the sentences of its regions. Its errors are raised here.

        A Problem when the deadline, in time.monotonic(), passes first.
        """
        loop = asyncio.get_running_loop()
        job = _Job(read, deadline, loop, loop.create_future())
        with self._change:
            self._jobs.append(job)
            self._change.notify()
        try:
            result: _T = await asyncio.wait_for(job.future, max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise too_late() from None
        finally:
            job.over = True
        return result

    def close(self) -> None:
        """Ends the threads when they have done what they are at."""
        with self._change:
            self._stopping = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while (job := self._take()) is not None:
            try:
                self._step(job)
            except Exception as error:
                _tell(job, None, error)
            finally:
                with self._change:
                    self._running -= 1

    def _take(self) -> _Job | None:
        """The next request that somebody still waits for; None at the end."""
        with self._change:
            while True:
                while self._jobs:
                    job = self._jobs.popleft()
                    if job.is_open:
                        self._running += 1
                        return job
                if self._stopping:
                    return None
                self._change.wait()

    def _step(self, job: _Job) -> None:
        """Read the request if nobody did, then one of its parts, then answer it if that was the last."""
        if job.work is None:
            job.begin(self._wide)
        if job.left:
            with self._change:
                part = job.waiting.popleft()
                if job.waiting:
                    self._jobs.append(job)
                    self._change.notify()
                extractor = self._wide if self._is_alone() else self._narrow
            output = extractor.run(part)
            with self._change:
                job.outputs[part] = output
                job.left -= 1
                if job.left:
                    return
        _tell(job, job.finish(), None)

    def _is_alone(self) -> bool:
        """Nobody else is at work or waits; where there was company just before, it is given a moment to come."""
        if not self._has_company() and self._patience and self._crowded > time.monotonic() - _RECENTLY:
            self._change.wait(self._patience)
            self._change.notify(len(self._jobs))  # the wake-up was meant for a thread that is free
        company = self._has_company()
        if company:
            self._crowded = time.monotonic()
        self.on_part(self._running + len(self._jobs))
        return not company

    def _has_company(self) -> bool:
        return bool(self._jobs) or self._running > 1


def _tell(job: _Job, result: Any, error: Exception | None) -> None:
    def tell() -> None:
        if not job.future.done():
            if error is None:
                job.future.set_result(result)
            else:
                job.future.set_exception(error)

    job.over = True
    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        job.loop.call_soon_threadsafe(tell)
