"""The scheduler of the model: requests that run at the same time share its threads, one window at a time, in turns.

Each window runs through the model separately (see `backends`), so a batch is several windows in parallel, one on each
core; a request that is alone gets all cores for one window. The scheduler goes round the requests window by window, and
a new one is next, so a long request delays the others by one window only. The same threads also read the body and write
the response, so the event loop is never blocked.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.extraction import ModelInfo
from inkslate.extractor import Extractor, Sentences, Steps
from inkslate.model.calibration import apply_threshold
from inkslate.model.view import Passage
from inkslate.service.problems import deadline_exceeded, not_valid

# After requests ran in parallel, more are likely to arrive within this time.
_RECENT_SECONDS = 0.05
_STUCK_SECONDS = 5.0  # after its deadline a request is not run further, and a step takes less than this
_T = TypeVar("_T")
ModelOutputs = Mapping[Hashable, Any]
RunApart = Callable[..., Awaitable[Any]]  # runs a function with its arguments in a thread that is not the model's


class ScannedRegion(NamedTuple):
    """The sentences of a region, and the model's output for each of its parts."""

    sentences: Sentences
    outputs: ModelOutputs


@dataclass(frozen=True, slots=True)
class ModelRequest(Generic[_T]):
    """What a request reads, and the function that makes the response from the results."""

    passages: Sequence[Passage]
    finish: Callable[[Sequence[ScannedRegion]], _T]
    cached: ModelOutputs = field(default_factory=dict)  # outputs of parts that need not run again


class _LoadedModel(NamedTuple):
    """A model that takes all cores for a window, and the same one for windows that run in parallel."""

    all_cores: Extractor
    one_core: Extractor

    @classmethod
    def load(cls, model: str, *, threads: int, batching: bool) -> _LoadedModel:
        all_cores = Extractor.load(model, threads=threads)
        return cls(all_cores, Extractor.load(model, threads=1) if batching and threads > 1 else all_cores)


@dataclass(eq=False)
class _QueuedRequest:
    """A request in the queue: how it is read, its outputs so far, and the future of its result."""

    read: Callable[[], ModelRequest[Any]]
    deadline: float
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    apart: bool = False  # read and finished in another thread
    request: ModelRequest[Any] | None = None
    loaded: _LoadedModel | None = None  # the model that reads it, to its end
    steps: Sequence[Steps] = ()
    waiting: deque[Hashable] = field(default_factory=deque)  # parts that no thread has taken
    unfinished: int = 0  # parts without output
    outputs: dict[Hashable, Any] = field(default_factory=dict)
    closed: bool = False  # answered, failed or abandoned

    @property
    def is_open(self) -> bool:
        return not self.closed and self.deadline > time.monotonic()

    def begin(self, loaded: _LoadedModel) -> None:
        """Read the request and list the parts to run: no duplicates, and none with a cached output."""
        request, self.loaded = self.read(), loaded
        self.steps = [loaded.all_cores.steps(passage) for passage in request.passages]
        parts = dict.fromkeys(part for steps in self.steps for part in steps.parts)
        self.outputs = {part: request.cached[part] for part in parts if part in request.cached}
        self.waiting.extend(part for part in parts if part not in self.outputs)
        self.unfinished, self.request = len(self.waiting), request

    def finish(self) -> Any:
        """The response, when all parts have their output."""
        assert self.request is not None
        return self.request.finish([self._scanned(steps) for steps in self.steps])

    def _scanned(self, steps: Steps) -> ScannedRegion:
        outputs = {part: self.outputs[part] for part in steps.parts}
        return ScannedRegion(steps.conclude([outputs[part] for part in steps.parts]), outputs)


class Scheduler:
    """Runs requests on `threads` threads. Without `batching` they run one after the other, each on all cores."""

    def __init__(self, model: str, *, threads: int, batching: bool = True, patience: float = 0.0) -> None:
        self._threads_of_model, self._batching = threads, batching
        self._loaded = _LoadedModel.load(model, threads=threads, batching=batching)
        self._patience = patience if batching and threads > 1 else 0.0
        self._new: deque[_QueuedRequest] = deque()
        self._begun: deque[_QueuedRequest] = deque()  # those with further parts, in turns
        self._was_new = False  # whether the last turn was that of a new request
        self._running, self._stopping, self._last_parallel = 0, False, 0.0
        self._deadlines: dict[int, float] = {}  # of the requests that threads work on, by thread
        self._change = threading.Condition()
        self.on_part: Callable[[int], None] = lambda concurrency: None  # noqa: ARG005 - a hook for metrics
        count = threads if batching else 1
        self._threads = [threading.Thread(target=self._work, name=f"model-{n}", daemon=True) for n in range(count)]
        for thread in self._threads:
            thread.start()

    @property
    def model(self) -> ModelInfo:
        """The model in use."""
        return self._loaded.all_cores.model

    def use(self, model: str) -> None:
        """Load another model, and use it for all requests that are read from now on."""
        loaded = _LoadedModel.load(model, threads=self._threads_of_model, batching=self._batching)
        with self._change:
            self._loaded = loaded

    def passages(self, board: Board) -> list[Passage]:
        """The regions of a board, each with what the model reads above it."""
        return self._loaded.all_cores.passages(board)

    async def run(self, read: Callable[[], ModelRequest[_T]], *, deadline: float, apart: RunApart | None = None) -> _T:
        """Read a request, run the model on its regions and finish it; exceptions of the request are raised here.

        A Problem when the deadline, in time.monotonic(), passes first. What may take longer than a window is read and
        finished `apart`, in another thread, so that it does not hold one of the model's.
        """
        loop = asyncio.get_running_loop()
        queued = _QueuedRequest(read, deadline, loop, loop.create_future(), apart=apart is not None)
        if apart is not None:
            await apart(queued.begin, self._loaded)
        with self._change:
            self._new.append(queued)
            self._change.notify()
        try:
            result: _T = await asyncio.wait_for(queued.future, max(0.0, deadline - time.monotonic()))
        except asyncio.TimeoutError:
            raise deadline_exceeded() from None
        finally:
            queued.closed = True
        return result if apart is None else await apart(queued.finish)

    @property
    def stuck_threads(self) -> int:
        """How many threads still work on a request long after its deadline."""
        late = time.monotonic() - _STUCK_SECONDS
        return sum(deadline < late for deadline in list(self._deadlines.values()))

    @property
    def is_stuck(self) -> bool:
        """Whether no thread is left for requests."""
        return self.stuck_threads == len(self._threads)

    def close(self, *, seconds: float = 60.0) -> bool:
        """End the threads after their current step; False where one still runs after this time."""
        until = time.monotonic() + seconds
        with self._change:
            self._stopping = True
            self._change.notify_all()
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while (queued := self._take()) is not None:
            self._deadlines[threading.get_ident()] = queued.deadline
            try:
                self._step(queued)
            except Exception as error:
                _deliver(queued, None, error)
            finally:
                del self._deadlines[threading.get_ident()]
                with self._change:
                    self._running -= 1

    def _take(self) -> _QueuedRequest | None:
        """The next request whose client still waits; None when the scheduler closes."""
        with self._change:
            while True:
                while (queued := self._next()) is not None:
                    if queued.is_open:
                        self._running += 1
                        return queued
                if self._stopping:
                    return None
                self._change.wait()

    def _next(self) -> _QueuedRequest | None:
        """New requests and begun ones by turns: most new ones have one part, and wait for one of others at most."""
        is_new = bool(self._new) and not (self._was_new and self._begun)
        if not self._new and not self._begun:
            return None
        self._was_new = is_new
        return (self._new if is_new else self._begun).popleft()

    def _step(self, queued: _QueuedRequest) -> None:
        """Read the request if it is new, run one of its parts, and finish it after the last part."""
        if queued.request is None:
            queued.begin(self._loaded)
        if queued.unfinished:
            with self._change:
                part = queued.waiting.popleft()
                if queued.waiting:
                    self._begun.append(queued)
                    self._change.notify()
                assert queued.loaded is not None
                extractor = queued.loaded.all_cores if self._is_alone() else queued.loaded.one_core
            output = extractor.run(part)
            with self._change:
                queued.outputs[part] = output
                queued.unfinished -= 1
                if queued.unfinished:
                    return
        _deliver(queued, None if queued.apart else queued.finish(), None)

    def _is_alone(self) -> bool:
        """Whether nothing else runs or waits; shortly after parallel requests, wait a moment for another one."""
        if not self._has_others() and self._patience and self._last_parallel > time.monotonic() - _RECENT_SECONDS:
            self._change.wait(self._patience)
            self._change.notify(self._waiting)  # this thread may have taken the wake-up of an idle thread
        others = self._has_others()
        if others:
            self._last_parallel = time.monotonic()
        self.on_part(self._running + self._waiting)
        return not others

    def _has_others(self) -> bool:
        return self._waiting > 0 or self._running > 1

    @property
    def _waiting(self) -> int:
        return len(self._new) + len(self._begun)


def decide(sentences: Sequence[Sentences], threshold: float | None) -> list[Sentences]:
    """The sentences of regions by the threshold of a query; a problem where the model gives no scores."""
    try:
        return [apply_threshold(found, threshold) for found in sentences]
    except InputError as error:
        raise not_valid(str(error), field="threshold") from None


def _deliver(queued: _QueuedRequest, result: Any, error: Exception | None) -> None:
    """Set the result or the exception of a request, in its event loop."""

    def deliver() -> None:
        if not queued.future.done():
            if error is None:
                queued.future.set_result(result)
            else:
                queued.future.set_exception(error)

    queued.closed = True
    with suppress(RuntimeError):  # the event loop is closed
        queued.loop.call_soon_threadsafe(deliver)
