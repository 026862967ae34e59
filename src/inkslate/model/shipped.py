"""The models that come with the package."""

from __future__ import annotations

from pathlib import Path

SHIPPED = ("slate",)
DEFAULT_MODEL = SHIPPED[0]
_FOLDER = Path(__file__).parent / "weights"


def shipped_model(name: str) -> Path | None:
    """The folder of a shipped model, None for other names; a user's folder of the same name is written ./NAME."""
    return _FOLDER / name if name in SHIPPED else None
