"""Backends run a model's network on windows of tokens; nothing else knows how."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from inkslate.dependencies import require
from inkslate.errors import ModelError
from inkslate.messages import counted
from inkslate.model.bundle import CLASSIFIER, ENCODER_CONFIG, ONNX, TOKENIZER, WEIGHTS, Bundle

# On a CPU the fused form of residual and norm takes several times as long as its parts.
_SLOWER = ["SkipLayerNormFusion"]
Logits = npt.NDArray[np.float32]


class ModelInput(NamedTuple):
    """One window: token ids, the feature number of each token's word, and for word layers the kept positions."""

    ids: Sequence[int]
    features: Sequence[int]
    kept: Sequence[int] = ()


class _End(NamedTuple):
    """What is declared of an input or output of a graph; a dimension that varies has a name, or none."""

    name: str
    type: str
    shape: tuple[int | str | None, ...]


class Backend(Protocol):
    def run(self, window: ModelInput) -> Logits:
        """Logits of one window: a row a token, or a kept token with word layers; a single row from a classifier."""
        ...


class OnnxBackend:
    """Runs the ONNX file of a bundle, one window at a time, and may be called from several threads.

    One window a run, so that neither padding nor a neighbour's activations reach into a window's numbers.
    """

    def __init__(self, bundle: Bundle, *, threads: int) -> None:
        self._path = bundle.path(ONNX)
        self._session = _session(self._path, threads)
        inputs = _ends(self._path, self._session.get_inputs())
        outputs = _ends(self._path, self._session.get_outputs())
        self._features, self._words = bundle.manifest.features, bundle.manifest.word_layers > 0
        expected = ["features"] * self._features + ["ids"] + ["kept"] * self._words
        if sorted(item.name for item in inputs) != expected or [item.name for item in outputs] != ["logits"]:
            raise ModelError(
                f"{self._path}: takes {_names(inputs)} and gives {_names(outputs)}; "
                f"it should take {' and '.join(expected)} and give logits"
            )
        if any(item.type != "tensor(int64)" or len(item.shape) != 2 for item in inputs):
            raise ModelError(f"{self._path}: its inputs are not rows of whole numbers")
        if outputs[0].type != "tensor(float)":
            raise ModelError(f"{self._path}: gives {outputs[0].type}, not rows of float32")
        labels = 2 if bundle.manifest.kind == CLASSIFIER else len(bundle.scheme.labels)
        found = outputs[0].shape[-1] if outputs[0].shape else None
        if isinstance(found, int) and found != labels:
            raise ModelError(f"{self._path}: gives {found} labels, the model needs {labels}")

    def run(self, window: ModelInput) -> Logits:
        feed = {"ids": np.array([window.ids], np.int64)}
        if self._features:
            feed["features"] = np.array([window.features], np.int64)
        if self._words:
            feed["kept"] = np.array([window.kept], np.int64)
        try:
            output = self._session.run(["logits"], feed)[0]
        except Exception as error:  # the library's errors have no common parent of their own
            raise ModelError(
                f"{self._path}: cannot read {counted(len(window.ids), 'token')} ({_first_line(error)}); "
                f"{TOKENIZER} may be of another model"
            ) from None
        if output.ndim < 2 or output.shape[0] != 1:
            raise ModelError(f"{self._path}: gives an array of {output.shape}, not rows of numbers")
        logits: Logits = output[0]
        return check_finite(logits, name=str(self._path))


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
        torch = self._torch
        if max(window.ids) >= self._vocabulary:
            raise ModelError(
                f"{self._bundle.path(TOKENIZER)}: has more tokens than the model: they are of different models"
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


def default_threads() -> int:
    """Half of what this process may use is left to others, from four cores on; more than four threads gain little."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if cores <= 2 else min(4, max(2, cores // 2))


def check_finite(logits: Logits, *, name: str) -> Logits:
    """The logits of the model in the file `name`, or a ModelError: what is not a number must not become a label."""
    if not np.isfinite(logits).all():
        raise ModelError(f"{name}: gave numbers that are not finite; the weights are damaged or overflow")
    return logits


def _session(path: Path, threads: int) -> Any:
    """A session on the file's bytes: given no path, and a folder that is none, it can reach no external data."""
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)  # what goes wrong is said by our own errors
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that go on spinning after an answer take the core from whoever reads, decodes, or runs beside us.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(path / "none"))
    if not (model := path.read_bytes()):
        raise ModelError(f"{path}: is empty; get the model again")
    try:
        return onnxruntime.InferenceSession(
            model,
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=_SLOWER,
            enable_fallback=0,  # there is nothing to fall back to, and it would print so
        )
    except Exception as error:  # as above
        raise ModelError(f"{path}: not a model that can be run ({_first_line(error)}); get it again") from None


def _ends(path: Path, items: Iterable[Any]) -> list[_End]:
    """Inputs or outputs as plain values."""
    try:
        return [_End(item.name, item.type, tuple(item.shape)) for item in items]
    except UnicodeDecodeError:
        raise ModelError(f"{path}: has names that are no text; get the model again") from None


def _names(ends: Iterable[_End]) -> str:
    return _first_line(", ".join(sorted(end.name for end in ends)) or "nothing")


def _first_line(error: object) -> str:
    """At most 160 characters that can be printed: names in the file find their way into messages."""
    line = " ".join(str(error).split())[:160]
    return "".join(character if character.isprintable() else "\ufffd" for character in line)


def best_device() -> str:
    """A CUDA or Apple GPU where there is one, else the CPU."""
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"
