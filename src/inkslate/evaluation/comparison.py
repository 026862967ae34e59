"""Two predictions for the same boards: which is better, whether that is more than chance, and where they differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from inkslate.errors import InputError
from inkslate.evaluation.columns import SCORES, ScoreColumn
from inkslate.evaluation.evaluation import EvaluatedRegion, Evaluation
from inkslate.evaluation.metrics.intervals import PairedDifference, paired_bootstrap
from inkslate.evaluation.metrics.scoring import Counts, total

DECISIVE = "task_f1"  # the score that the verdict is about
FEWEST = 20  # boards: with fewer, an interval over boards is too narrow


@dataclass(frozen=True, slots=True)
class BoardPair:
    """A board as two models see it."""

    board: str
    first: tuple[EvaluatedRegion, ...]
    second: tuple[EvaluatedRegion, ...]

    @property
    def errors(self) -> tuple[int, int]:
        """How many tasks each of them misses or invents."""
        first, second = (total(region.result.counts for region in side) for side in (self.first, self.second))
        return _errors(first), _errors(second)

    @property
    def words_apart(self) -> int:
        """How many words are in a task for one of them only, or begin a sentence for one of them only."""
        return sum(len(_shape(first) ^ _shape(second)) for first, second in zip(self.first, self.second, strict=True))


@dataclass(frozen=True)
class ModelComparison:
    """Two evaluations on the same gold boards; the second minus the first."""

    first: Evaluation
    second: Evaluation
    samples: int = 10_000

    def __post_init__(self) -> None:
        places = ([(each.board, each.region.id) for each in side.regions] for side in (self.first, self.second))
        if len(set(map(tuple, places))) != 1:
            raise InputError("the two evaluations are of different boards; evaluate both on the same file")

    @cached_property
    def pairs(self) -> tuple[BoardPair, ...]:
        """The boards in the order of the file."""
        sides = zip(_by_board(self.first), _by_board(self.second), strict=True)
        return tuple(BoardPair(board, first, second) for (board, first), (_, second) in sides)

    @cached_property
    def differences(self) -> dict[str, PairedDifference | None]:
        """For each score a 95 % interval over boards of the difference, and how likely chance is."""
        counts = [(_counts(pair.first), _counts(pair.second)) for pair in self.pairs]
        return paired_bootstrap(counts, samples=self.samples)

    @cached_property
    def most_different(self) -> tuple[BoardPair, ...]:
        """The boards on which they differ, those first where one makes many more errors than the other."""
        apart = [pair for pair in self.pairs if pair.words_apart]
        return tuple(sorted(apart, key=lambda pair: (-abs(pair.errors[0] - pair.errors[1]), -pair.words_apart)))

    def difference(self, column: ScoreColumn) -> float | None:
        """How far a score of the second is above that of the first; None where one of them is undefined."""
        first, second = column.value(self.first.scores), column.value(self.second.scores)
        return None if first is None or second is None else second - first

    def to_json(self) -> dict[str, Any]:
        """Plain values: fractions of one, None where undefined."""
        return {
            "a": {"signature": self.first.signature},
            "b": {"signature": self.second.signature},
            "boards": len(self.pairs),
            "boards_that_differ": len(self.most_different),
            "samples": self.samples,
            "scores": {name: self._score_json(name, column) for name, column in SCORES.items()},
            "most_different": [
                {"board": pair.board, "errors": list(pair.errors), "words": pair.words_apart}
                for pair in self.most_different
            ],
        }

    def _score_json(self, name: str, column: ScoreColumn) -> dict[str, Any]:
        found = self.differences[name]
        return {
            "a": column.value(self.first.scores),
            "b": column.value(self.second.scores),
            "difference": self.difference(column),
            "interval": list(found.interval) if found else None,
            "p": found.p if found else None,
            "more_than_chance": found.is_certain if found else None,
        }


def verdict(comparison: ModelComparison) -> str:
    """In one sentence, whether one of the two is better."""
    column, found = SCORES[DECISIVE], comparison.differences[DECISIVE]
    difference = comparison.difference(column)
    if not comparison.most_different:
        return "A and B find the same sentences and tasks."
    if found is None or difference is None:
        return f"{column.title} is undefined: there are no tasks to find."
    low, high = map(column.show_difference, found.interval)
    between = f"95 % interval {low} to {high}, p = {found.p:.2g}"
    size = column.show(abs(difference))
    if not found.is_certain:
        return f"The difference of {size} in {column.title} may be chance ({between})."
    better, worse = ("B", "A") if difference > 0 else ("A", "B")
    return f"{better} is better than {worse} by {size} in {column.title}, which is more than chance ({between})."


def _by_board(evaluation: Evaluation) -> Iterator[tuple[str, tuple[EvaluatedRegion, ...]]]:
    for board, regions in groupby(evaluation.regions, key=lambda region: region.board):
        yield board, tuple(regions)


def _counts(regions: tuple[EvaluatedRegion, ...]) -> Counts:
    return total(region.result.counts for region in regions)


def _errors(counts: Counts) -> int:
    return counts.fp + counts.fn


def _shape(region: EvaluatedRegion) -> set[tuple[int, bool]]:
    """The words in tasks, and the words that begin a sentence."""
    tasks = {(word, True) for span in region.predicted if span.is_task for word in range(span.start, span.end)}
    return tasks | {(span.start, False) for span in region.predicted}
