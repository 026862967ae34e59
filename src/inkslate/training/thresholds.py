"""The decision thresholds of an exported model, chosen on labelled boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from inkslate.board import Board
from inkslate.evaluation.evaluation import evaluate
from inkslate.evaluation.metrics.scoring import Scores
from inkslate.model.backends import Backend, Logits, ModelInput
from inkslate.model.bundle import Bundle
from inkslate.model.layout import Layout
from inkslate.model.predictor import Tagger

# Few sentences begin inside a line and nearly every bullet begins one, so each place in a line has its own threshold.
# "begin" is the threshold of words inside a line.
_BEGIN: Mapping[str, Sequence[float]] = {
    "begin": [number / 100 for number in range(40, 91, 5)],
    "begin_line": [number / 100 for number in range(30, 61, 5)],
    "begin_bullet": [number / 100 for number in range(20, 61, 5)],
}
_EVEN = 0.5
_TASK = [number / 100 for number in range(20, 71, 5)]


class CachedBackend:
    """A backend that computes the logits of each window once."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._known: dict[tuple[tuple[int, ...], ...], Logits] = {}

    def run(self, window: ModelInput) -> Logits:
        """The logits of the window, from memory where it was seen before."""
        key = (tuple(window.ids), tuple(window.features), tuple(window.kept))
        if key not in self._known:
            self._known[key] = self._backend.run(window)
        return self._known[key]


def choose_thresholds(
    bundle: Bundle,
    backend: CachedBackend,
    boards: Sequence[Board],
    points: float,
    *,
    tasks_on: Sequence[Sequence[Board]] = (),
) -> dict[str, float]:
    """Choose the thresholds of a sentence's beginning by B + B_tp, and that of a task by F1, less `points` for recall.

    `tasks_on` are the sets of boards for the latter, by the mean of their F1; without any, it is `boards`.

    A missed task costs the user more than a false one, which is dismissed at a glance: of the task thresholds that
    lose no more than `points` of F1, the lowest is chosen.
    """

    def scores(on: Sequence[Board], **thresholds: float) -> Scores:
        manifest = replace(bundle.manifest, thresholds=thresholds)
        return evaluate(on, Tagger(replace(bundle, manifest=manifest), backend)).scores

    def cut(**begin: float) -> float:
        found = scores(boards, **begin, task=_EVEN)
        return (found.B or 0.0) + (found.B_tp or 0.0)

    begin = dict.fromkeys(_begins(bundle.layout), _EVEN)
    # One after the other: they decide about different words. Of equally good ones, the nearest to even odds.
    for name in begin:
        begin[name] = max(_BEGIN[name], key=lambda at: (cut(**{**begin, name: at}), -abs(at - _EVEN)))
    reached = {
        task: 100 * fmean(scores(on, **begin, task=task).task.f1 or 0.0 for on in tasks_on or (boards,))
        for task in _TASK
    }
    best = max(reached.values())
    return {**begin, "task": min(task for task, f1 in reached.items() if f1 >= best - points)}


def _begins(layout: Layout) -> list[str]:
    """The thresholds of a model that sees this much of the layout."""
    return ["begin", *["begin_line"] * layout.line_breaks, *["begin_bullet"] * (layout.line_breaks and layout.bullets)]
