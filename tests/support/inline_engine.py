"""A batch engine that processes units in the process of the test: a new process takes seconds to import everything."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from inkslate.batch.engines import ENGINES, LOCAL, EngineEntry, Execution
from inkslate.batch.settings import BatchCounts, WorkerConfig
from inkslate.batch.unit_worker import UnitWorker
from inkslate.batch.units import WorkUnit


class InlineEngine:
    """One worker without a process."""

    def __init__(self, config: WorkerConfig, execution: Execution) -> None:
        self._config, self._tick = config, execution.progress.tick

    def run(self, units: Iterator[WorkUnit]) -> Iterator[tuple[WorkUnit, BatchCounts | None]]:
        worker = UnitWorker(self._config)
        for unit in units:
            yield unit, worker.process(unit, tick=self._tick)


make_engine = InlineEngine


@contextmanager
def inline_workers() -> Iterator[None]:
    """`--engine local` processes all units in this process, whatever `--workers` says."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENGINES, LOCAL, EngineEntry("tests.support.inline_engine", "batch"))
        yield
