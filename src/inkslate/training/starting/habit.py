"""The habit of a person, as `adapt` learns it from their boards alone, on top of the model to start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inkslate.board import Board
from inkslate.errors import InputError
from inkslate.model.backends import load_backend
from inkslate.model.backends.adapted import AdaptedBackend, VectorBackend
from inkslate.model.backends.habits import KINDS
from inkslate.model.backends.head import HEAD
from inkslate.model.bundle import ONNX, Bundle
from inkslate.model.predictor import Tagger
from inkslate.training.adapting.adapter import adapt, adapter_habits, adapter_table

_TASKS = "tasks"


@dataclass(frozen=True)
class Habit:
    """A model with the habit of a person on top; where none was learned, the model alone."""

    tagger: Tagger
    is_own: bool  # whether one was learned


def learn_habit(own: Sequence[Board], start: Bundle) -> Habit:
    """What the person's boards show of a habit. A model that knows no kinds of sentences learns none."""
    backend = load_backend(start)
    none = Habit(Tagger(start, backend), is_own=False)
    if not all(start.has(name) for name in (ONNX, HEAD, KINDS)) or not isinstance(backend, VectorBackend):
        return none
    try:
        adapted = adapt(own, start, backend=backend, parts=(_TASKS,))
    except InputError:  # too few boards with tasks and other sentences
        return none
    if _TASKS not in adapted.used:
        return none
    table, habits = adapter_table(adapted, adapted.used), adapter_habits(adapted, adapted.used)
    return Habit(Tagger(start, AdaptedBackend(backend, table, habits)), is_own=True)
