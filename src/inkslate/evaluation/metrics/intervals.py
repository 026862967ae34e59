"""Bootstrap intervals over documents, from the sums of each document."""

from __future__ import annotations

from collections.abc import Sequence

from inkslate.evaluation.columns import SCORES
from inkslate.evaluation.metrics.scoring import Counts, derive

Interval = tuple[float, float]

# The middle 95 % of the samples.
_PERCENTILES = (2.5, 97.5)


def bootstrap(documents: Sequence[Counts], *, samples: int = 1000, seed: int = 0) -> dict[str, Interval | None]:
    """The 95 % interval of each score, from samples of the documents with replacement; None where undefined."""
    import numpy as np

    if not documents:
        return dict.fromkeys(SCORES)
    table = np.array(documents, dtype=float)
    draws = np.random.default_rng(seed).multinomial(
        len(documents), np.full(len(documents), 1 / len(documents)), size=samples
    )
    scores = [derive(Counts(*row)) for row in (draws @ table).tolist()]
    intervals: dict[str, Interval | None] = {}
    for name, column in SCORES.items():
        values = [value for value in map(column.value, scores) if value is not None]
        if values:
            low, high = np.percentile(values, _PERCENTILES).tolist()
            intervals[name] = low, high
        else:
            intervals[name] = None
    return intervals
