"""Everything `inkslate benchmark` measures, in one run: the paper's reference and our models side by side.

Latency is end to end, from a region's plain text to its tasks, one region at a time; the systems take turns, each a
round over all regions.
"""

from __future__ import annotations

import platform
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inkslate.board import Board, Region
from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.experiments.footprint import (
    base_install,
    cold_start,
    cold_start_torch,
    machine_rates,
    operations,
    stream_memory,
)
from inkslate.experiments.latency import Item, processor, summary, time_in_turns
from inkslate.extractor import Extractor
from inkslate.model.backends import OnnxBackend
from inkslate.model.bundle import FLOAT32, INT8, ONNX, TOKENIZER, Bundle
from inkslate.model.layout import LAYOUTS, render
from inkslate.model.predictor import runs_on_onnx
from inkslate.model.rules import Rules
from inkslate.model.windows import Encoder
from inkslate.readers.text import parse_text

REFERENCE, BASELINE = "reference", "two models"
GROWTH = (5, 20, 100, 500, 2000)
# The reference and the baseline take seconds a board; they are not asked to show what is linear anyway.
_REFERENCE_GROWTH, _BASELINE_GROWTH = 500, 100
# Threads of torch go on spinning for a while after a call, and would slow down whoever comes next.
_PAUSE = 0.3
# The baseline takes four times as long as the reference; every so many regions tell as much.
_BASELINE_EVERY = 4


@dataclass(frozen=True)
class Plan:
    """What to measure: `models` are bundles with an ONNX file, by the name they are shown under."""

    models: Mapping[str, Bundle]
    boards: Sequence[Board]
    threads: int
    rounds: int = 5
    stream: int = 2000
    with_torch: bool = True
    tick: Callable[[str], None] = field(default=lambda _step: None)


def run_benchmark(plan: Plan) -> dict[str, Any]:
    """All figures as plain values: `latency`, `bulk`, `start`, `growth`, `limit`, `stream`, `install`, `setting`."""
    items = items_of(plan.boards)
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
                name: statistics.median(_outside(extractor, items) for _ in range(3))
                for name, extractor in extractors.items()
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
    result["setting"] = {
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
    return result


def items_of(boards: Iterable[Board]) -> list[Item]:
    """Regions as plain text; their sentences are the labelled ones, or those of the rules."""
    rules = Rules()
    items = []
    for board in boards:
        for region in board.regions:
            if region.word_texts:
                found = region.sentences or rules.predict(Board(board.id, (region,)))[0]
                items.append(Item(_text(region), tuple(region.text(one.start, one.end) for one in found)))
    if not items:
        raise InputError("no region with words; a benchmark needs something to read")
    return items


def generated_boards(count: int = 120, *, seed: int = 0, lines: float = 7) -> list[Board]:
    """Boards of made-up notes, for a machine without data: sizes like those of real boards, about so many lines."""
    rng = random.Random(seed)
    boards = []
    for number in range(count):
        size = 1 + min(40, int(rng.expovariate(1 / lines)))
        notes = [f"{'- ' * (rng.random() < 0.5)}{_made_up(rng)}" for _ in range(size)]
        boards.append(parse_text("\n".join(notes), board=f"b{number}"))
    return boards


def onnx_models(bundles: Iterable[Bundle], scratch: Path) -> dict[str, Bundle]:
    """Bundles that can be timed, by name; one in safetensors is turned into float32 and int8 without a gate."""
    models: dict[str, Bundle] = {}
    for bundle in bundles:
        if runs_on_onnx(bundle):
            models[_name(bundle, models)] = bundle
            continue
        require("train", what="timing a model in safetensors", also=("onnx",))
        from inkslate.training.conversion import convert

        for precision in (FLOAT32, INT8):
            converted = convert(bundle, scratch / f"{len(models)}-{precision}", precision=precision)
            models[_name(converted, models)] = converted
    return models


def random_bundle(boards: Iterable[Board], folder: Path, *, word_layers: int = 0, marks: bool = False) -> Bundle:
    """A model with the shape of all-MiniLM-L6-v2 and random weights, for timing alone."""
    from inkslate.experiments.random_model import make

    texts = [region.text(0, len(region.word_texts)) for board in boards for region in board.regions]
    return make(folder, texts, word_layers=word_layers, marks=marks)


def _references(encoder: Encoder, threads: int) -> dict[str, Callable[[Item], object]]:
    import torch
    from transformers.utils import logging

    from inkslate.experiments.reference import OnePass, TwoModels

    messages: Any = logging
    messages.disable_progress_bar()

    torch.set_num_threads(threads)
    torch.manual_seed(0)
    return {REFERENCE: OnePass(encoder), BASELINE: TwoModels(encoder)}


def _latency(
    plan: Plan,
    items: Sequence[Item],
    extractors: Mapping[str, Extractor],
    references: Mapping[str, Callable[[Item], object]],
) -> tuple[dict[str, dict[str, float]], float | None]:
    """Every system but the baseline on all items; the baseline beside the reference on some of them."""
    calls: dict[str, Callable[[Item], object]] = {name: _call(one) for name, one in extractors.items()}
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


def _call(extractor: Extractor) -> Callable[[Item], object]:
    return lambda item: extractor.extract(item.text).tasks


def _outside(extractor: Extractor, items: Sequence[Item]) -> float:
    """The share of the time that is not the model's: reading, rendering, tokenising, decoding."""
    inside = 0.0
    run = OnnxBackend.run

    def timed(backend: OnnxBackend, window: Any) -> Any:
        nonlocal inside
        started = time.perf_counter()
        try:
            return run(backend, window)
        finally:
            inside += time.perf_counter() - started

    OnnxBackend.run = timed  # type: ignore[method-assign, assignment]
    try:
        started = time.perf_counter()
        for item in items:
            _ = extractor.extract(item.text).tasks
        whole = time.perf_counter() - started
    finally:
        OnnxBackend.run = run  # type: ignore[method-assign]
    return (whole - inside) / whole


def _bulk(extractor: Extractor, items: Sequence[Item], plan: Plan) -> dict[str, float]:
    """Regions a second through `extract_many`: the median of rounds."""
    plan.tick("bulk")
    rates = []
    texts = [item.text for item in items]
    for _ in range(plan.rounds):
        started = time.perf_counter()
        count = sum(1 for _ in extractor.extract_many(texts))
        rates.append(count / (time.perf_counter() - started))
    return {"regions_per_second": statistics.median(rates)}


def _growth(
    plan: Plan,
    items: Sequence[Item],
    extractors: Mapping[str, Extractor],
    references: Mapping[str, Callable[[Item], object]],
) -> dict[str, dict[int, float]]:
    """Milliseconds for one region of so many sentences."""
    sentences = [sentence for item in items for sentence in item.sentences]
    calls: dict[str, tuple[int, Callable[[Item], object]]] = {
        name: (max(GROWTH), _call(extractor)) for name, extractor in extractors.items()
    }
    for name, most in ((REFERENCE, _REFERENCE_GROWTH), (BASELINE, _BASELINE_GROWTH)):
        if name in references:
            calls[name] = most, references[name]
    result: dict[str, dict[int, float]] = {name: {} for name in calls}
    for size in GROWTH:
        plan.tick("growth")
        chosen = [sentences[number % len(sentences)] for number in range(size)]
        item = Item("\n".join(f"- {sentence}" for sentence in chosen), tuple(chosen))
        for name, (most, call) in calls.items():
            if size <= most:
                rounds = 1 if name in references else 5 if size <= 100 else 3
                result[name][size] = time_in_turns({name: call}, [item], rounds=rounds)[name][0]
    return result


def _start(
    plan: Plan, items: Sequence[Item], references: Mapping[str, Any], stack: ExitStack
) -> dict[str, dict[str, float]]:
    """Cold start and peak memory; the reference is loaded from a file, as it would be."""
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
    plan: Plan, tokens: tuple[float, float], latency: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    """What the model needs of what this machine reaches on large matrices."""
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
    """How many tokens and kept ones go through the model: a bullet is one only where the model is shown marks."""
    shown = bundle.layout if bundle.manifest.marks else LAYOUTS["none"]
    regions = parse_text(text, board="board").regions
    windows = [window for region in regions for window in encoder.encode(render(region, shown)).windows]
    return sum(len(window.ids) for window in windows), sum(len(window.kept) for window in windows)


def _text(region: Region) -> str:
    return "\n".join(f"{'- ' * line.bullet}{line.text}" for line in region.lines)


def _name(bundle: Bundle, taken: Mapping[str, Bundle]) -> str:
    name = f"inkslate {bundle.manifest.precision}"
    return name if name not in taken else f"{name} ({bundle.manifest.name})"


def _made_up(rng: random.Random) -> str:
    syllables = [consonant + vowel for consonant in "bdklmnrst" for vowel in "aeiou"]
    return " ".join("".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(rng.randint(2, 12)))
