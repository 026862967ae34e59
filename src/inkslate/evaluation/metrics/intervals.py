"""Bootstrap intervals over documents, from sums that are already there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from inkslate.evaluation.metrics.scoring import Counts, Scores, derive

Interval = tuple[float, float]

COLUMNS: Mapping[str, Callable[[Scores], float | None]] = MappingProxyType(
    {
        "task_recall": lambda s: s.task.recall,
        "task_precision": lambda s: s.task.precision,
        "task_f1": lambda s: s.task.f1,
        "context_task_recall": lambda s: s.context_task_recall,
        "non_task_recall": lambda s: s.non_task.recall,
        "non_task_precision": lambda s: s.non_task.precision,
        "non_task_f1": lambda s: s.non_task.f1,
        "context_non_task_recall": lambda s: s.context_non_task_recall,
        "accuracy": lambda s: s.accuracy,
        "B_tp": lambda s: s.B_tp,
        "B": lambda s: s.B,
    }
)


def bootstrap(documents: Sequence[Counts], *, samples: int = 1000, seed: int = 0) -> dict[str, Interval | None]:
    """The middle 95 % of each column over documents drawn with replacement; None where undefined."""
    import numpy as np

    if not documents:
        return dict.fromkeys(COLUMNS)
    table = np.array(documents, dtype=float)
    draws = np.random.default_rng(seed).multinomial(
        len(documents), np.full(len(documents), 1 / len(documents)), size=samples
    )
    scores = [derive(Counts(*row)) for row in (draws @ table).tolist()]
    intervals: dict[str, Interval | None] = {}
    for name, column in COLUMNS.items():
        values = [value for value in map(column, scores) if value is not None]
        low, high = np.percentile(values, [2.5, 97.5]).tolist() if values else (0.0, 0.0)
        intervals[name] = (low, high) if values else None
    return intervals
