"""The local engine: a pool of worker processes. Each has at most one unit at a time, which bounds the memory.

Every worker has its own pipe. A worker that is killed would leave a shared queue locked.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from inkslate.batch.engines import Execution
from inkslate.batch.settings import BatchCounts, WorkerConfig
from inkslate.batch.units import WorkUnit
from inkslate.errors import InkslateError, InputError
from inkslate.files import holding_interrupts

# How many workers may die with a unit before the unit is given up.
ATTEMPTS = 3
_TICK, _DONE, _FAILED = "tick", "done", "failed"


@dataclass
class _Worker:
    process: Any
    pipe: Connection
    unit: WorkUnit | None = None
    ticked: int = 0


class LocalEngine:
    """Processes units with `workers` processes (0: one for each core)."""

    def __init__(self, config: WorkerConfig, *, workers: int, tick: Callable[[int], None]) -> None:
        self._config, self._count, self._tick = config, workers or default_workers(), tick
        self._context = multiprocessing.get_context("spawn")  # the only start method that is safe with threads
        self._workers: list[_Worker] = []
        self._deaths: Counter[int] = Counter()
        self._retries: list[WorkUnit] = []

    def run(self, units: Iterator[WorkUnit]) -> Iterator[tuple[WorkUnit, BatchCounts | None]]:
        """Each unit when it is done, with its counts; None if its worker died at every attempt."""
        try:
            while True:
                while len(self._workers) < self._count and (unit := self._next(units)) is not None:
                    self._start(unit)
                if not self._workers:
                    return
                ready = wait([worker.pipe for worker in self._workers])
                for worker in [worker for worker in self._workers if worker.pipe in ready]:
                    yield from self._receive(worker, units)
        finally:
            self._stop()

    def _next(self, units: Iterator[WorkUnit]) -> WorkUnit | None:
        return self._retries.pop() if self._retries else next(units, None)

    def _start(self, unit: WorkUnit) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._config), daemon=True, name="inkslate-batch")
        worker = _Worker(process, ours)
        with holding_interrupts():  # Ctrl-C ends the run, and the run ends its workers: this one too from here on
            process.start()
            self._workers.append(worker)
        theirs.close()
        self._assign(worker, unit)

    def _assign(self, worker: _Worker, unit: WorkUnit) -> None:
        worker.unit, worker.ticked = unit, 0
        with suppress(OSError):  # the worker died; its pipe ends, which `run` notices
            worker.pipe.send(unit)

    def _receive(self, worker: _Worker, units: Iterator[WorkUnit]) -> Iterator[tuple[WorkUnit, BatchCounts | None]]:
        unit = worker.unit
        assert unit is not None
        try:
            kind, value = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._retry(worker, unit)
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
            self._assign(worker, following)

    def _retry(self, worker: _Worker, unit: WorkUnit) -> Iterator[tuple[WorkUnit, BatchCounts | None]]:
        """Give the unit of a dead worker to another one, which writes all its shards again."""
        self._dismiss(worker)
        self._tick(-worker.ticked)
        self._deaths[unit.number] += 1
        if self._deaths[unit.number] < ATTEMPTS:
            self._retries.append(unit)
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


def _work(pipe: Connection, config: WorkerConfig) -> None:
    """The main function of a worker process: take units from the pipe until it is closed."""
    # One core for each worker; set before any library with threads is loaded.
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    from inkslate.batch.unit_worker import UnitWorker

    try:
        worker = UnitWorker(config)
        while True:
            unit = pipe.recv()
            pipe.send((_DONE, worker.process(unit, tick=lambda rows: pipe.send((_TICK, rows)))))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except InkslateError as error:
        with suppress(OSError):
            pipe.send((_FAILED, str(error)))
    except Exception as error:
        with suppress(OSError):
            pipe.send((_FAILED, f"a defect of inkslate: {type(error).__name__}: {error}"))


def make_engine(config: WorkerConfig, execution: Execution) -> LocalEngine:
    """The engine for `inkslate.batch.engines`."""
    return LocalEngine(config, workers=execution.workers, tick=execution.progress.tick)


def default_workers() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
