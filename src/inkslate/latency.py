"""Latency of several predictors on the same regions, one region at a time, taken in turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.extraction import Predictor


def measure_latency(
    predictors: Mapping[str, Predictor],
    boards: Sequence[Board],
    *,
    rounds: int,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, dict[str, float]]:
    """Milliseconds a region for each predictor: the median over rounds of each region, then mean, p50 and p95.

    In every round each region goes through all predictors before the next, in an order that turns with the
    rounds, so that a slow moment of the machine falls on all of them.
    """
    regions = [Board(board.id, (region,)) for board in boards for region in board.regions if region.words]
    if not regions:
        raise InputError("no region with words; latency needs something to read")
    names = list(predictors)
    times: dict[str, list[list[float]]] = {name: [[] for _ in regions] for name in names}
    for name in names:
        predictors[name].predict(regions[0])  # the first call pays for what is built once
    for number in range(rounds):
        for at, region in enumerate(regions):
            for name in names[number % len(names) :] + names[: number % len(names)]:
                started = time.perf_counter()
                predictors[name].predict(region)
                times[name][at].append(1000 * (time.perf_counter() - started))
            tick()
    return {name: _summary([statistics.median(values) for values in times[name]]) for name in names}


def latency_json(
    figures: Mapping[str, Mapping[str, float]], *, device: str, regions: int, rounds: int
) -> dict[str, Any]:
    return {"device": device, "regions": regions, "rounds": rounds, "rows": {k: dict(v) for k, v in figures.items()}}


def _summary(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "mean_ms": statistics.fmean(ordered),
        "p50_ms": statistics.median(ordered),
        "p95_ms": ordered[min(len(ordered) - 1, round(0.95 * (len(ordered) - 1)))],
    }
