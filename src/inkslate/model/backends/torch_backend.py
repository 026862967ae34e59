"""Weights in safetensors on torch."""

from __future__ import annotations

from typing import Any

from inkslate.dependencies import require
from inkslate.errors import ModelError
from inkslate.messages import counted
from inkslate.model.backends.base import Logits, ModelInput, check_finite
from inkslate.model.bundle import ENCODER_CONFIG, TOKENIZER, WEIGHTS, Bundle


class TorchBackend:
    """Runs the safetensors weights of a bundle with torch, one window at a time."""

    def __init__(self, bundle: Bundle, *, device: str | None = None) -> None:
        require("train", what="a model in safetensors")
        import torch

        from inkslate.model.network import load_network

        self._torch: Any = torch
        self._bundle = bundle
        self._device = device or best_device()
        self._network = load_network(bundle).to(self._device)
        self._vocabulary = self._network.embeddings.shape[0]

    def run(self, window: ModelInput) -> Logits:
        """Logits of one window."""
        torch = self._torch
        if max(window.ids) >= self._vocabulary:
            raise ModelError(
                f"{self._bundle.path(TOKENIZER)}: has more tokens than the model; they belong to different models"
            )
        try:
            with torch.inference_mode():
                ids, features, kept = (torch.tensor([row], device=self._device) for row in window)
                output = self._network(ids, torch.ones_like(ids), features, kept)[0]
        except (RuntimeError, TypeError, ValueError, IndexError) as error:
            reason = " ".join(str(error).split())[:200]
            raise ModelError(
                f"{self._bundle.path(ENCODER_CONFIG)}: the model cannot read {counted(len(window.ids), 'token')} "
                f"({reason})"
            ) from None
        return check_finite(output.float().cpu().numpy(), name=str(self._bundle.path(WEIGHTS)))


def load(bundle: Bundle, *, threads: int | None, device: str | None) -> TorchBackend:  # noqa: ARG001  torch has its own
    """The backend for the bundle's safetensors, on that device or the best there is."""
    return TorchBackend(bundle, device=device)


def best_device() -> str:
    """A CUDA or Apple GPU if there is one, else the CPU."""
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"
