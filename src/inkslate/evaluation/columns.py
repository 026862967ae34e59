"""The scores of an evaluation, in one table: name, title, where it comes from, how it is printed.

A new score is one entry in SCORES, and a module under `metrics` that computes it. `evaluate` (text and `--json`), the
intervals, the error page, the model card and Table 2 take their columns from here. Scores of one group stand next to
each other. A score that needs a new sum over regions also adds that sum to `Counts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from inkslate.evaluation.metrics.scoring import Scores

# The counts that are printed, in this order; all other sums only serve the scores.
COUNTS = ("tp", "fp", "tn", "fn", "unmatched")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading, in a group with others or alone, and how a value is printed."""

    group: str
    head: str
    scale: float = 100.0
    digits: int = 1

    @property
    def title(self) -> str:
        """Group and heading in one."""
        return f"{self.group} {self.head}".strip()

    def show(self, value: float) -> str:
        """A value as it is printed."""
        return f"{self.scale * value:.{self.digits}f}"

    def show_difference(self, value: float) -> str:
        """A difference of two values, with its sign; zero has none."""
        text = f"{self.scale * value:+.{self.digits}f}"
        return text.replace("-", "−") if float(text) else text[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreColumn(Column):
    """A column of an evaluation. `path` leads to its value in `evaluate --json`."""

    path: tuple[str, ...]
    value: Callable[[Scores], float | None]
    long_head: str = ""  # where there is room for more words
    on_card: bool = True

    @property
    def long_title(self) -> str:
        """Group and long heading in one."""
        return f"{self.group} {self.long_head or self.head}".strip()

    def show_or_undefined(self, value: float | None) -> str:
        """A value as it is printed; undefined is printed as such, never as 0."""
        return "undefined" if value is None else self.show(value)

    def read(self, evaluation: Mapping[str, Any], *, required: bool = True) -> float | None:
        """The value in what `Evaluation.to_json` gave; where it is not there, KeyError, or None if not required."""
        value: Any = evaluation
        for name in self.path:
            if not required and name not in value:
                return None
            value = value[name]
        found: float | None = value
        return found

    def write(self, evaluation: dict[str, Any], scores: Scores) -> None:
        """Put the value where `read` looks for it."""
        *outer, last = self.path
        for name in outer:
            evaluation = evaluation.setdefault(name, {})
        evaluation[last] = self.value(scores)


def percent(value: float | None) -> str:
    """A fraction in per cent with one digit; undefined stays undefined."""
    return "undefined" if value is None else f"{100 * value:.1f}"


_BY_CONTEXT = "recall, due to context"

SCORES: Mapping[str, ScoreColumn] = MappingProxyType(
    {
        "task_recall": ScoreColumn(
            "task", "recall", path=("task", "recall"), value=lambda scores: scores.task.recall, on_card=False
        ),
        "task_precision": ScoreColumn(
            "task", "precision", path=("task", "precision"), value=lambda scores: scores.task.precision, on_card=False
        ),
        "task_f1": ScoreColumn("task", "F1", path=("task", "f1"), value=lambda scores: scores.task.f1),
        "context_task_recall": ScoreColumn(
            "task",
            "context recall",
            path=("context", "task_recall"),
            value=lambda scores: scores.context_task_recall,
            long_head=_BY_CONTEXT,
            on_card=False,
        ),
        "non_task_recall": ScoreColumn(
            "non-task",
            "recall",
            path=("non_task", "recall"),
            value=lambda scores: scores.non_task.recall,
            on_card=False,
        ),
        "non_task_precision": ScoreColumn(
            "non-task",
            "precision",
            path=("non_task", "precision"),
            value=lambda scores: scores.non_task.precision,
            on_card=False,
        ),
        "non_task_f1": ScoreColumn("non-task", "F1", path=("non_task", "f1"), value=lambda scores: scores.non_task.f1),
        "context_non_task_recall": ScoreColumn(
            "non-task",
            "context recall",
            path=("context", "non_task_recall"),
            value=lambda scores: scores.context_non_task_recall,
            long_head=_BY_CONTEXT,
            on_card=False,
        ),
        "accuracy": ScoreColumn("", "accuracy", path=("accuracy",), value=lambda scores: scores.accuracy),
        "B_tp": ScoreColumn("", "B_tp", path=("B_tp",), value=lambda scores: scores.B_tp),
        "B": ScoreColumn("", "B", path=("B",), value=lambda scores: scores.B),
    }
)
