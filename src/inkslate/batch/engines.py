"""The engines that process units. Choosing one does not change the output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol

from inkslate.batch.progress import BatchProgress, SilentBatchProgress
from inkslate.batch.settings import BatchCounts, WorkerConfig
from inkslate.batch.units import WorkUnit

LOCAL, RAY = "local", "ray"


class BatchEngine(Protocol):
    """Processes units with several workers."""

    def run(self, units: Iterator[WorkUnit]) -> Iterator[tuple[WorkUnit, BatchCounts | None]]:
        """Each unit when it is done, with its counts; None if it could not be done."""


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """One engine: its module, which has `make_engine`, and what it needs."""

    module: str
    extra: str  # of inkslate
    takes_address: bool = False


ENGINES = {
    LOCAL: EngineEntry("inkslate.batch.local_engine", "batch"),
    RAY: EngineEntry("inkslate.batch.ray_engine", "ray", takes_address=True),
}


@dataclass(frozen=True, slots=True)
class Execution:
    """How a run is executed; the output does not depend on it."""

    engine: str = LOCAL
    workers: int = 1  # 0: one for each core
    address: str | None = None  # of a cluster
    progress: BatchProgress = field(default_factory=SilentBatchProgress)


def load_engine(config: WorkerConfig, execution: Execution) -> BatchEngine:
    """The engine of that name; its module is imported here."""
    make: Callable[[WorkerConfig, Execution], BatchEngine] = import_module(ENGINES[execution.engine].module).make_engine
    return make(config, execution)
