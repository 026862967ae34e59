"""Compare predictions with labelled boards: the paper's columns, each with its signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from inkslate.board import Board, Region, Sentence, Span, partition_problems
from inkslate.errors import InputError
from inkslate.evaluation.columns import COUNTS, SCORES
from inkslate.evaluation.metrics.intervals import Interval, bootstrap
from inkslate.evaluation.metrics.matching import MATCHINGS, Matching, best_matching
from inkslate.evaluation.metrics.ranking import average_precision
from inkslate.evaluation.metrics.scoring import Counts, RegionResult, Scores, derive, score_region, total
from inkslate.extraction import FoundSentence, ModelInfo, Predictor, predict
from inkslate.formats.extraction_jsonl import Predictions
from inkslate.messages import shorten
from inkslate.model.calibration import apply_threshold, expected_error, with_threshold
from inkslate.version import __version__


@dataclass(frozen=True, slots=True)
class EvaluatedRegion:
    """A region with its gold and predicted sentences, and what the comparison gave."""

    board: str
    region: Region
    gold: tuple[Sentence, ...]
    predicted: tuple[Span, ...]
    result: RegionResult
    scores: tuple[float | None, ...] = ()  # of the predicted sentences, where there are some


@dataclass(frozen=True)
class Evaluation:
    """All regions in file order, and what follows from them."""

    signature: str
    regions: tuple[EvaluatedRegion, ...]

    @cached_property
    def counts(self) -> Counts:
        """The counts of all regions."""
        return total(region.result.counts for region in self.regions)

    @cached_property
    def scores(self) -> Scores:
        """The scores of all regions together."""
        return derive(self.counts)

    @cached_property
    def outcomes(self) -> list[tuple[float, bool]]:
        """The score of every predicted sentence that matches a gold one, and whether that is a task."""
        keeps, pairs = MATCHINGS["paper"].keeps, []
        for region in self.regions:
            for match in best_matching(region.predicted, region.gold) if region.scores else ():
                score = region.scores[match.predicted]
                if score is not None and keeps(match.iou):
                    pairs.append((score, region.gold[match.gold].is_task))
        return pairs

    @property
    def calibration_error(self) -> float | None:
        """Expected calibration error of the scores; None where there are no scores."""
        return expected_error([score for score, _ in self.outcomes], [task for _, task in self.outcomes])

    @property
    def average_precision(self) -> float | None:
        """Average precision of the scores; None where there are no scores or no tasks."""
        tasks = sum(sentence.is_task for region in self.regions for sentence in region.gold)
        return average_precision(self.outcomes, tasks) if self.outcomes else None

    @cached_property
    def intervals(self) -> dict[str, Interval | None]:
        """95 % bootstrap intervals over boards."""
        by_board: dict[str, Counts] = {}
        for region in self.regions:
            by_board[region.board] = total((by_board.get(region.board, Counts()), region.result.counts))
        return bootstrap(list(by_board.values()))

    def to_json(self, *, per_region: bool = False) -> dict[str, Any]:
        """Plain values: fractions of one, None where undefined."""
        value: dict[str, Any] = {
            "signature": self.signature,
            "counts": {name: getattr(self.counts, name) for name in COUNTS},
            # Only the order of these is fixed here; scores that are not among them follow.
            "task": {},
            "non_task": {},
            "accuracy": None,
            "context": {},
            "B": None,
            "B_tp": None,
        }
        for column in SCORES.values():
            column.write(value, self.scores)
        value["intervals"] = {name: list(pair) if pair else None for name, pair in self.intervals.items()}
        if self.outcomes:
            value["average_precision"] = self.average_precision
            value["calibration"] = {"error": self.calibration_error, "sentences": len(self.outcomes)}
        if per_region:
            value["regions"] = [_region_json(region) for region in self.regions]
        return value


def evaluate(
    gold: Sequence[Board],
    predictor: Predictor,
    *,
    matching: str = "paper",
    ignore_marks: bool = False,
    threshold: float | None = None,
) -> Evaluation:
    """Score what a predictor finds in the boards; it does not see their labels."""
    shown = [board.without_labels() for board in gold]
    found = predict_all(shown, predictor, ignore_marks=ignore_marks, threshold=threshold)
    return compare(gold, found, matching=matching)


def predict_all(
    boards: Sequence[Board], predictor: Predictor, *, ignore_marks: bool = False, threshold: float | None = None
) -> Predictions:
    """The predictor's sentences for the boards as they are given, labels included."""
    found: dict[str, dict[str, tuple[FoundSentence, ...]]] = {}
    for board in boards:
        sentences = predict(predictor, board, ignore_marks=ignore_marks)
        decided = [apply_threshold(each, threshold) for each in sentences]
        found[board.id] = {region.id: each for region, each in zip(board.regions, decided, strict=True)}
    spans = {board: {region: tuple(s.span for s in f) for region, f in by.items()} for board, by in found.items()}
    scores = {board: {region: tuple(s.score for s in f) for region, f in by.items()} for board, by in found.items()}
    return Predictions("the model", with_threshold(predictor.info, threshold), spans, scores)


def compare(gold: Sequence[Board], predictions: Predictions, *, matching: str = "paper") -> Evaluation:
    """Score predictions that were made elsewhere; they must fit the gold boards word for word."""
    way = MATCHINGS[matching]
    regions = []
    for board in gold:
        for region in board.regions:
            if region.sentences is None:
                raise InputError(
                    f"board {shorten(board.id)}, region {shorten(region.id)}: no sentences; evaluation needs labels"
                )
            predicted = _predicted(board, region, predictions)
            result = score_region(region.sentences, predicted, way)
            scores = predictions.scores.get(board.id, {}).get(region.id, ())
            regions.append(EvaluatedRegion(board.id, region, region.sentences, predicted, result, scores))
    return Evaluation(signature(predictions.model, way), tuple(regions))


def signature(model: ModelInfo, matching: Matching) -> str:
    """Everything that a score depends on, in one line."""
    parts = {
        "scheme": model.scheme,
        "layout": model.layout,
        "matching": matching.name,
        "model": model.name,
        "version": model.version,
        "inkslate": __version__,
    }
    if model.sha256:
        parts["sha256"] = model.sha256[:12]
    if model.thresholds:
        parts["thresholds"] = ",".join(f"{name}={value}" for name, value in model.thresholds)
    if model.runtime:
        package, version = model.runtime
        parts[package] = version
    return "|".join(f"{name}:{value}" for name, value in parts.items())


def _predicted(board: Board, region: Region, predictions: Predictions) -> tuple[Span, ...]:
    where = f"{predictions.name}: board {shorten(board.id)}, region {shorten(region.id)}"
    try:
        spans = predictions.spans[board.id][region.id]
    except KeyError:
        raise InputError(f"{where} is missing; extract the same boards that are evaluated") from None
    for problem in partition_problems(spans, len(region.word_texts)):
        raise InputError(f"{where}: {problem}; extract the same boards that are evaluated")
    return spans


def _region_json(region: EvaluatedRegion) -> dict[str, Any]:
    counts = region.result.counts
    return {
        "board": region.board,
        "region": region.region.id,
        "tp": counts.tp,
        "fp": counts.fp,
        "tn": counts.tn,
        "fn": counts.fn,
        "B": region.result.B,
        "B_tp": region.result.B_tp,
    }
