"""One unit from its rows to its shards: what every worker does, whichever engine it works for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from inkslate.batch.process import OUTPUT, load_extractor, process_batch
from inkslate.batch.reading import UnitReader
from inkslate.batch.settings import Counts, Job
from inkslate.batch.shards import write_shards
from inkslate.batch.units import Unit


class UnitWorker:
    """Holds the model and the place in the files that it reads."""

    def __init__(self, job: Job) -> None:
        self._job, self._reader = job, UnitReader(job.base)
        load_extractor(job.settings.model)

    def do(self, unit: Unit, *, tick: Callable[[int], None] = lambda _rows: None) -> Counts:
        """Read, find, write. `tick` hears how many rows of the plan were done."""
        results: list[Any] = []
        told = 0
        for table in self._reader.tables(unit):
            results.append(process_batch(table, settings=self._job.settings))
            now = min(table.num_rows, unit.rows - told)
            told += now
            tick(now)
        counts = write_shards(self._job, unit.number, pa.concat_tables(results) if results else OUTPUT.empty_table())
        tick(unit.rows - told)  # blank lines are rows of the plan, but no boards
        return counts
