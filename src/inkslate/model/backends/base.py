"""What a backend is given and gives, and what all backends share."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inkslate.errors import ModelError

Logits = npt.NDArray[np.float32]
# The outputs of a network: a row of labels for each token or kept token, and the vectors that the head makes them from.
LOGITS, VECTORS = "logits", "vectors"


class ModelInput(NamedTuple):
    """One window: token ids, the feature number of each token's word, and for word layers the kept positions."""

    ids: Sequence[int]
    features: Sequence[int]
    kept: Sequence[int] = ()


class Backend(Protocol):
    """Runs the network of a model on one window of tokens at a time; may be called from several threads."""

    def run(self, window: ModelInput) -> Logits:
        """Logits of one window: a row a token, or a kept token with word layers; a single row from a classifier."""
        ...


def default_threads() -> int:
    """All cores up to two, then half of them, at most four: more threads gain little."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if cores <= 2 else min(4, max(2, cores // 2))


def check_finite(logits: Logits, *, name: str) -> Logits:
    """The logits if all are finite, else a ModelError that names the model's file."""
    if not np.isfinite(logits).all():
        raise ModelError(f"{name}: gave numbers that are not finite; the weights are damaged or overflow")
    return logits
