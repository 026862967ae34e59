"""What other boards teach about a person: their labels, but for what the habit of this person changes.

Training further mixes a person's own boards with others, which are labelled by the guide. Where somebody decides
differently, the others would teach the opposite. `adapt` learns such a habit from the person's boards alone; where it
changes what the model decides on another board, the label follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inkslate.board import Board, Label, Region
from inkslate.errors import InputError
from inkslate.model.backends import load_backend
from inkslate.model.backends.adapted import AdaptedBackend, VectorBackend
from inkslate.model.backends.habits import KINDS
from inkslate.model.backends.head import HEAD
from inkslate.model.bundle import ONNX, Bundle
from inkslate.model.predictor import Tagger
from inkslate.model.view import Passage
from inkslate.training.adapting.adapter import adapt, adapter_habits, adapter_table

_TASKS = "tasks"


@dataclass(frozen=True)
class Habit:
    """The model to start from, and the same with what `adapt` learned; they are one where it learned nothing."""

    before: Tagger
    after: Tagger

    @property
    def is_own(self) -> bool:
        """Whether this person decides other than the model."""
        return self.before is not self.after

    def relabel(self, boards: Sequence[Board]) -> list[Board]:
        """The boards, with the labels that the habit changes."""
        return [self._relabelled(board) for board in boards] if self.is_own else list(boards)

    def _relabelled(self, board: Board) -> Board:
        pairs = zip(self.before.passages(board), board.regions, strict=True)
        return replace(board, regions=tuple(self._follow(region, passage) for passage, region in pairs))

    def _follow(self, region: Region, passage: Passage) -> Region:
        was, now = _decisions(self.before, passage), _decisions(self.after, passage)
        changed = {start: is_task for start, is_task in now.items() if was.get(start) == (not is_task)}
        sentences = tuple(
            replace(sentence, label=Label.TASK if changed[sentence.start] else Label.NON_TASK)
            if changed.get(sentence.start) == (not sentence.is_task)
            else sentence
            for sentence in region.sentences or ()
        )
        return replace(region, sentences=sentences)


def learn_habit(own: Sequence[Board], start: Bundle) -> Habit:
    """What the person's boards show of a habit, on top of a model. A model that knows no kinds learns none."""
    backend = load_backend(start)
    before = Tagger(start, backend)
    if not all(start.has(name) for name in (ONNX, HEAD, KINDS)) or not isinstance(backend, VectorBackend):
        return Habit(before, before)
    try:
        adapted = adapt(own, start, backend=backend, parts=(_TASKS,))
    except InputError:  # too few boards with tasks and other sentences
        return Habit(before, before)
    if _TASKS not in adapted.used:
        return Habit(before, before)
    table, habits = adapter_table(adapted, adapted.used), adapter_habits(adapted, adapted.used)
    return Habit(before, Tagger(start, AdaptedBackend(backend, table, habits)))


def changed_labels(before: Sequence[Board], after: Sequence[Board]) -> int:
    """How many sentences are a task in one of them alone."""
    pairs = zip(before, after, strict=True)
    return sum(
        one.is_task != other.is_task
        for old, new in pairs
        for region, changed in zip(old.regions, new.regions, strict=True)
        for one, other in zip(region.sentences or (), changed.sentences or (), strict=True)
    )


def _decisions(tagger: Tagger, passage: Passage) -> dict[int, bool]:
    return {sentence.start: sentence.is_task for sentence in tagger.predict_passage(passage)}
