"""ONNX files on onnxruntime, in float32 or int8."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from inkslate.errors import ModelError
from inkslate.messages import counted
from inkslate.model.backends.base import LOGITS, VECTORS, Logits, ModelInput, check_finite, default_threads
from inkslate.model.bundle import CLASSIFIER, ONNX, TOKENIZER, Bundle
from inkslate.model.shipped import is_shipped

# On a CPU the fused form of residual and norm takes several times as long as its parts.
_SLOWER = ["SkipLayerNormFusion"]
# Versions before it read files that a hostile model names, and can be ended by one. Python 3.10 has no later one.
_SAFE_VERSION = (1, 25, 1)
TRUST_MODELS = "INKSLATE_TRUST_MODELS"


class _End(NamedTuple):
    """The declaration of a graph's input or output; a variable dimension is a name or None."""

    name: str
    type: str
    shape: tuple[int | str | None, ...]


class OnnxBackend:
    """Runs the ONNX file of a bundle, one window at a time, and may be called from several threads.

    One window a run, so that a window's numbers depend neither on padding nor on other windows.
    """

    def __init__(self, bundle: Bundle, *, threads: int) -> None:
        self._path = bundle.path(ONNX)
        _check_runtime(self._path)
        self._session = _session(self._path, threads)
        inputs = _ends(self._path, self._session.get_inputs())
        outputs = _ends(self._path, self._session.get_outputs())
        self._features, self._words = bundle.manifest.features, bundle.manifest.word_layers > 0
        expected = ["features"] * self._features + ["ids"] + ["kept"] * self._words
        given = [item.name for item in outputs]
        if sorted(item.name for item in inputs) != expected or given not in ([LOGITS], [LOGITS, VECTORS]):
            raise ModelError(
                f"{self._path}: takes {_names(inputs)} and gives {_names(outputs)}; "
                f"it should take {' and '.join(expected)} and give logits"
            )
        if any(item.type != "tensor(int64)" or len(item.shape) != 2 for item in inputs):
            raise ModelError(f"{self._path}: its inputs are not rows of whole numbers")
        if wrong := [item.type for item in outputs if item.type != "tensor(float)"]:
            raise ModelError(f"{self._path}: gives {wrong[0]}, not rows of float32")
        self.gives_vectors = VECTORS in given
        labels = 2 if bundle.manifest.kind == CLASSIFIER else len(bundle.scheme.labels)
        found = outputs[0].shape[-1] if outputs[0].shape else None
        if isinstance(found, int) and found != labels:
            raise ModelError(f"{self._path}: gives {found} labels, the model needs {labels}")

    def run(self, window: ModelInput) -> Logits:
        """Logits of one window. Only these are asked for, so vectors cost nothing."""
        return self._output(LOGITS, window)

    def vectors(self, window: ModelInput) -> Logits:
        """The vectors from which the head makes the logits: a row for each row of these."""
        if not self.gives_vectors:
            raise ModelError(f"{self._path}: gives no vectors of words; export the model again with this version")
        return self._output(VECTORS, window)

    def _output(self, name: str, window: ModelInput) -> Logits:
        feed = {"ids": np.array([window.ids], np.int64)}
        if self._features:
            feed["features"] = np.array([window.features], np.int64)
        if self._words:
            feed["kept"] = np.array([window.kept], np.int64)
        try:
            output = self._session.run([name], feed)[0]
        except Exception as error:  # the library's errors have no base class of their own
            raise ModelError(
                f"{self._path}: cannot read {counted(len(window.ids), 'token')} ({_first_line(error)}); "
                f"{TOKENIZER} may belong to another model"
            ) from None
        if output.ndim < 2 or output.shape[0] != 1:
            raise ModelError(f"{self._path}: gives an array of {output.shape}, not rows of numbers")
        rows: Logits = output[0]
        return check_finite(rows, name=str(self._path))


def load(bundle: Bundle, *, threads: int | None, device: str | None) -> OnnxBackend:  # noqa: ARG001  the CPU alone
    """The backend for the bundle's ONNX file, on so many threads a pass."""
    return OnnxBackend(bundle, threads=threads or default_threads())


def _check_runtime(path: Path) -> None:
    """Refuse a file that is not ours where the runtime is no match for a hostile one, unless the user trusts it."""
    import onnxruntime

    version = tuple(map(int, re.findall(r"\d+", onnxruntime.__version__)[:3]))
    if version < _SAFE_VERSION and not is_shipped(path) and os.environ.get(TRUST_MODELS) != "1":
        raise ModelError(
            f"{path}: a hostile model can end onnxruntime {onnxruntime.__version__}, or read files with it; "
            f"use Python 3.11 or later, or set {TRUST_MODELS}=1 if you trust this model"
        )


def _session(path: Path, threads: int) -> Any:
    """A session on the file's bytes; without a path and a real folder it cannot open external data files."""
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)  # our own errors say what went wrong
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that keep spinning after a pass take the core from other work.
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
            enable_fallback=0,  # there is no other provider, and it would print a message
        )
    except Exception as error:  # as above
        raise ModelError(f"{path}: not a model that can be run ({_first_line(error)}); get it again") from None


def _ends(path: Path, items: Iterable[Any]) -> list[_End]:
    """Inputs or outputs as plain values."""
    try:
        return [_End(item.name, item.type, tuple(item.shape)) for item in items]
    except UnicodeDecodeError:
        raise ModelError(f"{path}: has names that are not text; get the model again") from None


def _names(ends: Iterable[_End]) -> str:
    return _first_line(", ".join(sorted(end.name for end in ends)) or "nothing")


def _first_line(error: object) -> str:
    """At most 160 printable characters: messages may hold names from an untrusted file."""
    line = " ".join(str(error).split())[:160]
    return "".join(character if character.isprintable() else "\ufffd" for character in line)
