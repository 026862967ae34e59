"""Export of a bundle to ONNX, with a gate that compares it with the original in torch.

An exported model that loses too much is not written; the error says how much it lost.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import pvariance
from typing import Any

from inkslate.board import Board
from inkslate.errors import InputError, ModelError
from inkslate.evaluation.evaluation import Evaluation, evaluate
from inkslate.evaluation.metrics.scoring import Counts, derive, total
from inkslate.messages import counted
from inkslate.model.backends import Backend, load_backend
from inkslate.model.bundle import CARD, FLOAT32, INT8, Bundle, load_bundle, save_bundle
from inkslate.model.calibration import Calibration, fit_calibration
from inkslate.model.loading import load_predictor
from inkslate.model.predictor import Tagger
from inkslate.model.schemes import NTI
from inkslate.model.shipped import DEFAULT_MODEL
from inkslate.training.card import model_card
from inkslate.training.conversion import check_convertible, convert
from inkslate.training.out_folder import check_out, move_folder, scratch_beside
from inkslate.training.thresholds import CachedBackend, choose_thresholds

PRECISIONS = (INT8, FLOAT32)
ORIGINAL = "torch"
_INTERVAL = 1.96  # standard errors: 95 of 100 intervals of this width hold the true loss


@dataclass(frozen=True, slots=True)
class Comparison:
    """A model on the boards of the gate, compared with the original."""

    evaluation: Evaluation
    agreement: float  # share of words with the original's label

    def points(self) -> dict[str, float]:
        """The scores that the gate compares, in points."""
        return _points(self.evaluation.counts)


@dataclass(frozen=True, slots=True)
class Exported:
    """An exported bundle, and the results of the gate for `torch`, `float32` and, if it was exported, `int8`."""

    bundle: Bundle
    compared: Mapping[str, Comparison]


def export_bundle(
    bundle: Bundle,
    boards: Sequence[Board],
    out: Path,
    *,
    precision: str = INT8,
    may_lose: float = 0.3,
    recall_points: float | None = None,
    tasks_on: Sequence[Sequence[Board]] = (),
    tick: Callable[[], None] = lambda: None,
) -> Exported:
    """Write `bundle` with an ONNX file in place of its safetensors, if it passes the gate on labelled boards.

    `recall_points` are the points of F1 that a lower task threshold may lose to gain recall; None: no thresholds, the
    most likely label decides. `tasks_on` are the sets of boards by whose F1 the task threshold is chosen, if they are
    not `boards`. `tick` is called once for every board and model that is compared.
    """
    check_convertible(bundle)
    check_out(out)
    with scratch_beside(out) as scratch:
        gate = _Gate(boards, Tagger(bundle, CachedBackend(load_backend(bundle, device="cpu"))), tick)
        compared = {ORIGINAL: gate.compare(gate.original)}
        result: Bundle | None = None
        for step in (FLOAT32, INT8)[: 1 + (precision == INT8)]:
            result = convert(bundle, scratch / step, precision=step, float32=result)
            # Comparison, calibration, thresholds and scores need the same logits.
            backend = CachedBackend(load_backend(result))
            compared[step] = gate.compare(Tagger(result, backend))
        assert result is not None
        _check_loss(bundle, compared, precision, may_lose)
        result = _calibrated(result, backend, boards)
        if recall_points is not None:
            result = _with_thresholds(result, backend, boards, recall_points, tasks_on)
        scores = evaluate(boards, Tagger(result, backend))
        manifest = replace(result.manifest, scores={"gate": scores.to_json()})
        save_bundle(result.folder, manifest, {CARD: model_card(manifest).encode()})
        move_folder(result.folder, out)
    return Exported(load_bundle(out), compared)


class _Gate:
    """Compares models with the original on labelled boards."""

    def __init__(self, boards: Sequence[Board], original: Tagger, tick: Callable[[], None]) -> None:
        if not any(region.word_texts for board in boards for region in board.regions):
            raise InputError("the corpus has no words; the comparison needs labelled boards")
        self.boards, self.original, self._tick = boards, original, tick
        self._labels = self._word_labels(original, lambda: None)

    def compare(self, tagger: Tagger) -> Comparison:
        labels = self._word_labels(tagger, self._tick)
        same = sum(mine == theirs for mine, theirs in zip(labels, self._labels, strict=True))
        return Comparison(evaluate(self.boards, tagger), same / len(labels))

    def _word_labels(self, tagger: Tagger, tick: Callable[[], None]) -> list[str]:
        labels: list[str] = []
        for board in self.boards:
            for passage in tagger.passages(board):
                if passage.region.word_texts:
                    labels += tagger.word_labels(passage, tagger.word_probabilities(passage))
            tick()
        return labels


def _check_loss(bundle: Bundle, compared: Mapping[str, Comparison], precision: str, may_lose: float) -> None:
    """Raise a ModelError where the model lost too much, finds no task, or where a score is no longer defined.

    The loss on some boards is an estimate, so it counts from the lower end of its interval: on few boards one word may
    weigh more than `may_lose`.
    """
    original, exported = compared[ORIGINAL], compared[precision]
    before, after = original.points(), exported.points()
    losses = {name: before[name] - after.get(name, -math.inf) for name in before}
    told = ", ".join(f"{name} {before[name]:.2f} -> {after.get(name, math.nan):.2f}" for name in losses)
    errors = loss_errors(original.evaluation, exported.evaluation)
    for name, loss in losses.items():
        error = errors.get(name, 0.0)
        if not loss - _INTERVAL * error <= may_lose:
            raise ModelError(
                f"{bundle.folder}: {precision} loses {loss:.2f} points of {name} ({told}; standard error {error:.2f}), "
                f"more than {may_lose:g}; nothing was written; export float32, or allow more with --may-lose"
            )
    if bundle.scheme.first[True] != bundle.scheme.first[False]:
        _check_tasks(bundle, exported.evaluation)


def _check_tasks(bundle: Bundle, evaluation: Evaluation) -> None:
    """Raise a ModelError where there are tasks and none of them was found."""
    counts = evaluation.counts
    if counts.fn and not counts.tp:
        raise ModelError(
            f"{bundle.folder}: finds none of the {counted(counts.fn, 'task')} of these boards (F1 0); nothing was "
            "written; train it on more boards"
        )


def loss_errors(original: Evaluation, exported: Evaluation) -> dict[str, float]:
    """The standard error of each loss in points, by leaving out one board at a time; few boards give large ones."""
    pairs = [_by_board(evaluation) for evaluation in (original, exported)]
    sums = [total(boards.values()) for boards in pairs]
    losses: dict[str, list[float]] = {}
    for board in pairs[0]:
        points = [_points(_without(whole, boards[board])) for whole, boards in zip(sums, pairs, strict=True)]
        for name in points[0].keys() & points[1].keys():
            losses.setdefault(name, []).append(points[0][name] - points[1][name])
    return {name: math.sqrt((len(each) - 1) * pvariance(each)) for name, each in losses.items()}


def _by_board(evaluation: Evaluation) -> dict[str, Counts]:
    boards: dict[str, Counts] = {}
    for region in evaluation.regions:
        boards[region.board] = total((boards.get(region.board, Counts()), region.result.counts))
    return boards


def _without(whole: Counts, part: Counts) -> Counts:
    rest: list[Any] = [one - other for one, other in zip(whole, part, strict=True)]
    return Counts(*rest)


def _points(counts: Counts) -> dict[str, float]:
    """The scores that the gate compares, in points, where they are defined."""
    scores = derive(counts)
    values = {"F1": scores.task.f1, "B": scores.B}
    return {name: 100 * value for name, value in values.items() if value is not None}


def compare_others(boards: Sequence[Board]) -> dict[str, dict[str, float]]:
    """What the shipped model and the rules reach on the same boards, in points: a model should be above both."""
    return {name: _points(evaluate(boards, load_predictor(name)).counts) for name in (DEFAULT_MODEL, "rules")}


def _calibrated(bundle: Bundle, backend: Backend, boards: Sequence[Board]) -> Bundle:
    """With scores fitted to the boards, unless the model has its own calibration; decisions do not change."""
    manifest = bundle.manifest
    if manifest.calibration or manifest.thresholds or manifest.scheme != NTI.name:
        return bundle
    tagger = Tagger(bundle, backend)
    seen: list[tuple[float, bool]] = []
    for board in boards:
        for passage in tagger.passages(board):
            words = tagger.word_probabilities(passage) if passage.region.word_texts else []
            for sentence in passage.region.sentences or ():
                probability = tagger.task_probability(words[sentence.start])
                if probability is not None:
                    seen.append((probability, sentence.is_task))
    calibration = fit_calibration([probability for probability, _ in seen], [task for _, task in seen])
    if calibration == Calibration():
        return bundle
    # No threshold here: a sentence that begins with I is not a task, even where T is more likely than N.
    return replace(bundle, manifest=replace(manifest, calibration=calibration.to_json()))


def _with_thresholds(
    bundle: Bundle,
    backend: CachedBackend,
    boards: Sequence[Board],
    points: float,
    tasks_on: Sequence[Sequence[Board]],
) -> Bundle:
    """With thresholds, unless the model has its own or its scheme cannot have any."""
    manifest = bundle.manifest
    if manifest.thresholds or manifest.scheme != NTI.name:
        return bundle
    thresholds = choose_thresholds(bundle, backend, boards, points, tasks_on=tasks_on)
    return replace(bundle, manifest=replace(manifest, thresholds=thresholds))
