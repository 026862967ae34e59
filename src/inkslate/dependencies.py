"""Dependencies: the error for a missing optional one names the command that installs it; their telemetry is off."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module

from inkslate.errors import MissingExtra

_MODULES = {
    "serve": ("fastapi", "h11", "prometheus_client", "pydantic", "starlette", "uvicorn", "websockets"),
    "train": ("torch", "transformers", "safetensors", "accelerate", "tqdm"),
    "batch": ("pyarrow", "fsspec", "tqdm"),
    "ray": ("ray.data",),
    "office": ("docx", "odfdo"),
    "pdf": ("pypdfium2",),
    "photo": ("PIL", "rapidocr"),
    "mcp": ("mcp.server.lowlevel", "anyio", "pydantic"),
}
# The one list of variables that switch telemetry off; the packages read them when they are imported.
TELEMETRY_OFF = {
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime 1.29 and later: a device id in the home folder, events over HTTPS
    "HF_HUB_DISABLE_TELEMETRY": "1",  # huggingface-hub
    "RAY_USAGE_STATS_ENABLED": "0",
}


def switch_off_telemetry() -> None:
    """Switch off the telemetry of packages that are imported later, here and in child processes.

    A variable that the user has set stays as it is.
    """
    for name, value in TELEMETRY_OFF.items():
        os.environ.setdefault(name, value)


def require(extra: str, *, what: str, also: Sequence[str] = ()) -> None:
    """Raise MissingExtra unless the modules of the extra can be imported; `also` names further modules to check."""
    for module in (*_MODULES[extra], *also):
        try:
            import_module(module)
        except ImportError:
            raise MissingExtra(f"{what} needs {module}: pip install 'inkslate[{extra}]'") from None
