"""Shards: what came of a unit, as files that appear whole, with nothing in them but what the unit gave."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inkslate.batch.places import is_remote, join, names_in, open_file, remove, write_file
from inkslate.batch.process import SENTENCE, TASK
from inkslate.batch.settings import JSONL, PARQUET, Counts, Job

TASKS, BOARDS, ERRORS = "tasks", "boards", "errors"
_PLACE = [("file", pa.string()), ("row", pa.int64()), ("board", pa.string())]
TASK_ROWS = pa.schema([*_PLACE, *((field.name, field.type) for field in TASK)])
BOARD_ROWS = pa.schema(
    [
        *_PLACE,
        ("regions", pa.int32()),
        ("words", pa.int32()),
        ("tasks", pa.int32()),
        ("sentences", pa.list_(SENTENCE)),
    ]
)
_COUNTERS = 8


def write_shards(job: Job, number: int, result: Any) -> Counts:
    """Write a unit's tasks, errors and boards. The boards come last: where they are, the unit is finished."""
    tasks, boards, errors = split_result(result)
    write_file(shard_name(job, TASKS, number), _encode(tasks, job.target))
    if errors.num_rows:
        write_file(shard_name(job, ERRORS, number), _encode(errors, JSONL))
    write_file(shard_name(job, BOARDS, number), _encode(boards, job.target))
    return _counts(boards, errors.num_rows)


def split_result(result: Any) -> tuple[Any, Any, Any]:
    """Tasks, boards and errors of what `process_batch` gave."""
    failed = pc.is_valid(result["error"])
    errors = result.filter(failed).select(["file", "row", "board", "error"])
    good = result.filter(pc.invert(failed)).combine_chunks()
    parents = pc.list_parent_indices(good["tasks"])
    flat = pc.list_flatten(good["tasks"]).combine_chunks() if good.num_rows else pa.array([], TASK)
    places = good.select(["file", "row", "board"]).take(parents)
    columns = [*places.columns, *(pc.struct_field(flat, [at]) for at in range(len(TASK)))]
    tasks = pa.Table.from_arrays(columns, schema=TASK_ROWS)
    counts = pc.fill_null(pc.list_value_length(good["tasks"]), 0)
    boards = pa.Table.from_arrays(
        [good[name] if name != "tasks" else counts for name in BOARD_ROWS.names], schema=BOARD_ROWS
    )
    return tasks, boards, errors


def finished_units(job: Job) -> set[int]:
    """The units whose shards are there."""
    ending = f".{job.target}"
    both = names_in(join(job.out, BOARDS)) & names_in(join(job.out, TASKS))
    names = (name.removeprefix("part-").removesuffix(ending) for name in both if name.endswith(ending))
    return {int(name) for name in names if name.isdecimal()}


def count_finished(job: Job, numbers: Iterable[int]) -> Counts:
    """What finished units hold, by their files."""
    failed = names_in(join(job.out, ERRORS))

    def count(number: int) -> Counts:
        name = shard_name(job, ERRORS, number)
        errors = sum(1 for _ in _lines(name)) if name.rpartition("/")[2] in failed else 0
        return _counts(_read_boards(job, number), errors)

    with ThreadPoolExecutor(_COUNTERS) as pool:
        return sum(pool.map(count, numbers), Counts())


def remove_leftovers(job: Job) -> None:
    """Remove what a crash left half written."""
    if is_remote(job.out):
        return  # there, nothing is visible before it is complete
    for folder in (job.out, *(join(job.out, name) for name in (TASKS, BOARDS, ERRORS))):
        for name in names_in(folder):
            if name.startswith(".") and name.endswith(".part"):
                remove(join(folder, name))


def shard_name(job: Job, kind: str, number: int) -> str:
    return join(job.out, kind, f"part-{number:06}.{JSONL if kind == ERRORS else job.target}")


def _encode(table: Any, target: str) -> bytes:
    if target == JSONL:
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table.to_pylist()).encode()
    sink = pa.BufferOutputStream()
    # Everything that the bytes depend on is fixed here, but for pyarrow's version, which the manifest has.
    pq.write_table(
        table.combine_chunks(),
        sink,
        version="2.6",
        compression="zstd",
        compression_level=3,
        row_group_size=1 << 20,
        data_page_version="1.0",
        write_statistics=True,
    )
    return bytes(sink.getvalue())


def _read_boards(job: Job, number: int) -> Any:
    name = shard_name(job, BOARDS, number)
    if job.target == PARQUET:
        with open_file(name) as file:
            return pq.read_table(file, columns=["words", "tasks"])
    return pa.Table.from_pylist(list(_lines(name)), schema=BOARD_ROWS)


def _lines(name: str) -> Iterator[Any]:
    with open_file(name) as file:
        yield from map(json.loads, file.read().splitlines())


def _counts(boards: Any, errors: int) -> Counts:
    words, tasks = (pc.sum(boards[name]).as_py() or 0 for name in ("words", "tasks"))
    return Counts(boards=boards.num_rows, tasks=tasks, words=words, errors=errors)
