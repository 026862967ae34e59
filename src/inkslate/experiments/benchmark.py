"""Everything that `inkslate benchmark` measures, in one run: the paper's reference beside our models.

Latency is end to end, from a region's plain text to its tasks, one region at a time; the systems alternate, each with
a round over all regions.
"""

from __future__ import annotations

import platform
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inkslate.board import Board
from inkslate.experiments.benchmark_inputs import timed_regions
from inkslate.experiments.footprint import (
    base_install,
    cold_start,
    cold_start_torch,
    machine_rates,
    operations,
    stream_memory,
)
from inkslate.experiments.latency import TimedRegion, processor, summary, time_in_turns
from inkslate.extractor import Extractor
from inkslate.model.backends import Backend, Logits, ModelInput, load_backend
from inkslate.model.bundle import ONNX, TOKENIZER, Bundle
from inkslate.model.layout import LAYOUTS, render
from inkslate.model.predictor import Tagger
from inkslate.model.windows import Encoder
from inkslate.readers.text import parse_text

REFERENCE, BASELINE = "reference", "two models"
GROWTH = (5, 20, 100, 500, 2000)
# The reference and the baseline take seconds a board, and their time grows linearly.
_REFERENCE_GROWTH, _BASELINE_GROWTH = 500, 100
# Threads of torch keep spinning for a while after a call and would slow down the next system.
_PAUSE = 0.3
# The baseline takes four times as long as the reference, so it is timed on one region in four.
_BASELINE_EVERY = 4


@dataclass(frozen=True)
class BenchmarkPlan:
    """What to measure: `models` are bundles with an ONNX file, by the name they are shown under."""

    models: Mapping[str, Bundle]
    boards: Sequence[Board]
    threads: int
    rounds: int = 5
    stream: int = 2000
    with_torch: bool = True
    tick: Callable[[str], None] = field(default=lambda _step: None)


def run_benchmark(plan: BenchmarkPlan) -> dict[str, Any]:
    """All figures as plain values: `latency`, `bulk`, `start`, `growth`, `limit`, `stream`, `install`, `setting`."""
    items = timed_regions(plan.boards)
    extractors = {name: Extractor.load(bundle.folder, threads=plan.threads) for name, bundle in plan.models.items()}
    first = next(iter(plan.models.values()))
    encoder = Encoder.from_file(first.path(TOKENIZER), max_length=first.manifest.max_length)
    tokens, kept = map(statistics.fmean, zip(*(_tokens(first, encoder, item.text) for item in items), strict=True))
    with ExitStack() as stack:
        references = _references(encoder, plan.threads) if plan.with_torch else {}
        latency, pairs = _latency(plan, items, extractors, references)
        result: dict[str, Any] = {
            "latency": latency,
            "baseline_over_reference": pairs,
            "outside_model": {
                name: _outside_model(bundle, items, plan.threads) for name, bundle in plan.models.items()
            },
            "bulk": {name: _bulk(extractor, items, plan) for name, extractor in extractors.items()},
            "growth": _growth(plan, items, extractors, references),
            "start": _start(plan, items, references, stack),
        }
    plan.tick("stream")
    texts = [item.text for item in items if len(item.text) < 200][:50] or [items[0].text]
    result["stream"] = {
        name: stream_memory(bundle.folder, texts, threads=plan.threads, boards=plan.stream)
        for name, bundle in plan.models.items()
    }
    result["limit"] = _limit(plan, (tokens, kept), latency) if plan.with_torch else None
    result["install"] = base_install()
    result["setting"] = _setting(plan, items, tokens)
    return result


def _setting(plan: BenchmarkPlan, items: Sequence[TimedRegion], tokens: float) -> dict[str, Any]:
    """What the figures depend on: the machine, the regions, the models."""
    return {
        "processor": processor(),
        "threads": plan.threads,
        "python": platform.python_version(),
        "regions": len(items),
        "rounds": plan.rounds,
        "tokens": tokens,
        "models": {
            name: {"name": bundle.manifest.name, "precision": bundle.manifest.precision, "sha256": bundle.info.sha256}
            for name, bundle in plan.models.items()
        },
    }


def _references(encoder: Encoder, threads: int) -> dict[str, Callable[[TimedRegion], object]]:
    import torch
    from transformers.utils import logging

    from inkslate.experiments.reference import ReferenceBaseline, ReferenceModel

    messages: Any = logging
    messages.disable_progress_bar()

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    return {REFERENCE: ReferenceModel(encoder), BASELINE: ReferenceBaseline(encoder)}


def _latency(
    plan: BenchmarkPlan,
    items: Sequence[TimedRegion],
    extractors: Mapping[str, Extractor],
    references: Mapping[str, Callable[[TimedRegion], object]],
) -> tuple[dict[str, dict[str, float]], float | None]:
    """Every system but the baseline on all items; the baseline beside the reference on some of them."""
    calls: dict[str, Callable[[TimedRegion], object]] = {name: _call(one) for name, one in extractors.items()}
    if REFERENCE in references:
        calls = {REFERENCE: references[REFERENCE], **calls}
    plan.tick("latency")
    times = time_in_turns(calls, items, rounds=plan.rounds, pause=_PAUSE, tick=lambda: plan.tick("region"))
    figures = {name: summary(values) for name, values in times.items()}
    if BASELINE not in references:
        return figures, None
    plan.tick("baseline")
    some = items[::_BASELINE_EVERY]
    pair = time_in_turns(references, some, rounds=max(1, plan.rounds // 3), pause=_PAUSE)
    figures[BASELINE] = summary(pair[BASELINE])
    return figures, statistics.fmean(pair[BASELINE]) / statistics.fmean(pair[REFERENCE])


def _call(extractor: Extractor) -> Callable[[TimedRegion], object]:
    return lambda item: extractor.extract(item.text, details=False).tasks


class _TimedBackend:
    """A backend that adds up the seconds it takes."""

    def __init__(self, backend: Backend) -> None:
        self._backend, self.seconds = backend, 0.0

    def run(self, window: ModelInput) -> Logits:
        started = time.perf_counter()
        try:
            return self._backend.run(window)
        finally:
            self.seconds += time.perf_counter() - started


def _outside_model(bundle: Bundle, items: Sequence[TimedRegion], threads: int) -> float:
    """The share of the time that is not the model's: reading, rendering, tokenising, decoding."""
    backend = _TimedBackend(load_backend(bundle, threads=threads))
    extractor = Extractor(Tagger(bundle, backend))
    extractor.extract(items[0].text, details=False)  # the first call pays for what is built once
    shares = []
    for _ in range(3):
        backend.seconds, started = 0.0, time.perf_counter()
        for item in items:
            _ = extractor.extract(item.text, details=False).tasks
        whole = time.perf_counter() - started
        shares.append((whole - backend.seconds) / whole)
    return statistics.median(shares)


def _bulk(extractor: Extractor, items: Sequence[TimedRegion], plan: BenchmarkPlan) -> dict[str, float]:
    """Regions a second through `extract_many`: the median of rounds."""
    plan.tick("bulk")
    rates = []
    texts = [item.text for item in items]
    for _ in range(plan.rounds):
        started = time.perf_counter()
        count = sum(1 for _ in extractor.extract_many(texts, details=False))
        rates.append(count / (time.perf_counter() - started))
    return {"regions_per_second": statistics.median(rates)}


def _growth(
    plan: BenchmarkPlan,
    items: Sequence[TimedRegion],
    extractors: Mapping[str, Extractor],
    references: Mapping[str, Callable[[TimedRegion], object]],
) -> dict[str, dict[int, float]]:
    """Milliseconds for one region of so many sentences."""
    sentences = [sentence for item in items for sentence in item.sentences]
    calls: dict[str, tuple[int, Callable[[TimedRegion], object]]] = {
        name: (max(GROWTH), _call(extractor)) for name, extractor in extractors.items()
    }
    for name, most in ((REFERENCE, _REFERENCE_GROWTH), (BASELINE, _BASELINE_GROWTH)):
        if name in references:
            calls[name] = most, references[name]
    result: dict[str, dict[int, float]] = {name: {} for name in calls}
    for size in GROWTH:
        plan.tick("growth")
        chosen = [sentences[number % len(sentences)] for number in range(size)]
        item = TimedRegion("\n".join(f"- {sentence}" for sentence in chosen), tuple(chosen))
        for name, (most, call) in calls.items():
            if size <= most:
                rounds = 1 if name in references else 5 if size <= 100 else 3
                result[name][size] = time_in_turns({name: call}, [item], rounds=rounds)[name][0]
    return result


def _start(
    plan: BenchmarkPlan, items: Sequence[TimedRegion], references: Mapping[str, Any], stack: ExitStack
) -> dict[str, dict[str, float]]:
    """Cold start and peak memory; the reference is loaded from a file too."""
    text = sorted(items, key=lambda item: len(item.text))[len(items) // 2].text
    result = {}
    for name, bundle in plan.models.items():
        plan.tick("start")
        result[name] = cold_start(bundle.folder, text, threads=plan.threads)
    if REFERENCE in references:
        plan.tick("start")
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="inkslate-")))
        references[REFERENCE].model.save_pretrained(folder)
        tokenizer = next(iter(plan.models.values())).path(TOKENIZER)
        result[REFERENCE] = cold_start_torch(folder, tokenizer, text, threads=plan.threads)
    return result


def _limit(
    plan: BenchmarkPlan, tokens: tuple[float, float], latency: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    """The operations of each model against the rate that this machine reaches on large matrices."""
    plan.tick("limit")
    rates = machine_rates(threads=plan.threads)
    result = {}
    for name, bundle in plan.models.items():
        needed = operations(bundle.path(ONNX), *tokens)
        rate = rates[bundle.manifest.precision]
        floor = 1000 * needed / rate
        result[name] = {
            "operations": needed,
            "operations_per_second": rate,
            "floor_ms": floor,
            "share": floor / latency[name]["mean_ms"],
        }
    return result


def _tokens(bundle: Bundle, encoder: Encoder, text: str) -> tuple[int, int]:
    """The numbers of tokens and of kept tokens; a bullet is a token only if the model is shown marks."""
    shown = bundle.layout if bundle.manifest.marks else LAYOUTS["none"]
    regions = parse_text(text, board="board").regions
    windows = [window for region in regions for window in encoder.encode(render(region, shown)).windows]
    return sum(len(window.ids) for window in windows), sum(len(window.kept) for window in windows)
