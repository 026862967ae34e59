"""Optional dependencies: a missing one is an error that names the command which adds it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from inkslate.errors import MissingExtra

_MODULES = {
    "serve": ("fastapi", "h11", "prometheus_client", "pydantic", "starlette", "uvicorn", "websockets"),
    "train": ("torch", "transformers", "safetensors", "accelerate", "tqdm"),
    "batch": ("pyarrow", "fsspec", "tqdm"),
    "ray": ("ray.data",),
}


def require(extra: str, *, what: str, also: Sequence[str] = ()) -> None:
    """Raise MissingExtra unless what is used of the extra can be imported; `also` names what few parts of it use."""
    for module in (*_MODULES[extra], *also):
        try:
            import_module(module)
        except ImportError:
            raise MissingExtra(f"{what} needs {module}: pip install 'inkslate[{extra}]'") from None
