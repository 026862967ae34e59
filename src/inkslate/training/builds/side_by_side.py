"""Independent parts of a build, one after the other or in several processes."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import torch


class Part(NamedTuple):
    """A piece of work with a name; `run` can be pickled."""

    name: str
    run: Callable[[], Any]


class Cost(NamedTuple):
    """What a part took: seconds, and the most GPU memory in bytes."""

    name: str
    seconds: float
    gpu_bytes: int


def run_parts(parts: Sequence[Part], *, processes: int, tell: Callable[[str], None], log: Path) -> None:
    """Run all parts; `log` gets a line with the cost of each. The first error ends the call, after running parts."""
    if processes == 1:
        for part in parts:
            tell(part.name)
            _note(_timed(part), log)
        return
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        running: list[Future[Cost]] = [pool.submit(_alone, part) for part in parts]
        try:
            for done in as_completed(running):
                cost = done.result()
                _note(cost, log)
                tell(f"{cost.name}: {cost.seconds:.0f} s, {cost.gpu_bytes / 1e9:.1f} GB of GPU memory")
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _alone(part: Part) -> Cost:
    """The part in a process of its own: several processes with many threads each would wait for each other."""
    torch.set_num_threads(1)
    return _timed(part)


def _timed(part: Part) -> Cost:
    gpu = torch.cuda.is_available()
    if gpu:
        torch.cuda.reset_peak_memory_stats()
    started = time.monotonic()
    part.run()
    return Cost(part.name, time.monotonic() - started, torch.cuda.max_memory_reserved() if gpu else 0)


def _note(cost: Cost, log: Path) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(cost._asdict()) + "\n")
