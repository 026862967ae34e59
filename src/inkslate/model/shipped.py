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
