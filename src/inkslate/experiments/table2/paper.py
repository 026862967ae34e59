"""Table 2 as the SLATE paper prints it: its rows, its columns and its figures."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LATENCY = "latency"
BASELINE = "baseline"
TITLES: Mapping[str, str] = MappingProxyType(
    {
        "nti-both": "SLATE-NTI with layout",
        "bio-both": "SLATE-BIO with layout",
        "nti-none": "SLATE-NTI",
        "bio-none": "SLATE-BIO",
        BASELINE: "baseline (two models)",
        "rules": "rules (no model)",
    }
)
# The paper's columns in its order: scores in per cent, then milliseconds, which it gives once for both schemes.
_COLUMNS = (
    "task_recall",
    "task_precision",
    "task_f1",
    "context_task_recall",
    "non_task_recall",
    "non_task_precision",
    "non_task_f1",
    "context_non_task_recall",
    "accuracy",
    "B_tp",
    "B",
    LATENCY,
)
_FIGURES: Mapping[str, tuple[float | None, ...]] = MappingProxyType(
    {
        "nti-both": (87.4, 81.7, 84.4, 69.6, 89.3, 92.9, 91.1, 60.9, 88.7, 89.1, 88.4, 34.2),
        "bio-both": (88.9, 80.4, 84.4, 75.6, 88.3, 93.6, 90.8, 64.0, 88.5, 86.6, None, 34.2),
        "nti-none": (90.2, 81.2, 85.5, 78.1, 88.6, 94.4, 91.4, 59.1, 89.2, 84.3, 83.4, 26.5),
        "bio-none": (87.4, 83.2, 85.3, 70.4, 90.4, 93.0, 91.7, 63.7, 89.4, 83.0, None, 26.5),
        BASELINE: (83.1, 81.5, 82.3, 43.0, 89.8, 90.1, 90.2, 57.8, 87.4, 85.5, 85.3, 90.6),
    }
)
# By row and column; a score that the paper does not print is not in it.
PRINTED: Mapping[str, Mapping[str, float | None]] = MappingProxyType(
    {row: MappingProxyType(dict(zip(_COLUMNS, figures, strict=True))) for row, figures in _FIGURES.items()}
)
# BIO does not label the boundaries between non-tasks, so its B is not defined.
UNDEFINED = frozenset({("bio-both", "B"), ("bio-none", "B")})
# Each pair reads the same input: with layout, without.
LAYOUT_PAIRS = (("nti-both", "bio-both"), ("nti-none", "bio-none"))
SLATE_ROWS = tuple(row for pair in LAYOUT_PAIRS for row in pair)
