"""Batch runs measured: boards a second with one process and with several, on Ray, memory, and kill -9 with --resume.

    python benchmarks/scale.py [--model DIR] [--boards 100000] [--workers 2] [--lines 7] [--rounds 1]
        [--kills 10] [--no-ray]

Boards are made up from a fixed seed. The engines take turns, the whole command is timed, and every run's files are
compared byte for byte with those of the first; its tasks are compared with `Extractor.extract_many` on the same boards.
Nothing else should run on the machine; the load before and after is printed.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from inkslate import Extractor
from inkslate.board import Board
from inkslate.experiments.benchmark_inputs import generated_boards
from inkslate.extraction import Task
from inkslate.formats import format_boards

CHUNK = 1000
SAMPLE_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Timed:
    """A run: seconds, seconds of processors (not Ray's), and the workers' memory in MB in each tenth of it."""

    seconds: float
    processor: float
    memory: tuple[float, ...]


def main() -> None:
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="inkslate-scale-") as name:
        scratch = Path(name)
        boards = scratch / "boards.jsonl"
        words = write_boards(boards, arguments.boards, arguments.lines)
        print(
            f"{arguments.boards} boards of {words / arguments.boards:.1f} words, {boards.stat().st_size / 1e6:.0f} MB, "
            f"model {arguments.model}; load {load()}"
        )
        measure(arguments, scratch)
        compare_with_extract_many(arguments, scratch)
        if arguments.kills:
            kill_and_resume(arguments, scratch)
        print(f"load {load()}")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="rules")
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--lines", type=float, default=7, help="about so many a board; small ones for a short run")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--shard-rows", type=int, default=2000)
    parser.add_argument("--no-ray", action="store_true")
    return parser.parse_args()


def made_up(count: int, lines: float) -> Iterator[Board]:
    """Boards one after the other: a hundred thousand at once would fill the memory."""
    for start in range(0, count, CHUNK):
        for at, board in enumerate(generated_boards(min(CHUNK, count - start), seed=start, lines=lines)):
            yield replace(board, id=f"b{start + at}")


def write_boards(path: Path, count: int, lines: float) -> int:
    """How many words they have."""
    words = 0
    with path.open("w", encoding="utf-8") as file:
        for board in made_up(count, lines):
            file.write(format_boards([board]))
            words += sum(len(region.word_texts) for region in board.regions)
    return words


def measure(arguments: argparse.Namespace, scratch: Path) -> None:
    kinds = {"1 process": ("--workers", "1"), f"{arguments.workers} processes": ("--workers", str(arguments.workers))}
    if not arguments.no_ray:
        kinds[f"Ray, {arguments.workers} actors"] = ("--engine", "ray", "--workers", str(arguments.workers))
    times: dict[str, list[Timed]] = {kind: [] for kind in kinds}
    for turn in range(arguments.rounds):
        order = list(kinds)[turn % len(kinds) :] + list(kinds)[: turn % len(kinds)]
        for kind in order:
            out = scratch / f"{kind.replace(', ', '-').replace(' ', '-')}-{turn}"
            times[kind].append(timed(command(arguments, scratch, out, *kinds[kind])))
            print(f"  {kind}: {times[kind][-1].seconds:.1f} s; load {load()}", flush=True)
            first = scratch / "first"
            if first.exists():
                assert_same(first, out)
            else:
                out.rename(first)
    seconds = {kind: statistics.median(run.seconds for run in runs) for kind, runs in times.items()}
    single = seconds["1 process"]
    for kind, runs in times.items():
        memory = ", ".join(f"{value:.0f}" for value in runs[-1].memory)
        print(
            f"{kind}: {arguments.boards / seconds[kind]:.1f} boards/s, {single / seconds[kind]:.2f} times one process"
            + (
                f", {arguments.boards / runs[-1].processor:.1f} a second of processor time; "
                f"MB a worker in each tenth of the run: {memory}"
                if memory
                else ""
            )
        )
    print("all runs gave the same bytes")


def command(arguments: argparse.Namespace, scratch: Path, out: Path, *more: str) -> list[str]:
    options = ["--model", arguments.model, "--shard-rows", str(arguments.shard_rows), "--out", str(out), *more]
    return [sys.executable, "-m", "inkslate.cli", "batch", str(scratch / "boards.jsonl"), *options]


def timed(line: list[str]) -> Timed:
    """Run the command, and look at its workers' memory on the way."""
    start, before = time.perf_counter(), processor_seconds()
    run = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    samples: list[tuple[float, float]] = []
    while run.poll() is None:
        if (largest := largest_child(run.pid)) is not None:
            samples.append((time.perf_counter() - start, largest))
        time.sleep(SAMPLE_SECONDS)
    seconds = time.perf_counter() - start
    if run.returncode:
        raise SystemExit(f"{line}: {run.stderr.read().decode() if run.stderr else ''}")
    tenths: list[list[float]] = [[] for _ in range(10)]
    for moment, value in samples:
        tenths[min(9, int(10 * moment / seconds))].append(value)
    memory = tuple(max(tenth) for tenth in tenths if tenth) if "ray" not in line else ()
    return Timed(seconds, processor_seconds() - before, memory)


def processor_seconds() -> float:
    """Of all processes that this one has waited for, and those that they waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def largest_child(process: int) -> float | None:
    """Resident MB of the largest child."""
    found = []
    try:
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            pages = int(Path(f"/proc/{child}/statm").read_text().split()[1])
            found.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
    except (OSError, IndexError):
        return None
    return max(found, default=None)


def assert_same(one: Path, other: Path) -> None:
    names = [sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()) for root in (one, other)]
    if names[0] != names[1]:
        raise SystemExit(f"{other}: other files than {one}")
    for name in names[0]:
        if not filecmp.cmp(one / name, other / name, shallow=False):
            raise SystemExit(f"{other / name}: other bytes than {one / name}")


def compare_with_extract_many(arguments: argparse.Namespace, scratch: Path) -> None:
    found = Extractor.load(arguments.model).extract_many(made_up(arguments.boards, arguments.lines))
    expected = ((extraction.board.id, task) for extraction in found for task in extraction.tasks)
    count = 0
    for pair, row in zip_longest(expected, task_rows(scratch / "first")):
        if pair is None or row is None or not same_task(*pair, row):
            raise SystemExit(f"{pair} is {row} in the run")
        count += 1
    print(f"all {count} tasks are those of extract_many, scores included")


def task_rows(out: Path) -> Iterator[dict[str, Any]]:
    import pyarrow.parquet as pq

    for path in sorted((out / "tasks").iterdir()):
        yield from pq.ParquetFile(path).read().to_pylist()


def same_task(board: str, task: Task, row: dict[str, Any]) -> bool:
    names = ("id", "text", "region", "start", "end", "score")
    return row["board"] == board and all(row[name] == getattr(task, name) for name in names)


def kill_and_resume(arguments: argparse.Namespace, scratch: Path) -> None:
    """Each time: a run, kill -9 at a random moment of it, --resume, and the bytes of an unbroken run."""
    rng = random.Random(time.time_ns())
    line = command(arguments, scratch, scratch / "killed", "--workers", str(arguments.workers))
    whole = timed([part if part != str(scratch / "killed") else str(scratch / "whole") for part in line]).seconds
    finished = []
    for kill in range(arguments.kills):
        run = subprocess.Popen(line, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.02, 0.98) * whole)
        (os.killpg if kill % 2 else os.kill)(run.pid, signal.SIGKILL)
        run.wait()
        finished.append(len(list((scratch / "killed" / "boards").glob("part-*"))))
        subprocess.run([*line, "--resume"], check=True, stdout=subprocess.DEVNULL)
        assert_same(scratch / "first", scratch / "killed")
        (scratch / "killed").rename(scratch / f"killed-{kill}")
    shards = len(list((scratch / "first" / "boards").iterdir()))
    print(f"{arguments.kills} times killed (with {finished} of {shards} shards) and resumed: the same bytes every time")


def load() -> str:
    return f"{os.getloadavg()[0]:.1f}"


if __name__ == "__main__":
    main()
