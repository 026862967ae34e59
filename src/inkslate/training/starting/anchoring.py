"""Soft targets that hold a model where it was: on boards beside a person's own, what the start itself says of them.

The person's own boards keep their labels. Other boards get the probabilities of the model that the training starts
from, with the person's habit on top where one was learned. Their loss is least where nothing has changed but the habit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inkslate.board import Board, Region
from inkslate.model.predictor import Tagger
from inkslate.model.schemes import NTI
from inkslate.model.view import VIEWS, Passage, passages
from inkslate.training.config import TrainConfig
from inkslate.training.distillation.soft_targets import SoftTargets, gold_targets
from inkslate.training.distillation.teachers import Rows
from inkslate.training.examples import class_weights


def anchored_targets(
    own: Sequence[Board], others: Sequence[Board], teacher: Tagger, config: TrainConfig
) -> tuple[list[SoftTargets], list[SoftTargets]]:
    """The targets of a person's own boards and of others, by word; their rows have the weights in the loss.

    Labels of own boards have the weights of their class. The rows of others all have the weight `anchor`: with weights
    of classes, the loss would be least away from what the teacher says.
    """
    view = VIEWS[config.view]
    mine, rest = ([passage for board in boards for passage in passages(board, view)] for boards in (own, others))
    known = [SoftTargets(passage, _gold(passage.region)) for passage in mine if _is_reviewed(passage.region)]
    held = [SoftTargets(passage, _said(teacher, passage)) for passage in rest if passage.region.word_texts]
    counts = sum((rows.sum(axis=0, dtype=float) for _, rows in known + held), np.zeros(len(NTI.labels)))
    weights = np.array(class_weights(list(counts), NTI.labels, config.class_weight_power), np.float32)
    return (
        [targets._replace(rows=targets.rows * weights) for targets in known],
        [targets._replace(rows=targets.rows * np.float32(config.anchor)) for targets in held],
    )


def _is_reviewed(region: Region) -> bool:
    return any(sentence.reviewed for sentence in region.sentences or ())


def _gold(region: Region) -> Rows:
    """The labels of the words; rows of sentences that nobody reviewed are zero, so the loss ignores them."""
    rows = gold_targets(region)
    for sentence in region.sentences or ():
        if not sentence.reviewed:
            rows[sentence.start : sentence.end] = 0.0
    return rows


def _said(teacher: Tagger, passage: Passage) -> Rows:
    words = teacher.word_probabilities(passage)
    return np.array([tokens.mean(axis=0) for tokens in words], np.float32)
