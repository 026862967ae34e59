"""Soft targets that hold a model where it was: on boards beside a person's own, what the start itself says of them.

The person's own boards keep their labels. Other boards get, for a share of every target, the probabilities of the model
that the training starts from, with the person's habit on top where one was learned. The loss of these is least where
nothing has changed but the habit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from inkslate.board import Board, Region
from inkslate.model.predictor import Tagger
from inkslate.model.schemes import NTI
from inkslate.model.view import VIEWS, Passage, View, passages
from inkslate.training.config import TrainConfig
from inkslate.training.distillation.soft_targets import SoftTargets, blend, gold_targets
from inkslate.training.distillation.teachers import Rows
from inkslate.training.examples import class_weights


def anchored_targets(
    own: Sequence[Board], others: Sequence[Board], teacher: Tagger, config: TrainConfig
) -> tuple[list[SoftTargets], list[SoftTargets]]:
    """The targets of a person's own boards and of others, by word.

    Rows of own boards are multiplied by the weights of the labels. Those of others are not: with weights, the loss
    would be least away from what the teacher says.
    """
    view = VIEWS[config.view]
    labelled = _labelled(own, view)
    known = [(passage, gold_targets(passage.region)) for passage in (*labelled, *_labelled(others, view))]
    counts = sum((rows.sum(axis=0, dtype=float) for _, rows in known), np.zeros(len(NTI.labels)))
    weights = np.array(class_weights(list(counts), NTI.labels, config.class_weight_power), np.float32)
    mine = [
        SoftTargets(passage, rows * weights * _reviewed(passage.region)[:, None])
        for passage, rows in known[: len(labelled)]
    ]
    rest = [SoftTargets(passage, _held(passage, rows, teacher, config.anchor)) for passage, rows in known[len(mine) :]]
    return mine, rest


def _labelled(boards: Iterable[Board], view: View) -> list[Passage]:
    """The regions with words that somebody reviewed, each with what the model reads above it."""
    found = (passage for board in boards for passage in passages(board, view))
    return [passage for passage in found if any(sentence.reviewed for sentence in passage.region.sentences or ())]


def _reviewed(region: Region) -> Rows:
    """1 for each word of a sentence that somebody reviewed, and 0 for the rest."""
    found = np.zeros(len(region.word_texts), np.float32)
    for sentence in region.sentences or ():
        found[sentence.start : sentence.end] = sentence.reviewed
    return found


def _held(passage: Passage, known: Rows, teacher: Tagger, share: float) -> Rows:
    """What is known, blended with what the teacher says; the teacher alone where nobody reviewed the sentence."""
    words = teacher.word_probabilities(passage)
    said = np.array([tokens.mean(axis=0) for tokens in words], np.float32)
    return np.where(_reviewed(passage.region)[:, None] > 0, blend(known, said, share), said).astype(np.float32)
