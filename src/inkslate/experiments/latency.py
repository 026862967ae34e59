"""Latency of several systems on the same items, one item at a time, in alternating rounds."""

from __future__ import annotations

import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.extraction import Predictor

T = TypeVar("T")


class TimedRegion(NamedTuple):
    """A region as plain text, and its sentences, which the baseline's classifier is given one at a time."""

    text: str
    sentences: tuple[str, ...]


def time_in_turns(
    calls: Mapping[str, Callable[[T], object]],
    items: Sequence[T],
    *,
    rounds: int,
    pause: float = 0.0,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, list[float]]:
    """Milliseconds for each item, as the median over rounds, by name.

    In every round each system goes through all items before the next one does, as it would alone, in an order that
    rotates with the rounds. `pause` (seconds) lets the threads of the previous system go to sleep.
    """
    names = list(calls)
    times: dict[str, list[list[float]]] = {name: [[] for _ in items] for name in names}
    for name in names:
        calls[name](items[0])  # the first call pays for what is built once
    for number in range(rounds):
        order = names[number % len(names) :] + names[: number % len(names)]
        for name in order:
            time.sleep(pause)
            for at, item in enumerate(items):
                started = time.perf_counter()
                calls[name](item)
                times[name][at].append(1000 * (time.perf_counter() - started))
                if name == order[-1]:
                    tick()
    return {name: [statistics.median(values) for values in times[name]] for name in names}


def measure_latency(
    predictors: Mapping[str, Predictor],
    boards: Sequence[Board],
    *,
    rounds: int,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, dict[str, float]]:
    """Milliseconds a region for each predictor: the median over rounds of each region, then mean and percentiles."""
    regions = [Board(board.id, (region,)) for board in boards for region in board.regions if region.word_texts]
    if not regions:
        raise InputError("no region with words; latency needs something to read")
    calls = {name: predictor.predict for name, predictor in predictors.items()}
    return {name: summary(times) for name, times in time_in_turns(calls, regions, rounds=rounds, tick=tick).items()}


def latency_json(
    figures: Mapping[str, Mapping[str, float]], *, device: str, regions: int, rounds: int
) -> dict[str, Any]:
    """Latencies by row with what they were measured on, as plain values."""
    return {"device": device, "regions": regions, "rounds": rounds, "rows": {k: dict(v) for k, v in figures.items()}}


def summary(values: Sequence[float]) -> dict[str, float]:
    """Mean and percentiles; a percentile is the value at that rank."""
    ordered = sorted(values)

    def at(share: float) -> float:
        return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]

    return {
        "mean_ms": statistics.fmean(ordered),
        "p50_ms": statistics.median(ordered),
        "p95_ms": at(0.95),
        "p99_ms": at(0.99),
    }


def processor() -> str:
    """The name of the CPU, or the machine type if it is not known."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or platform.machine() or "CPU"
