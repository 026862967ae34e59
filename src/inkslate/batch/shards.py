"""Shards: the results of a unit as files, which appear complete or not at all and depend on the unit alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from inkslate.batch.compression import decompressed_name
from inkslate.batch.filesystem import is_remote, join, names_in, open_file, remove, write_file
from inkslate.batch.settings import JSONL, PARQUET, BatchCounts, WorkerConfig
from inkslate.batch.tables import SENTENCE_TYPE, TASK_TYPE

TASKS, BOARDS, ERRORS = "tasks", "boards", "errors"
_PLACE = [("file", pa.string()), ("row", pa.int64()), ("board", pa.string())]
TASK_SCHEMA = pa.schema([*_PLACE, *((field.name, field.type) for field in TASK_TYPE)])
BOARD_SCHEMA = pa.schema(
    [
        *_PLACE,
        ("regions", pa.int32()),
        ("words", pa.int32()),
        ("tasks", pa.int32()),
        ("sentences", pa.list_(SENTENCE_TYPE)),
    ]
)
_COUNTERS = 8


def write_shards(config: WorkerConfig, number: int, result: Any) -> BatchCounts:
    """Write the tasks, errors and boards of a unit. The boards come last: if they exist, the unit is finished."""
    tasks, boards, errors = split_result(result)
    write_file(shard_name(config, TASKS, number), _encode(tasks, config.target))
    if errors.num_rows:
        write_file(shard_name(config, ERRORS, number), _encode(errors, JSONL))
    write_file(shard_name(config, BOARDS, number), _encode(boards, config.target))
    return _counts(boards, errors.num_rows)


def split_result(result: Any) -> tuple[Any, Any, Any]:
    """The tasks, boards and errors in a result of `process_batch`."""
    failed = pc.is_valid(result["error"])
    errors = result.filter(failed).select(["file", "row", "board", "error"])
    good = result.filter(pc.invert(failed)).combine_chunks()
    parents = pc.list_parent_indices(good["tasks"])
    flat = pc.list_flatten(good["tasks"]).combine_chunks() if good.num_rows else pa.array([], TASK_TYPE)
    places = good.select(["file", "row", "board"]).take(parents)
    columns = [*places.columns, *(pc.struct_field(flat, [at]) for at in range(len(TASK_TYPE)))]
    tasks = pa.Table.from_arrays(columns, schema=TASK_SCHEMA)
    counts = pc.fill_null(pc.list_value_length(good["tasks"]), 0)
    boards = pa.Table.from_arrays(
        [good[name] if name != "tasks" else counts for name in BOARD_SCHEMA.names], schema=BOARD_SCHEMA
    )
    return tasks, boards, errors


def finished_units(config: WorkerConfig) -> set[int]:
    """The numbers of the units whose shards exist."""
    ending = f".{config.target}"
    both = names_in(join(config.out, BOARDS)) & names_in(join(config.out, TASKS))
    names = (name.removeprefix("part-").removesuffix(ending) for name in both if name.endswith(ending))
    return {int(name) for name in names if name.isdecimal()}


def count_finished(config: WorkerConfig, numbers: Iterable[int]) -> BatchCounts:
    """The counts of finished units, read from their shards."""
    failed = names_in(join(config.out, ERRORS))

    def count(number: int) -> BatchCounts:
        name = shard_name(config, ERRORS, number)
        errors = sum(1 for _ in _lines(name)) if name.rpartition("/")[2] in failed else 0
        return _counts(_read_boards(config, number), errors)

    with ThreadPoolExecutor(_COUNTERS) as pool:
        return sum(pool.map(count, numbers), BatchCounts())


def first_error(config: WorkerConfig) -> str | None:
    """The first error of a run, with its file and its row; None where there is none."""
    folder = join(config.out, ERRORS)
    for name in sorted(names_in(folder)):
        for error in _lines(join(folder, name)):
            file, row, reason = error["file"], error["row"], str(error["error"])
            if reason.startswith(decompressed_name(file)):  # as readers of whole files say it
                return reason
            return f"{file}: {reason}" if row is None else f"{file} row {row}: {reason}"
    return None


def remove_leftovers(config: WorkerConfig) -> None:
    """Remove files that a crash left incomplete."""
    if is_remote(config.out):
        return  # object stores do not show incomplete files
    for folder in (config.out, *(join(config.out, name) for name in (TASKS, BOARDS, ERRORS))):
        for name in names_in(folder):
            if name.startswith(".") and name.endswith(".part"):
                remove(join(folder, name))


def shard_name(config: WorkerConfig, kind: str, number: int) -> str:
    """The name of the file for the tasks, boards or errors of a unit."""
    return join(config.out, kind, f"part-{number:06}.{JSONL if kind == ERRORS else config.target}")


def _encode(table: Any, target: str) -> bytes:
    if target == JSONL:
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table.to_pylist()).encode()
    sink = pa.BufferOutputStream()
    # Everything that the bytes depend on is fixed here, except the version of pyarrow, which is in the manifest.
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


def _read_boards(config: WorkerConfig, number: int) -> Any:
    name = shard_name(config, BOARDS, number)
    if config.target == PARQUET:
        with open_file(name) as file:
            return pq.read_table(file, columns=["words", "tasks"])
    return pa.Table.from_pylist(list(_lines(name)), schema=BOARD_SCHEMA)


def _lines(name: str) -> Iterator[Any]:
    with open_file(name) as file:
        yield from map(json.loads, file.read().splitlines())


def _counts(boards: Any, errors: int) -> BatchCounts:
    words, tasks = (pc.sum(boards[name]).as_py() or 0 for name in ("words", "tasks"))
    return BatchCounts(boards=boards.num_rows, tasks=tasks, words=words, errors=errors)
