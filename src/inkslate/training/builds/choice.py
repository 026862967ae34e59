"""Which of several students becomes the model."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from inkslate.training.builds.settings import StudentShape


class Score(NamedTuple):
    """The points of a student on the dev sets."""

    shape: StudentShape
    seed: int
    points: float


def choose_shape(scores: Sequence[Score], *, within: float) -> StudentShape:
    """The smallest shape whose mean over its seeds is at most `within` points below the best mean."""
    shapes = sorted({score.shape for score in scores}, key=lambda shape: shape.layers)
    means = {shape: fmean(score.points for score in scores if score.shape == shape) for shape in shapes}
    best = max(means.values())
    return next(shape for shape in shapes if means[shape] >= best - within)


def best_seed(scores: Sequence[Score]) -> int:
    """The seed with the best score, the lowest of equal ones. Its scores are partly luck: report the mean of all."""
    return max(scores, key=lambda score: (score.points, -score.seed)).seed
