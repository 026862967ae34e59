"""Where a score becomes a decision: the thresholds of an exported model, chosen on labelled boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inkslate.backends import Backend, Logits, ModelInput
from inkslate.board import Board
from inkslate.bundle import Bundle
from inkslate.evaluation import evaluate
from inkslate.metrics.scoring import Scores
from inkslate.tagging import Tagger

_BEGIN = [number / 100 for number in range(40, 61, 5)]
_TASK = [number / 100 for number in range(20, 51, 5)]


class Remembering:
    """A backend that answers what it was asked before from memory."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._known: dict[tuple[tuple[int, ...], ...], Logits] = {}

    def run(self, window: ModelInput) -> Logits:
        key = (tuple(window.ids), tuple(window.features), tuple(window.kept))
        if key not in self._known:
            self._known[key] = self._backend.run(window)
        return self._known[key]


def choose_thresholds(bundle: Bundle, backend: Backend, boards: Sequence[Board], points: float) -> dict[str, float]:
    """Where a sentence begins by the best B on the boards, and what is a task by F1, less these points for recall.

    A task that was missed must be noticed by a person, one too many is dismissed at a glance: so among thresholds
    that cost no more than the points, the lowest.
    """
    known = Remembering(backend)

    def scores(**thresholds: float) -> Scores:
        manifest = replace(bundle.manifest, thresholds=thresholds)
        return evaluate(boards, Tagger(replace(bundle, manifest=manifest), known)).scores

    # Boundaries do not depend on what is a task. Of equal ones the nearest to even odds.
    begin = max(_BEGIN, key=lambda chance: (scores(begin=chance, task=0.5).B or 0.0, -abs(chance - 0.5)))
    reached = {task: 100 * (scores(begin=begin, task=task).task.f1 or 0.0) for task in _TASK}
    best = max(reached.values())
    return {"begin": begin, "task": min(task for task, f1 in reached.items() if f1 >= best - points)}
