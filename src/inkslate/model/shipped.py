"""The models that come with the package."""

from __future__ import annotations

from pathlib import Path

from inkslate.errors import ModelError

SHIPPED = ("open",)
DEFAULT_MODEL = SHIPPED[0]
_FOLDER = Path(__file__).parent / "weights"
# Names of models that were part of the package, and what to do about each.
_REPLACED = {
    "slate": "it was replaced by open; "
    "the research model is in the repository's folder research/ (--model research/model)"
}


def shipped_model(name: str) -> Path | None:
    """The folder of a shipped model, None for other names; a user's folder of the same name is written ./NAME.

    ModelError for a name that a shipped model had before.
    """
    if name in _REPLACED:
        raise ModelError(f"no model {name!r}: {_REPLACED[name]}")
    return _FOLDER / name if name in SHIPPED else None


def model_name(folder: Path) -> str:
    """How to name the model in a folder anywhere on this machine: a shipped one by its name, another by its path."""
    return folder.name if folder.parent == _FOLDER and folder.name in SHIPPED else str(folder.resolve())


def is_shipped(path: Path) -> bool:
    """Whether a file is part of the package."""
    return path.resolve().is_relative_to(_FOLDER.resolve())
