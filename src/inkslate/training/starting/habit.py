"""What other boards teach about a person: their labels, but for what the habit of this person changes.

Training further mixes a person's own boards with others, which are labelled by the guide. Where somebody decides
differently, the others would teach the opposite. `adapt` learns such a habit from the person's boards alone; where it
changes what the model decides on another board, the label follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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


def by_habit(others: Sequence[Board], own: Sequence[Board], start: Bundle) -> list[Board]:
    """The other boards, with the labels that the habit changes. A model that knows no kinds learns no habit."""
    if not all(start.has(name) for name in (ONNX, HEAD, KINDS)):
        return list(others)
    backend = load_backend(start)
    if not isinstance(backend, VectorBackend):
        return list(others)
    try:
        adapted = adapt(own, start, backend=backend, parts=(_TASKS,))
    except InputError:  # too few boards with tasks and other sentences
        return list(others)
    if _TASKS not in adapted.used:
        return list(others)
    table, habits = adapter_table(adapted, adapted.used), adapter_habits(adapted, adapted.used)
    before, after = Tagger(start, backend), Tagger(start, AdaptedBackend(backend, table, habits))
    return [_relabelled(board, before, after) for board in others]


def changed_labels(before: Sequence[Board], after: Sequence[Board]) -> int:
    """How many sentences are a task in one of them alone."""
    pairs = zip(before, after, strict=True)
    return sum(
        one.is_task != other.is_task
        for old, new in pairs
        for region, changed in zip(old.regions, new.regions, strict=True)
        for one, other in zip(region.sentences or (), changed.sentences or (), strict=True)
    )


def _relabelled(board: Board, before: Tagger, after: Tagger) -> Board:
    passages = zip(before.passages(board), board.regions, strict=True)
    return replace(board, regions=tuple(_follow(region, passage, before, after) for passage, region in passages))


def _follow(region: Region, passage: Passage, before: Tagger, after: Tagger) -> Region:
    was, now = _decisions(before, passage), _decisions(after, passage)
    changed = {start: is_task for start, is_task in now.items() if was.get(start) == (not is_task)}
    sentences = tuple(
        replace(sentence, label=Label.TASK if changed[sentence.start] else Label.NON_TASK)
        if changed.get(sentence.start) == (not sentence.is_task)
        else sentence
        for sentence in region.sentences or ()
    )
    return replace(region, sentences=sentences)


def _decisions(tagger: Tagger, passage: Passage) -> dict[int, bool]:
    return {sentence.start: sentence.is_task for sentence in tagger.predict_passage(passage)}
