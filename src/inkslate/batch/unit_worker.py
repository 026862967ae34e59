"""What a worker does with a unit, in every engine: read its rows, find tasks, write its shards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from inkslate.batch.settings import BatchCounts, WorkerConfig
from inkslate.batch.shards import write_shards
from inkslate.batch.tables import OUTPUT_SCHEMA, count_unnamed, load_extractor, process_batch
from inkslate.batch.unit_reader import UnitReader
from inkslate.batch.units import WorkUnit


class UnitWorker:
    """Processes units one after the other; keeps the model and the open input file."""

    def __init__(self, config: WorkerConfig) -> None:
        self._config, self._reader = config, UnitReader(config.base)
        load_extractor(config.settings.model)

    def process(self, unit: WorkUnit, *, tick: Callable[[int], None] = lambda _rows: None) -> BatchCounts:
        """Write the shards of a unit. `tick` is called with the number of rows that were done."""
        results: list[Any] = []
        done = 0
        for table in self._reader.tables(unit):
            results.append(process_batch(table, settings=self._config.settings))
            rows = min(table.num_rows, unit.rows - done)
            done += rows
            tick(rows)
        result = pa.concat_tables(results) if results else OUTPUT_SCHEMA.empty_table()
        counts = write_shards(self._config, unit.number, result)
        counts += BatchCounts(unnamed=sum(map(count_unnamed, results)))
        tick(unit.rows - done)  # blank lines are rows of the plan but have no boards
        return counts
