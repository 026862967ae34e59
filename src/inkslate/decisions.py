"""Where a score becomes a task: the threshold of an exported model, chosen on labelled boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inkslate.backends import Backend, Logits, ModelInput
from inkslate.board import Board
from inkslate.bundle import Bundle
from inkslate.evaluation import evaluate
from inkslate.tagging import Tagger

# A sentence begins where it is more likely than not.
_BEGIN = 0.5
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


def recall_first(bundle: Bundle, backend: Backend, boards: Sequence[Board], points: float) -> dict[str, float]:
    """The thresholds that find most tasks at a cost of no more than these points of F1 on the boards.

    A task that was missed must be noticed by a person, one too many is dismissed at a glance: so among thresholds
    that are as good, the lowest.
    """
    known = Remembering(backend)

    def f1(task: float) -> float:
        manifest = replace(bundle.manifest, thresholds={"begin": _BEGIN, "task": task})
        scores = evaluate(boards, Tagger(replace(bundle, manifest=manifest), known)).scores
        return 100 * (scores.task.f1 or 0.0)

    reached = {task: f1(task) for task in _TASK}
    best = max(reached.values())
    return {"begin": _BEGIN, "task": min(task for task, score in reached.items() if score >= best - points)}
