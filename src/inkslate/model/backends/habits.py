"""Kinds of sentences that people differ about, and the habits of one person: how much each kind is a task for them.

A model may come with `kinds.npy`: for every kind a linear map from the vector of a word to the chance that its sentence
is of that kind. An adapter may have `habits.npy`: the same table and below it, as a last row, what each kind adds to
the logit of a task. Both are tables of float32, so they are checked like a head and cannot hold code.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from inkslate.errors import ModelError
from inkslate.model.backends.head import Head, read_head

KINDS, HABITS = "kinds.npy", "habits.npy"
KIND_NAMES = ("task due to context", "non-task due to context", "waiting", "conditional")
_LARGEST = 1e6  # learned numbers are below 100; far larger ones would overflow
_STEEPEST = 60.0  # beyond it a chance is 0 or 1 in float64, and its power would overflow


@dataclass(frozen=True, slots=True, eq=False)
class PersonHabits:
    """The table of the kinds, and what each of them adds to the logit of a task."""

    kinds: Head
    amounts: npt.NDArray[np.float64]

    def added(self, vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """What is added to the logit of a task, for each vector."""
        result: npt.NDArray[np.float64] = kind_chances(self.kinds, vectors) @ self.amounts
        return result

    def to_bytes(self) -> bytes:
        """The content of its file."""
        return Head(np.vstack([self.kinds.matrix, self.amounts]).astype(np.float32)).to_bytes()


def kind_chances(kinds: Head, vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The chance of every kind: a row for each vector."""
    logits = kinds.logits(vectors).astype(np.float64)
    result: npt.NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(logits, -_STEEPEST, _STEEPEST)))
    return result


def read_kinds(path: Path) -> Head:
    """The kinds of a model; a ModelError where the file is not such a table."""
    return read_head(path, labels=len(KIND_NAMES))


def read_habits(path: Path) -> PersonHabits:
    """The habits of an adapter; a ModelError where the file is not such a table."""
    table = read_head(path, labels=len(KIND_NAMES)).matrix
    if np.abs(table).max() > _LARGEST:
        raise ModelError(f"{path}: has numbers that no habit has; get the model again")
    if len(table) < 3:
        raise ModelError(f"{path}: has {len(table)} rows, too few for kinds and what they add; get the model again")
    return PersonHabits(Head(table[:-1]), table[-1].astype(np.float64))
