"""Boards to train a finished model further on: a person's own, and others beside them so that nothing is forgotten."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.evaluation.evaluation import evaluate
from inkslate.messages import counted
from inkslate.model.bundle import Bundle
from inkslate.model.loading import load_predictor
from inkslate.training.config import TrainConfig
from inkslate.training.data import TrainingData, labelled_boards
from inkslate.training.distillation.soft_targets import SoftTargets
from inkslate.training.starting.anchoring import anchored_targets
from inkslate.training.starting.habit import learn_habit

_TIMES = 4  # how often each of the person's own boards counts in an epoch
_OTHERS = 8  # other boards for each of the person's own
_MOST_OTHERS = 320  # so that a run takes minutes
# Fewer boards than this get a warning: from a bare encoder, and from a finished model. See docs/training.md.
_FEW, _FEW_FROM_START = 200, 20


def few_boards(data: TrainingData, *, from_start: bool) -> Callable[[], str] | None:
    """What to tell after the training where there are few boards, with figures; None where there are enough.

    It is computed when it is called: the shipped model is run on the validation data.
    """
    few = _FEW_FROM_START if from_start else _FEW
    return None if len(data.train) >= few else lambda: _warning(data, few, from_start=from_start)


def _warning(data: TrainingData, few: int, *, from_start: bool) -> str:
    sentences = [sentence for board in data.train for region in board.regions for sentence in region.sentences or ()]
    tasks = sum(sentence.is_task and sentence.reviewed for sentence in sentences)
    said = f"{counted(len(data.train), 'board')} with {counted(tasks, 'task')} are few, {few} are a good start"
    if data.val and (f1 := evaluate(data.val, load_predictor()).scores.task.f1) is not None:
        said += f"; on the validation data the model that comes with inkslate has an F1 of {100 * f1:.1f}"
    if from_start:
        return f"{said}; `inkslate adapt` is safer with so few"
    return f"{said}; add --start open to train that one further, or run `inkslate adapt`"


class Mixed(NamedTuple):
    """What is trained on, with which settings, and whether the person's boards show a habit of their own.

    Where there are soft targets, they take the place of the boards of the data.
    """

    data: TrainingData
    config: TrainConfig
    soft_targets: Sequence[SoftTargets] | None = None
    habit: bool = False


def mixed_data(data: TrainingData, mix: Path | None, start: Bundle, config: TrainConfig) -> Mixed:
    """The data with each board several times, and with a sample of the boards of a file or folder.

    With `anchor`, `start` says what the other boards teach, with the habit that is learned on top of it. To take back
    some of what changed (`kept`) would then take back the habit, so nothing is.
    """
    own = list(data.train)
    if mix is None:
        return Mixed(replace(data, train=own * _TIMES), config)
    known = {board.id for board in (*own, *data.val)}
    paths = _board_files(mix)
    found = [labelled_boards(path) for path in paths]
    others = [board for boards, _ in found for board in boards if board.id not in known]
    digest = hashlib.sha256("".join(digest for _, digest in found).encode()).hexdigest()
    sample = _sample(others, min(_MOST_OTHERS, _OTHERS * len(own)), config.seed)
    hashes = {**data.hashes, f"{mix.name} (mix)": digest}
    if not config.anchor:
        return Mixed(replace(data, train=own * _TIMES + sample, hashes=hashes), config)
    habit = learn_habit(own, start)
    mine, rest = anchored_targets(own, sample, habit.tagger, config)
    settings = replace(config, kept=0.0) if habit.is_own else config
    return Mixed(replace(data, hashes=hashes), settings, mine * _TIMES + rest, habit.is_own)


def _board_files(mix: Path) -> list[Path]:
    paths = sorted(mix.glob("*.jsonl")) if mix.is_dir() else [mix]
    if not paths:
        raise InputError(f"{mix}: has no files of boards (*.jsonl); name a folder with some, such as corpus/train")
    return paths


def _sample(boards: Sequence[Board], count: int, seed: int) -> list[Board]:
    return random.Random(f"mix {seed}").sample(list(boards), min(count, len(boards)))
