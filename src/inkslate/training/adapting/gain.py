"""What learning from boards gains on boards that it did not see: each is left out in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from inkslate.training.adapting.evidence import Evidence, Numbers
from inkslate.training.adapting.logistic import fit, leave_out, log_loss

FEW_BOARDS = 10
# The bias is one number, so a few sentences may move it; the weights are hundreds.
_BIAS_PULL = 3.0
_SMALLEST = 1e-9


# Sentences of one board resemble each other: n of them count as n / (1 + 0.3 * (n - 1)), at most three and a bit.
_ALIKE = 0.3
# The smallest step towards what was learned is taken that keeps this share of its gain.
_KEPT = 0.95
_STEPS = tuple(np.arange(3, 21) / 20)


@dataclass(frozen=True, slots=True)
class Bounds:
    """When a gain counts: points of F1, its standard errors, the log loss as a share of that before, and its fall.

    The fall of the log loss is in standard errors over boards.
    """

    points: float
    errors: float
    loss: float
    fall: float = 0.0


# Weights for every number of a vector fit to anything, so they need clear evidence. Chosen with benchmarks/adapting.py:
# weaker bounds write more adapters that lose, stronger ones few that gain.
WORD_BOUNDS = Bounds(0.5, 1.4, 0.97)


# Habits are four numbers: the log loss must fall on most boards, and more clearly on fewer than 20 boards. Gains below
# three points were often losses on other boards. Chosen on groups that benchmarks/adapting.py does not report.
_HABIT_BOUNDS_FEW = Bounds(points=3.0, errors=1.0, loss=1.0, fall=2.5)
_HABIT_BOUNDS = Bounds(points=3.0, errors=1.0, loss=1.0, fall=1.5)


def habit_bounds(boards: int) -> Bounds:
    """The bounds for habits that were learned from so many boards."""
    return _HABIT_BOUNDS_FEW if boards < 2 * FEW_BOARDS else _HABIT_BOUNDS


@dataclass(frozen=True, slots=True)
class Gain:
    """F1 in points of decisions on boards left out, before and after; `error` is the standard error of the gain."""

    before: float
    after: float
    error: float
    loss: float  # the log loss after, as a share of that before
    fall: float = 0.0  # of the log loss, in its standard errors over boards
    bounds: Bounds = WORD_BOUNDS
    fixed: int = 0  # answers that were wrong and are right
    broken: int = 0  # answers that were right and are wrong

    @property
    def points(self) -> float:
        """The gain in points of F1."""
        return self.after - self.before

    @property
    def is_clear(self) -> bool:
        """Whether it is worth to use what was learned."""
        bounds = self.bounds
        is_large = self.points >= bounds.points and self.points > bounds.errors * self.error
        return is_large and self.loss < bounds.loss and self.fall >= bounds.fall

    def boards_wanted(self, boards: int) -> int | None:
        """How many boards would make a gain of this size clear, by its error; None where it is too small for that."""
        if self.points < self.bounds.points or (self.bounds.fall and self.fall <= 0):
            return None
        needed = self.bounds.errors * self.error / self.points
        if self.bounds.fall:
            needed = max(needed, self.bounds.fall / self.fall)
        return int(np.ceil(boards * max(1.0, needed**2)))


@dataclass(frozen=True, slots=True)
class Learned:
    """Weights to add, the pull that they were learned with, and what they gain.

    They belong to kinds of sentences, or to the numbers of a vector, with the bias last.
    """

    weights: Numbers
    pull: float
    gain: Gain
    of_kinds: bool = False


def learn(evidence: Evidence, boards: int, pulls: Sequence[float]) -> Learned:
    """The weights with the pull of the least log loss on boards left out; with few boards only the strong pulls."""
    width, counts = evidence.vectors.shape[1], np.ones(len(evidence))
    allowed = pulls if boards >= FEW_BOARDS else pulls[1:]
    tried = {pull: np.r_[np.full(width - 1, pull), _BIAS_PULL] for pull in allowed}
    pull, weights, logits = _best(evidence, tried, counts)
    return Learned(weights, pull, _gain(evidence, boards, logits, counts))


def learn_habits(evidence: Evidence, boards: int, pulls: Sequence[float]) -> Learned:
    """The same from evidence whose columns are the chances of kinds: no bias, and no larger a step than needed."""
    counts = _one_by_one(evidence, boards)
    pull, weights, logits = _best(evidence, {pull: np.array(pull) for pull in pulls}, counts)
    step = _least_step(evidence, boards, logits)
    gain = _gain(evidence, boards, _towards(evidence, logits, step), counts)
    return Learned(step * weights, pull, replace(gain, bounds=habit_bounds(boards)), of_kinds=True)


def _one_by_one(evidence: Evidence, boards: int) -> Numbers:
    """How much each row counts beside the others of its board."""
    sentences = np.bincount(evidence.boards[evidence.open], minlength=boards)
    result: Numbers = 1 / (1 + _ALIKE * np.maximum(0, sentences - 1))[evidence.boards]
    return result


def _best(evidence: Evidence, pulls: Mapping[float, Numbers], counts: Numbers) -> tuple[float, Numbers, Numbers]:
    """The pull of the least log loss, its weights, and the logits on boards left out."""
    tried: list[tuple[float, float, Numbers, Numbers]] = []
    for pull, each in pulls.items():
        weights = fit(evidence, each, counts)
        logits = leave_out(evidence, weights, each, counts)
        tried.append((float(_losses(evidence, logits, counts).sum()), pull, weights, logits))
    return min(tried, key=lambda each: each[:2])[1:]


def _least_step(evidence: Evidence, boards: int, logits: Numbers) -> float:
    """The smallest share of what was learned that gains nearly as much as the best one, on boards left out.

    A longer step turns decisions that nobody corrected: of sentences about which the model is surer.
    """
    before = _f1(_counts(evidence, boards, evidence.logits).sum(0))
    gains = [_f1(_counts(evidence, boards, _towards(evidence, logits, step)).sum(0)) - before for step in _STEPS]
    enough = (step for step, gain in zip(_STEPS, gains, strict=True) if gain >= _KEPT * max(gains))
    return next(enough, 1.0)  # where every step loses, none is small enough


def _towards(evidence: Evidence, logits: Numbers, step: float) -> Numbers:
    return evidence.logits + step * (logits - evidence.logits)


def _losses(evidence: Evidence, logits: Numbers, counts: Numbers) -> Numbers:
    """The log loss of each row that the model decides."""
    rows = evidence.open
    result: Numbers = counts[rows] * log_loss(logits[rows], evidence.truth[rows].astype(np.float64))
    return result


def _gain(evidence: Evidence, boards: int, logits: Numbers, counts: Numbers) -> Gain:
    before = _counts(evidence, boards, evidence.logits)
    after = _counts(evidence, boards, logits)
    # The jackknife: how much the gain depends on single boards.
    gains = np.array([_f1(after.sum(0) - a) - _f1(before.sum(0) - b) for a, b in zip(after, before, strict=True)])
    error = float(np.sqrt((boards - 1) / boards * ((gains - gains.mean()) ** 2).sum()))
    shipped, learned = (_losses(evidence, each, counts) for each in (evidence.logits, logits))
    falls = np.bincount(evidence.boards[evidence.open], shipped - learned, minlength=boards)
    was, now = (evidence.answers(each) == evidence.truth for each in (evidence.logits, logits))
    return Gain(
        _f1(before.sum(0)),
        _f1(after.sum(0)),
        error,
        float(learned.sum() / shipped.sum()) if shipped.sum() else 1.0,
        float(falls.sum() / max(_SMALLEST, np.sqrt(boards) * falls.std(ddof=1))),
        fixed=int((now & ~was).sum()),
        broken=int((was & ~now).sum()),
    )


def _counts(evidence: Evidence, boards: int, logits: Numbers) -> npt.NDArray[np.int64]:
    """Right and wrong answers, one row a board: found, invented, missed."""
    answers, truth = evidence.answers(logits), evidence.truth
    kinds = (answers & truth, answers & ~truth, ~answers & truth)
    return np.stack([np.bincount(evidence.boards[kind], minlength=boards) for kind in kinds], axis=1)


def _f1(counts: npt.NDArray[np.int64]) -> float:
    return f1_points(*map(int, counts))


def f1_points(found: int, invented: int, missed: int) -> float:
    """F1 in points."""
    return 200 * found / max(1, 2 * found + invented + missed)
