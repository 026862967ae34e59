"""Backends run a model's network on windows of tokens; nothing else knows how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inkslate.bundle import ENCODER_CONFIG, TOKENIZER, WEIGHTS, Bundle
from inkslate.errors import ModelError
from inkslate.extras import require

Logits = npt.NDArray[np.float32]


class ModelInput(NamedTuple):
    """One window: token ids, and the feature number of each token's word."""

    ids: Sequence[int]
    features: Sequence[int]


class Backend(Protocol):
    def run(self, window: ModelInput) -> Logits:
        """Logits of one window: a row a token, or a single row from a classifier."""
        ...


class TorchBackend:
    """Runs the safetensors weights of a bundle with torch, one window at a time."""

    def __init__(self, bundle: Bundle, *, device: str | None = None) -> None:
        require("train", what="a model in safetensors")
        import torch

        from inkslate.network import load_network

        self._torch: Any = torch
        self._bundle = bundle
        self._device = device or best_device()
        self._network = load_network(bundle).to(self._device)
        self._vocabulary = self._network.embeddings.shape[0]

    def run(self, window: ModelInput) -> Logits:
        torch = self._torch
        if max(window.ids) >= self._vocabulary:
            raise ModelError(
                f"{self._bundle.path(TOKENIZER)}: has more tokens than the model: they are of different models"
            )
        try:
            with torch.inference_mode():
                ids, features = (torch.tensor([row], device=self._device) for row in window)
                output = self._network(ids, torch.ones_like(ids), features)[0]
        except (RuntimeError, TypeError, ValueError, IndexError) as error:
            reason = " ".join(str(error).split())[:200]
            raise ModelError(
                f"{self._bundle.path(ENCODER_CONFIG)}: the model cannot read {len(window.ids)} tokens ({reason})"
            ) from None
        return check_finite(output.float().cpu().numpy(), name=str(self._bundle.path(WEIGHTS)))


def check_finite(logits: Logits, *, name: str) -> Logits:
    """The logits of the model in the file `name`, or a ModelError: what is not a number must not become a label."""
    if not np.isfinite(logits).all():
        raise ModelError(f"{name}: gave numbers that are not finite; the weights are damaged or overflow")
    return logits


def best_device() -> str:
    """A CUDA or Apple GPU where there is one, else the CPU."""
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"
