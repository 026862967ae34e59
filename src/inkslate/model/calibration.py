"""Calibrated scores: of sentences scored 0.8, four in five should be tasks.

Platt scaling changes a model's probability by two numbers that are fitted on labelled boards. Above which score a
sentence is a task is the model's to say, unless the caller has a threshold.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inkslate.errors import InputError
from inkslate.extraction import FoundSentence, ModelInfo

_TASK = "task"  # the name of its threshold
_ROUNDS = 50
_PULL = 1e-3
_SMALLEST = 1e-12


@dataclass(frozen=True, slots=True)
class Calibration:
    """The probability p becomes sigmoid(scale * logit(p) + shift)."""

    scale: float = 1.0
    shift: float = 0.0

    def apply(self, probability: float) -> float:
        """The calibrated probability."""
        if self.scale == 1.0 and self.shift == 0.0:
            return probability
        return _sigmoid(self.scale * _logit(probability) + self.shift)

    def to_json(self) -> dict[str, float]:
        """The two numbers by name."""
        return {"scale": self.scale, "shift": self.shift}

    @classmethod
    def from_json(cls, value: Mapping[str, float]) -> Calibration:
        """What `to_json` gave; the identity where there is nothing."""
        return cls(value["scale"], value["shift"]) if value else cls()


def fit_calibration(probabilities: Sequence[float], outcomes: Sequence[bool]) -> Calibration:
    """The two numbers of least log loss, with Platt's targets; the identity where there is nothing to learn.

    Platt's targets keep a few examples from giving a probability of 0 or 1.
    """
    positives = sum(outcomes)
    negatives = len(outcomes) - positives
    if not positives or not negatives:
        return Calibration()
    targets = [(positives + 1) / (positives + 2) if outcome else 1 / (negatives + 2) for outcome in outcomes]
    logits = [_logit(probability) for probability in probabilities]
    scale, shift = _least_loss(logits, targets, bends=True)
    if scale <= 0:
        # Scores that are all equal, or rank the wrong way, keep their order: only the shift is fitted.
        scale, shift = _least_loss(logits, targets, bends=False)
    return Calibration(scale, shift)


def _least_loss(logits: Sequence[float], targets: Sequence[float], *, bends: bool) -> tuple[float, float]:
    """Newton's method from the identity; without `bends` the scale stays 1."""
    scale, shift = 1.0, 0.0
    loss = _loss(logits, targets, scale, shift)
    for _ in range(_ROUNDS):
        by_scale, by_shift = _newton_step(logits, targets, scale, shift)
        if not bends:
            by_scale, by_shift = 0.0, _shift_step(logits, targets, shift)
        # Half steps until the loss falls: plain Newton diverges where the classes are separable.
        size = 1.0
        while size > 1e-6:
            new = _loss(logits, targets, scale - size * by_scale, shift - size * by_shift)
            if new < loss:
                break
            size /= 2
        else:
            break
        scale, shift, loss, gained = scale - size * by_scale, shift - size * by_shift, new, loss - new
        if gained < 1e-9 * (1 + loss):
            break
    return scale, shift


def expected_error(probabilities: Sequence[float], outcomes: Sequence[bool], *, bins: int = 10) -> float | None:
    """Expected calibration error: mean distance of score and share of tasks over bins of equal width."""
    if not outcomes:
        return None
    sums = [[0.0, 0, 0] for _ in range(bins)]
    for probability, outcome in zip(probabilities, outcomes, strict=True):
        row = sums[min(bins - 1, int(probability * bins))]
        row[0] += probability
        row[1] += outcome
        row[2] += 1
    return sum(abs(total - tasks) for total, tasks, _ in sums) / len(outcomes)


def check_threshold(threshold: float | None) -> None:
    """InputError where it is not a number from 0 to 1."""
    is_number = isinstance(threshold, int | float) and not isinstance(threshold, bool)
    if threshold is not None and not (is_number and 0 <= threshold <= 1):
        raise InputError(f"threshold is {threshold!r}; it is a number from 0 (all are tasks) to 1 (none is)")


def apply_threshold(sentences: tuple[FoundSentence, ...], threshold: float | None) -> tuple[FoundSentence, ...]:
    """The sentences, tasks where their score is above the threshold; None leaves the model's decision.

    What the note states stays: a line with an open box is a task, and one with a ticked box has the score 0.
    """
    if threshold is None:
        return sentences
    return tuple(_decided(sentence, threshold) for sentence in sentences)


def with_threshold(model: ModelInfo, threshold: float | None) -> ModelInfo:
    """The model as signatures name it when the threshold of a task is another than its own."""
    if threshold is None:
        return model
    return replace(model, thresholds=tuple({**dict(model.thresholds), _TASK: float(threshold)}.items()))


def _decided(sentence: FoundSentence, threshold: float) -> FoundSentence:
    if sentence.stated is not None:
        return sentence
    if sentence.score is None:
        raise InputError("this model gives no scores, so it has no threshold; leave it out, or choose another model")
    is_task = sentence.score > threshold
    return sentence if is_task == sentence.is_task else replace(sentence, is_task=is_task)


def _newton_step(logits: Sequence[float], targets: Sequence[float], scale: float, shift: float) -> tuple[float, float]:
    # A weak pull towards the identity keeps the matrix of second derivatives invertible.
    by_scale, by_shift = _PULL * (scale - 1), _PULL * shift
    a, b, c = _PULL, 0.0, _PULL
    for logit, target in zip(logits, targets, strict=True):
        value = _sigmoid(scale * logit + shift)
        error, weight = value - target, value * (1 - value)
        by_scale += error * logit
        by_shift += error
        a += weight * logit * logit
        b += weight * logit
        c += weight
    determinant = a * c - b * b
    return (c * by_scale - b * by_shift) / determinant, (a * by_shift - b * by_scale) / determinant


def _shift_step(logits: Sequence[float], targets: Sequence[float], shift: float) -> float:
    slope, curve = _PULL * shift, _PULL
    for logit, target in zip(logits, targets, strict=True):
        value = _sigmoid(logit + shift)
        slope += value - target
        curve += value * (1 - value)
    return slope / curve


def _loss(logits: Sequence[float], targets: Sequence[float], scale: float, shift: float) -> float:
    total = _PULL * ((scale - 1) ** 2 + shift**2) / 2
    for logit, target in zip(logits, targets, strict=True):
        value = scale * logit + shift
        # log(1 + exp(value)) - target * value, without overflow
        total += max(value, 0.0) + math.log1p(math.exp(-abs(value))) - target * value
    return total


def _logit(probability: float) -> float:
    bounded = min(max(probability, _SMALLEST), 1 - _SMALLEST)
    return math.log(bounded / (1 - bounded))


def _sigmoid(value: float) -> float:
    if value >= 0:
        return 1 / (1 + math.exp(-value))
    power = math.exp(value)
    return power / (1 + power)
