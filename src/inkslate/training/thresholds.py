"""Where a score becomes a decision: the thresholds of an exported model, chosen on labelled boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inkslate.board import Board
from inkslate.evaluation.evaluation import evaluate
from inkslate.evaluation.metrics.scoring import Scores
from inkslate.model.backends import Backend, Logits, ModelInput
from inkslate.model.bundle import Bundle
from inkslate.model.layout import Layout
from inkslate.model.predictor import Tagger

# Few sentences begin inside of a line and nearly every bullet is one, so each place in a line has its own threshold.
# "begin" stands for words inside of a line.
_BEGIN: Mapping[str, Sequence[float]] = {
    "begin": [number / 100 for number in range(40, 91, 5)],
    "begin_line": [number / 100 for number in range(30, 61, 5)],
    "begin_bullet": [number / 100 for number in range(20, 61, 5)],
}
_EVEN = 0.5
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
    """Where a sentence begins by the best B and B_tp on the boards, and what is a task by F1, less points for recall.

    A task that was missed must be noticed by a person, one too many is dismissed at a glance: so among thresholds
    that cost no more than the points, the lowest.
    """
    known = Remembering(backend)

    def scores(**thresholds: float) -> Scores:
        manifest = replace(bundle.manifest, thresholds=thresholds)
        return evaluate(boards, Tagger(replace(bundle, manifest=manifest), known)).scores

    def cut(**begin: float) -> float:
        found = scores(**begin, task=_EVEN)
        return (found.B or 0.0) + (found.B_tp or 0.0)

    begin = dict.fromkeys(_begins(bundle.layout), _EVEN)
    for name in begin:  # one after the other: they decide about different words. Of equal ones the nearest to even odds
        begin[name] = max(_BEGIN[name], key=lambda at: (cut(**{**begin, name: at}), -abs(at - _EVEN)))
    reached = {task: 100 * (scores(**begin, task=task).task.f1 or 0.0) for task in _TASK}
    best = max(reached.values())
    return {**begin, "task": min(task for task, f1 in reached.items() if f1 >= best - points)}


def _begins(layout: Layout) -> list[str]:
    """The thresholds of a model that sees this much of the layout."""
    return ["begin", *["begin_line"] * layout.line_breaks, *["begin_bullet"] * (layout.line_breaks and layout.bullets)]
