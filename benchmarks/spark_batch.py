"""The same pure function on Spark: `process_batch` through mapInArrow, and its tasks beside those of `inkslate batch`.

    pip install 'inkslate[batch]' pyspark    # and a Java of 17 or newer
    python benchmarks/spark_batch.py BOARDS.jsonl [--model DIR] [--cores 2]

Spark reads the boards, hands them out and would write them; all that is ours is in `find_tasks`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

from inkslate.batch import Settings, process_batch
from inkslate.batch.tables import OUTPUT_SCHEMA

TASK = "id string, text string, region string, start int, end int, score double, owner string, due string"
COLUMNS = (
    "file string, row bigint, board string, error string, regions int, words int, "
    "sentences array<struct<region: string, start: int, end: int, task: boolean, score: double>>, "
    f"tasks array<struct<{TASK.replace(' ', ': ').replace(',: ', ', ')}, owner_span: array<int>, "
    "due_span: array<int>, lines: array<int>, sources: array<string>, spans: array<array<int>>>>"
)


def find_tasks(batches: Iterator[pa.RecordBatch], *, settings: Settings) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield from process_batch(pa.Table.from_batches([batch]), settings=settings).to_batches()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", type=Path)
    parser.add_argument("--model", default="rules")
    parser.add_argument("--cores", type=int, default=2)
    arguments = parser.parse_args()
    spark = (
        SparkSession.builder.master(f"local[{arguments.cores}]")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "256")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    start = time.perf_counter()
    lines = spark.read.text(str(arguments.boards)).repartition(4 * arguments.cores)
    boards = lines.selectExpr(f"'{arguments.boards}' AS file", "0L AS row", "CAST(value AS binary) AS data")
    find = partial(find_tasks, settings=Settings(model=arguments.model))
    found = boards.mapInArrow(find, schema=COLUMNS).selectExpr("board", "error", "inline(tasks)")
    rows = {(row["board"], row["id"], row["text"], row["score"]) for row in found.collect()}
    print(f"Spark: {len(rows)} tasks in {time.perf_counter() - start:.1f} s")
    spark.stop()
    expected = by_inkslate(arguments)
    print("the same tasks as inkslate batch" if rows == expected else f"{len(rows ^ expected)} tasks differ")
    sys.exit(rows != expected)


def by_inkslate(arguments: argparse.Namespace) -> set[tuple[str, str, str, float | None]]:
    names = [column.split()[0] for column in COLUMNS.split(", ")]
    assert OUTPUT_SCHEMA.names == [name for name in names if name in OUTPUT_SCHEMA.names][:8]
    with tempfile.TemporaryDirectory() as scratch:
        line = [sys.executable, "-m", "inkslate.cli", "batch", str(arguments.boards), "--model", arguments.model]
        subprocess.run([*line, "--out", scratch], check=True)
        tables = [pq.ParquetFile(path).read() for path in sorted((Path(scratch) / "tasks").iterdir())]
        rows = pa.concat_tables(tables).to_pylist()
        return {(row["board"], row["id"], row["text"], row["score"]) for row in rows}


if __name__ == "__main__":
    main()
