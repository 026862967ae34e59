"""Bootstrap intervals over documents, from the sums of each document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inkslate.evaluation.columns import SCORES
from inkslate.evaluation.metrics.scoring import Counts, Scores, derive

Interval = tuple[float, float]

# The middle 95 % of the samples.
_PERCENTILES = (2.5, 97.5)
_ZERO = 1e-12  # what rounding leaves of a difference that is none


class PairedDifference(NamedTuple):
    """How far a score of a second model is above that of a first: a 95 % interval, and how likely chance is.

    `p` is twice the share of samples in which the difference is zero or has the other sign, at most 1.
    """

    interval: Interval
    p: float

    @property
    def is_certain(self) -> bool:
        """Whether the interval leaves out zero: the difference is more than chance."""
        return not self.interval[0] <= 0 <= self.interval[1]


def paired_bootstrap(
    documents: Sequence[tuple[Counts, Counts]], *, samples: int = 10_000, seed: int = 0
) -> dict[str, PairedDifference | None]:
    """The difference of each score, second minus first, over samples of the documents; None where undefined.

    Both models are scored on the same sample, so that boards which are hard for both do not count as chance.
    """
    import numpy as np

    if not documents:
        return dict.fromkeys(SCORES)
    firsts, seconds = (_resampled([pair[side] for pair in documents], samples=samples, seed=seed) for side in (0, 1))
    found: dict[str, PairedDifference | None] = {}
    for name, column in SCORES.items():
        pairs = ((column.value(first), column.value(second)) for first, second in zip(firsts, seconds, strict=True))
        values = np.array([b - a for a, b in pairs if a is not None and b is not None])
        if not len(values):
            found[name] = None
            continue
        low, high = np.percentile(values, _PERCENTILES).tolist()
        below, above = int((values <= _ZERO).sum()), int((values >= -_ZERO).sum())
        found[name] = PairedDifference((low, high), min(1.0, 2 * (min(below, above) + 1) / (len(values) + 1)))
    return found


def bootstrap(documents: Sequence[Counts], *, samples: int = 1000, seed: int = 0) -> dict[str, Interval | None]:
    """The 95 % interval of each score, from samples of the documents with replacement; None where undefined."""
    import numpy as np

    if not documents:
        return dict.fromkeys(SCORES)
    scores = _resampled(documents, samples=samples, seed=seed)
    intervals: dict[str, Interval | None] = {}
    for name, column in SCORES.items():
        values = [value for value in map(column.value, scores) if value is not None]
        if values:
            low, high = np.percentile(values, _PERCENTILES).tolist()
            intervals[name] = low, high
        else:
            intervals[name] = None
    return intervals


def _resampled(documents: Sequence[Counts], *, samples: int, seed: int) -> list[Scores]:
    """The scores of samples of the documents with replacement; equal seeds draw the same documents."""
    import numpy as np

    table = np.array(documents, dtype=float)
    draws = np.random.default_rng(seed).multinomial(
        len(documents), np.full(len(documents), 1 / len(documents)), size=samples
    )
    return [derive(Counts(*row)) for row in (draws @ table).tolist()]
