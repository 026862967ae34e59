"""Sentences by themselves: the labels of the guide say what a sentence is when nothing else is on the page.

Few notes have one line, and most of their lines are headings, so a model that learns from notes alone takes `call Ruth`
on an empty page for one. A task due to context is none by itself, and what only the context makes a non-task is one.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from safetensors.torch import load_file
from safetensors.torch import save as to_safetensors

from inkslate.board import Board, Label, Line, Region, Sentence
from inkslate.model.bundle import WEIGHTS, Bundle, save_bundle
from inkslate.model.view import Passage
from inkslate.training.distillation.soft_targets import SoftTargets, gold_targets

_TASKS_ALONE = frozenset({Label.TASK, Label.GENERIC_TASK, Label.NON_TASK_BY_CONTEXT})
_LONGEST = 20  # words
_BULLETS = 0.3  # share of the lines


def sentences_alone(boards: Iterable[Board], count: int, *, seed: int) -> list[SoftTargets]:
    """Targets for at most `count` sentences of labelled boards, each a region of one line; half of them are tasks."""
    rng = random.Random(f"alone {seed}")
    tasks: dict[str, None] = {}
    others: dict[str, None] = {}
    for text, label in _sentences(boards):
        (tasks if label in _TASKS_ALONE else others)[text] = None
    both = [text for text in tasks if text in others]
    for text in both:  # what two boards do not agree on
        del tasks[text], others[text]
    half = min(count // 2, len(tasks), len(others))
    found = [_targets(text, rng, is_task=True) for text in rng.sample([*tasks], half)]
    return found + [_targets(text, rng, is_task=False) for text in rng.sample([*others], half)]


def mean_model(before: Bundle, after: Bundle, share: float, out: Path) -> Bundle:
    """The model between two, with this share of the weights of `after`: it keeps what `before` knew."""
    old, new = load_file(before.path(WEIGHTS)), load_file(after.path(WEIGHTS))
    weights = {
        name: ((1 - share) * old[name] + share * tensor).contiguous() if tensor.is_floating_point() else tensor
        for name, tensor in new.items()
    }
    out.mkdir(parents=True, exist_ok=True)
    files = {name: after.path(name).read_bytes() for name in after.manifest.files if name != WEIGHTS}
    return save_bundle(out, replace(after.manifest, files={}), {**files, WEIGHTS: to_safetensors(weights)})


def _sentences(boards: Iterable[Board]) -> Iterator[tuple[str, Label]]:
    for region in (region for board in boards for region in board.regions):
        for sentence in region.sentences or ():
            lines: Sequence[Line] = [region.lines[at] for at in region.lines_of(sentence.start, sentence.end)]
            stated = any(line.box or line.heading for line in lines)  # a box decides, not the words
            if not stated and sentence.end - sentence.start <= _LONGEST:
                yield region.text(sentence.start, sentence.end), sentence.label


def _targets(text: str, rng: random.Random, *, is_task: bool) -> SoftTargets:
    line = Line.from_text(text, bullet=rng.random() < _BULLETS)
    label = Label.TASK if is_task else Label.NON_TASK
    region = Region("r1", (line,), (Sentence(0, len(line.words), label),))
    return SoftTargets(Passage(region, ()), gold_targets(region))
