"""A model with an adapter on top: the network of its base, and a small table learned from one person's boards.

The table has a row for each number of a word's vector and one for the bias. Its first columns are the head of the base,
the last two what is added for this person: to the logit of a task where a sentence begins, and to the logit of a
beginning. What a word begins depends on the last column alone, so that learning about tasks moves no boundary. Habits,
where there are some, are added to the logit of a task too.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from inkslate.errors import ModelError
from inkslate.model.backends.base import Backend, Logits, ModelInput
from inkslate.model.backends.habits import HABITS, PersonHabits, read_habits
from inkslate.model.backends.head import Head, read_head
from inkslate.model.bundle import ADAPTER, Bundle

# The labels of NTI, the one scheme with adapters, in the order of their columns; then the two of the person.
_N, _T, _I, _TASK, _BEGIN = range(5)
COLUMNS = 5


@runtime_checkable
class VectorBackend(Backend, Protocol):
    """A backend that gives the vectors of words beside their logits."""

    def vectors(self, window: ModelInput) -> Logits:
        """The vectors of one window: a row for each row of its logits."""
        ...


class AdaptedBackend:
    """Runs the network of the base, and makes logits from its vectors by the adapter's table."""

    def __init__(self, backend: VectorBackend, table: Head, habits: PersonHabits | None = None) -> None:
        self._backend, self._table, self._habits = backend, table, habits

    def run(self, window: ModelInput) -> Logits:
        """Logits of one window."""
        vectors = self._backend.vectors(window)
        for table in (self._table, *([self._habits.kinds] if self._habits else [])):
            if vectors.ndim != 2 or vectors.shape[1] != table.width:
                raise ModelError(
                    f"the base gives vectors of {vectors.shape[-1]} numbers, the adapter needs {table.width}; "
                    "run `inkslate adapt` again"
                )
        columns = self._table.logits(vectors)
        if self._habits is not None:
            columns[:, _TASK] += self._habits.added(vectors)
        return steer(columns)


def steer(columns: Logits) -> Logits:
    """Logits of N, T and I from the columns of the table."""
    columns = columns.astype(np.float64)
    task = columns[:, _T] - columns[:, _N] + columns[:, _TASK]
    begin = np.logaddexp(columns[:, _N], columns[:, _T]) + columns[:, _BEGIN]
    not_task = begin - np.logaddexp(0, task)
    return np.stack([not_task, not_task + task, columns[:, _I]], axis=1).astype(np.float32)


def adapted(bundle: Bundle, backend: Backend) -> AdaptedBackend:
    """The backend of an adapter, from that of its base; a ModelError where the two do not fit."""
    if not isinstance(backend, VectorBackend):
        raise ModelError(f"{bundle.folder}: its base gives no vectors of words; export the base to ONNX")
    habits = read_habits(bundle.path(HABITS)) if HABITS in bundle.manifest.files else None
    return AdaptedBackend(backend, read_head(bundle.path(ADAPTER), labels=COLUMNS), habits)
