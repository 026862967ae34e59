"""Backends run a model's network on windows of tokens; nothing else knows how.

Another backend is an entry in BACKENDS and a module with a function `load`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType

from inkslate.model.backends.adapted import adapted
from inkslate.model.backends.base import Backend, Logits, ModelInput, default_threads
from inkslate.model.bundle import ONNX, WEIGHTS, Bundle

__all__ = [
    "BACKENDS",
    "ONNXRUNTIME",
    "TORCH",
    "Backend",
    "BackendType",
    "Logits",
    "ModelInput",
    "backend_type",
    "default_threads",
    "load_backend",
]

ONNXRUNTIME, TORCH = "onnxruntime", "torch"


@dataclass(frozen=True, slots=True)
class BackendType:
    """A way to run models: the file of a bundle that it runs, and the module whose `load` does so.

    A backend that is `cpu_only` runs one pass on the threads it is given, so several copies can share the cores.
    `package` is what computes the logits: its version changes scores.
    """

    weights: str
    module: str
    cpu_only: bool
    package: str | None = None

    def runs(self, bundle: Bundle) -> bool:
        """Whether the bundle has weights for this backend."""
        return bundle.has(self.weights)

    def load(self, bundle: Bundle, *, threads: int | None = None, device: str | None = None) -> Backend:
        """The backend with the bundle's weights; its module is imported here. Each ignores what it has no use for."""
        backend: Backend = import_module(self.module).load(bundle, threads=threads, device=device)
        return backend

    @property
    def runtime(self) -> tuple[str, str] | None:
        """The package and its version, asked of the package itself: it may be installed under another name."""
        return (self.package, str(import_module(self.package).__version__)) if self.package else None


# The first that has weights in a bundle runs it.
BACKENDS: Mapping[str, BackendType] = MappingProxyType(
    {
        ONNXRUNTIME: BackendType(ONNX, "inkslate.model.backends.onnx_backend", cpu_only=True, package="onnxruntime"),
        TORCH: BackendType(WEIGHTS, "inkslate.model.backends.torch_backend", cpu_only=False, package="torch"),
    }
)


def backend_type(bundle: Bundle) -> BackendType:
    """What runs the bundle; torch where it has no weights of its own, as the two-model baseline."""
    return next((kind for kind in BACKENDS.values() if kind.runs(bundle)), BACKENDS[TORCH])


def load_backend(bundle: Bundle, *, threads: int | None = None, device: str | None = None) -> Backend:
    """The backend of a bundle. `threads` are those of one pass on the CPU, `device` is torch's."""
    backend = backend_type(bundle).load(bundle, threads=threads, device=device)
    return adapted(bundle, backend) if bundle.base else backend
