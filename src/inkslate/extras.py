"""Optional dependencies: a missing one is an error that names the command which adds it."""

from __future__ import annotations

from importlib import import_module

from inkslate.errors import MissingExtra

_MODULES = {"train": ("torch", "transformers", "safetensors", "accelerate", "tqdm")}


def require(extra: str, *, what: str) -> None:
    """Raise MissingExtra unless everything of the extra can be imported."""
    for module in _MODULES[extra]:
        try:
            import_module(module)
        except ImportError:
            raise MissingExtra(f"{what} needs {module}: pip install 'inkslate[{extra}]'") from None
