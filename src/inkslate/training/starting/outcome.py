"""Whether the result of a training is a model at all."""

from __future__ import annotations

from collections.abc import Sequence

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import Evaluation
from inkslate.messages import counted
from inkslate.model.bundle import ENCODER_CONFIG, TOKENIZER, WEIGHTS, Bundle
from inkslate.training.checkpoint import CHECKPOINT

_SHOWN = 40  # boards of the training data that a model without validation data must find tasks on


def whole_boards(boards: Sequence[Board]) -> list[Board]:
    """Some boards of the training data whose every sentence was reviewed."""
    return [board for board in boards if all(s.reviewed for r in board.regions for s in r.sentences or ())][:_SHOWN]


def check_tasks(bundle: Bundle, result: Evaluation) -> None:
    """Raise an InputError where the model finds none of the tasks. Its manifest is not written, so it is no model."""
    counts, first = result.counts, bundle.scheme.first
    if first[True] != first[False] and counts.fn and not counts.tp:
        for name in (WEIGHTS, ENCODER_CONFIG, TOKENIZER, CHECKPOINT):
            (bundle.folder / name).unlink(missing_ok=True)
        raise InputError(
            f"{bundle.folder}: what was learned finds none of {counted(counts.fn, 'task')} (F1 0), so it is not kept; "
            "train on more boards or for more epochs, or add --start open"
        )
