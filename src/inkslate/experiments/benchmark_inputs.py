"""What `inkslate benchmark` times: regions as plain text, and models in ONNX."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from pathlib import Path

from inkslate.board import Board, Region
from inkslate.dependencies import require
from inkslate.errors import InputError
from inkslate.experiments.latency import TimedRegion
from inkslate.model.backends import BACKENDS, ONNXRUNTIME
from inkslate.model.bundle import FLOAT32, INT8, Bundle
from inkslate.model.rules import Rules
from inkslate.readers.text import parse_text


def timed_regions(boards: Iterable[Board]) -> list[TimedRegion]:
    """Regions as plain text; their sentences are the labelled ones, or those of the rules."""
    rules = Rules()
    items = []
    for board in boards:
        for region in board.regions:
            if region.word_texts:
                found = region.sentences or rules.predict(Board(board.id, (region,)))[0]
                items.append(TimedRegion(_text(region), tuple(region.text(one.start, one.end) for one in found)))
    if not items:
        raise InputError("no region with words; give boards with text")
    return items


def generated_boards(count: int = 120, *, seed: int = 0, lines: float = 7) -> list[Board]:
    """Boards of random notes, for a machine without data: sizes as of real boards, `lines` lines on average."""
    rng = random.Random(seed)
    boards = []
    for number in range(count):
        size = 1 + min(40, int(rng.expovariate(1 / lines)))
        notes = [f"{'- ' * (rng.random() < 0.5)}{_random_note(rng)}" for _ in range(size)]
        boards.append(parse_text("\n".join(notes), board=f"b{number}"))
    return boards


def onnx_models(bundles: Iterable[Bundle], scratch: Path) -> dict[str, Bundle]:
    """Bundles that can be timed, by name; safetensors are converted to float32 and int8, without the export gate."""
    models: dict[str, Bundle] = {}
    for bundle in bundles:
        if BACKENDS[ONNXRUNTIME].runs(bundle):
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


def _text(region: Region) -> str:
    return "\n".join(f"{'- ' * line.bullet}{line.text}" for line in region.lines)


def _name(bundle: Bundle, taken: Mapping[str, Bundle]) -> str:
    name = f"inkslate {bundle.manifest.precision}"
    return name if name not in taken else f"{name} ({bundle.manifest.name})"


def _random_note(rng: random.Random) -> str:
    syllables = [consonant + vowel for consonant in "bdklmnrst" for vowel in "aeiou"]
    return " ".join("".join(rng.choices(syllables, k=rng.randint(1, 4))) for _ in range(rng.randint(2, 12)))
