"""The local engine: a process a core, each with a unit before it and never more, so memory stays what it is.

Every worker has a pipe of its own. A queue that workers share would be left locked by one that is killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from inkslate.batch.settings import Counts, Job
from inkslate.batch.units import Unit
from inkslate.errors import InkslateError, InputError

# How often a unit may lose its worker before it is set aside.
ATTEMPTS = 3
_TICK, _DONE, _FAILED = "tick", "done", "failed"


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    unit: Unit | None = None
    ticked: int = 0


class LocalEngine:
    """Does units with `workers` processes; an iterator of what is done, in the order in which it gets done."""

    def __init__(self, job: Job, *, workers: int, tick: Callable[[int], None]) -> None:
        self._job, self._count, self._tick = job, workers, tick
        self._context = multiprocessing.get_context("spawn")  # the only way that is safe with threads
        self._workers: list[_Worker] = []
        self._lost: Counter[int] = Counter()
        self._again: list[Unit] = []

    def run(self, units: Iterator[Unit]) -> Iterator[tuple[Unit, Counts | None]]:
        """Each unit with its counts; None where its worker died every time, so that it is not done."""
        try:
            while True:
                while len(self._workers) < self._count and (unit := self._next(units)) is not None:
                    self._start(unit)
                if not self._workers:
                    return
                ready = wait([worker.pipe for worker in self._workers])
                for worker in [worker for worker in self._workers if worker.pipe in ready]:
                    yield from self._hear(worker, units)
        finally:
            self._stop()

    def _next(self, units: Iterator[Unit]) -> Unit | None:
        return self._again.pop() if self._again else next(units, None)

    def _start(self, unit: Unit) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._job), daemon=True, name="inkslate-batch")
        with _deaf():
            process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        self._give(worker, unit)

    def _give(self, worker: _Worker, unit: Unit) -> None:
        worker.unit, worker.ticked = unit, 0
        with suppress(OSError):  # it died; the next message is the end of its pipe
            worker.pipe.send(unit)

    def _hear(self, worker: _Worker, units: Iterator[Unit]) -> Iterator[tuple[Unit, Counts | None]]:
        unit = worker.unit
        assert unit is not None
        try:
            kind, value = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._bury(worker, unit)
            return
        if kind == _FAILED:
            raise InputError(value)
        if kind == _TICK:
            worker.ticked += value
            self._tick(value)
            return
        yield unit, value
        following = self._next(units)
        if following is None:
            self._dismiss(worker)
        else:
            self._give(worker, following)

    def _bury(self, worker: _Worker, unit: Unit) -> Iterator[tuple[Unit, Counts | None]]:
        """A worker that died leaves its unit to another: nothing of it is written, or all of it once more."""
        self._dismiss(worker)
        self._tick(-worker.ticked)
        self._lost[unit.number] += 1
        if self._lost[unit.number] < ATTEMPTS:
            self._again.append(unit)
        else:
            yield unit, None

    def _dismiss(self, worker: _Worker) -> None:
        worker.pipe.close()
        worker.process.join()
        self._workers.remove(worker)

    def _stop(self) -> None:
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()
        self._workers = []


@contextmanager
def _deaf() -> Iterator[None]:
    """What is started in here never hears Ctrl-C, which is for the run; the run ends its workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, job: Job) -> None:
    """What a worker process does: units from the pipe until it ends, which it does when the run does."""
    # One core each: before any library that has threads is loaded.
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    from inkslate.batch.unit_work import UnitWorker

    try:
        worker = UnitWorker(job)
        while True:
            unit = pipe.recv()
            pipe.send((_DONE, worker.do(unit, tick=lambda rows: pipe.send((_TICK, rows)))))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except InkslateError as error:
        with suppress(OSError):
            pipe.send((_FAILED, str(error)))
    except Exception as error:
        with suppress(OSError):
            pipe.send((_FAILED, f"a defect of inkslate: {type(error).__name__}: {error}"))


def default_workers() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
