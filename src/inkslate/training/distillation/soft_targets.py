"""Soft targets: regions with the label probabilities that a student learns for their words."""

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
from inkslate.model.view import Passage, View, passages
from inkslate.model.windows import NO_WORD, Window
from inkslate.training.distillation.teachers import Rows
from inkslate.training.examples import Example, TaggingObjective

# The columns of every array here: N begins a non-task, T begins a task, I continues a sentence.
N, T, I = (NTI.labels.index(label) for label in ("N", "T", "I"))  # noqa: E741


class SoftTargets(NamedTuple):
    """A passage and one row of probabilities per word of its region."""

    passage: Passage
    rows: Rows


@dataclass(frozen=True)
class SoftTargetObjective(TaggingObjective):
    """Predict the label probabilities of every word of a region."""

    def items(self, boards: Iterable[Any]) -> list[Any]:
        """The soft targets with words; they take the place of boards."""
        return [targets for targets in boards if targets.passage.region.words]

    def counts(self, items: Iterable[Any]) -> list[float]:
        """The sum of the probabilities of each label; unlike a count of tokens, it needs no tokenizer.

        With `anchor` all labels count the same: the rows have their weights already.
        """
        if self.config.anchor:
            return [1.0] * len(self.labels)
        return list(sum((targets.rows.sum(axis=0, dtype=float) for targets in items), np.zeros(len(self.labels))))

    def examples(self, item: Any, rng: random.Random | None = None) -> list[Example]:
        """One example per window, with a row of probabilities per token."""
        return [self.example(shown, _token_rows(shown.window, item.rows)) for shown in self.render(item.passage, rng)]


def gold_targets(region: Region) -> Rows:
    """The labels of a labelled region as probabilities of 0 and 1."""
    labels = NTI.encode(region.sentences or ())
    return np.eye(len(NTI.labels), dtype=np.float32)[[NTI.labels.index(label) for label in labels]]


def gold_soft_targets(boards: Iterable[Board], view: View) -> list[SoftTargets]:
    """The labels of all regions as soft targets, for a student with this view."""
    found = (passage for board in boards for passage in passages(board, view))
    return [SoftTargets(passage, gold_targets(passage.region)) for passage in found]


def start_targets(starts: Sequence[int], teacher: Rows) -> Rows:
    """Known boundaries as probabilities; the teacher's prediction says at each whether a task begins there."""
    rows = np.zeros_like(teacher)
    rows[:, I] = 1.0
    begins = teacher[list(starts)][:, [N, T]] + 1e-6  # never 0/0
    for start, chances in zip(starts, begins / begins.sum(axis=1, keepdims=True), strict=True):
        rows[start] = 0.0
        rows[start, [N, T]] = chances
    return rows


def blend(known: Rows, teacher: Rows, teacher_share: float) -> Rows:
    """The weighted mean of what is known and what the teacher predicts."""
    if known.shape != teacher.shape:
        raise InputError(
            f"the teachers predicted labels for {counted(len(teacher), 'word')}, the region has {len(known)}; remove "
            "the folder of the predictions and run the teachers again"
        )
    return (1 - teacher_share) * known + teacher_share * teacher


def _token_rows(window: Window, targets: Rows) -> Rows:
    """The first token of each word has its word's row; the rows of all others are zero, so the loss ignores them."""
    rows = np.zeros((len(window.ids), targets.shape[1]), np.float32)
    before = NO_WORD
    for at, word in enumerate(window.words):
        if word > NO_WORD and word != before:
            rows[at] = targets[word]
        before = word
    return rows
