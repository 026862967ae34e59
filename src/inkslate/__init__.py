"""inkslate finds the sentences and the tasks in people's notes.

Importing is fast: heavy dependencies are loaded when they are used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from inkslate.dependencies import switch_off_telemetry
from inkslate.version import __version__

if TYPE_CHECKING:
    from inkslate.board import Board, Box, Label, Line, Region, Sentence, Span, Word
    from inkslate.errors import InkslateError, InputError, MissingExtra, ModelError
    from inkslate.extraction import Extraction, FoundSentence, ModelInfo, Task
    from inkslate.extractor import Extractor
    from inkslate.model.layout import Layout
    from inkslate.model.schemes import BI, BIO, NTI, Scheme
    from inkslate.readers import read_file
    from inkslate.readers.layout.from_boxes import layout_from_boxes

_HOMES = {
    "board": ("Board", "Box", "Label", "Line", "Region", "Sentence", "Span", "Word"),
    "errors": ("InkslateError", "InputError", "MissingExtra", "ModelError"),
    "extraction": ("Extraction", "FoundSentence", "ModelInfo", "Task"),
    "extractor": ("Extractor",),
    "model.layout": ("Layout",),
    "readers": ("read_file",),
    "readers.layout.from_boxes": ("layout_from_boxes",),
    "model.schemes": ("BI", "BIO", "NTI", "Scheme"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "BI",
    "BIO",
    "NTI",
    "Board",
    "Box",
    "Extraction",
    "Extractor",
    "FoundSentence",
    "InkslateError",
    "InputError",
    "Label",
    "Layout",
    "Line",
    "MissingExtra",
    "ModelError",
    "ModelInfo",
    "Region",
    "Scheme",
    "Sentence",
    "Span",
    "Task",
    "Word",
    "__version__",
    "extract",
    "layout_from_boxes",
    "read_file",
]

# Here, because every process that uses a part of inkslate comes by before it imports a dependency.
switch_off_telemetry()


def extract(notes: Board | Region | str, *, model: str | None = None) -> Extraction:
    """Find the tasks in a board, a region or plain text.

    The model of the package is loaded once. Another model is loaded in every call: keep an `Extractor` for it.
    """
    from inkslate.extractor import Extractor, default_extractor
    from inkslate.model.shipped import DEFAULT_MODEL

    extractor = default_extractor() if model in (None, DEFAULT_MODEL) else Extractor.load(model)
    return extractor.extract(notes)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'inkslate' has no attribute {name!r}")
    return getattr(import_module(f"inkslate.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
