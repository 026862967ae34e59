"""Regions with the probabilities that their words should get: what a student learns from."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from inkslate.board import Board, Region
from inkslate.errors import InputError
from inkslate.messages import counted
from inkslate.model.schemes import NTI
from inkslate.model.windows import NO_WORD, Window
from inkslate.training.distillation.teachers import Rows
from inkslate.training.examples import Example, TaggingTask

# The columns of every array here: N begins a sentence, T a task, I goes on.
N, T, I = (NTI.labels.index(label) for label in ("N", "T", "I"))  # noqa: E741


class Lesson(NamedTuple):
    """A region and one row of probabilities a word."""

    region: Region
    targets: Rows


@dataclass(frozen=True)
class LessonTask(TaggingTask):
    """Give every word of a region its probabilities."""

    def items(self, boards: Iterable[Any]) -> list[Any]:
        """Lessons in place of boards."""
        return [lesson for lesson in boards if lesson.region.words]

    def counts(self, items: Iterable[Any]) -> list[float]:
        """Sums of probabilities; reading them off the words spares a pass over all texts."""
        return list(sum((lesson.targets.sum(axis=0, dtype=float) for lesson in items), np.zeros(len(self.labels))))

    def examples(self, item: Any, rng: random.Random | None = None) -> list[Example]:
        features, windows = self.seen(item.region, rng)
        return [self.example(w, features, _token_targets(w, item.targets)) for w in windows]


def gold_targets(region: Region) -> Rows:
    """Certainty: the labels of a labelled region."""
    labels = NTI.encode(region.sentences or ())
    return np.eye(len(NTI.labels), dtype=np.float32)[[NTI.labels.index(label) for label in labels]]


def start_targets(starts: Sequence[int], teacher: Rows) -> Rows:
    """Known boundaries, and at each the teacher's opinion of what begins there."""
    rows = np.zeros_like(teacher)
    rows[:, I] = 1.0
    begins = teacher[list(starts)][:, [N, T]] + 1e-6
    for start, chances in zip(starts, begins / begins.sum(axis=1, keepdims=True), strict=True):
        rows[start] = 0.0
        rows[start, [N, T]] = chances
    return rows


def blend(known: Rows, teacher: Rows, share: float) -> Rows:
    """What is known and what the teacher thinks of it, the teacher with this share."""
    if known.shape != teacher.shape:
        raise InputError(
            f"the teacher labelled {counted(len(teacher), 'word')} where there are {len(known)}; label again"
        )
    return (1 - share) * known + share * teacher


def gold_lessons(boards: Iterable[Board]) -> list[Lesson]:
    return [Lesson(region, gold_targets(region)) for board in boards for region in board.regions]


def _token_targets(window: Window, targets: Rows) -> Rows:
    """The first token of each word has its word's row, all others count for nothing."""
    rows = np.zeros((len(window.ids), targets.shape[1]), np.float32)
    before = NO_WORD
    for at, word in enumerate(window.words):
        if word not in (NO_WORD, before):
            rows[at] = targets[word]
        before = word
    return rows
