"""inkslate finds the sentences and the tasks in people's notes.

Importing is fast: heavy dependencies are loaded when they are used.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from importlib import import_module
from os import PathLike
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
    "board": ("Board", "Box", "Label", "Line", "Region", "Sentence", "Word"),
    "errors": ("InkslateError", "InputError", "MissingExtra", "ModelError"),
    "extraction": ("Extraction", "Task"),
    "extractor": ("Extractor",),
    "model.layout": ("Layout",),
    "prediction": ("FoundSentence", "ModelInfo"),
    "readers": ("read_file",),
    "readers.layout.from_boxes": ("layout_from_boxes",),
    "model.schemes": ("BI", "BIO", "NTI", "Scheme"),
    "spans": ("Span",),
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
    "extract_file",
    "layout_from_boxes",
    "read_file",
]

# Here, because every process that uses a part of inkslate comes by before it imports a dependency.
switch_off_telemetry()


def extract(
    notes: Board | Region | str,
    *,
    model: str | None = None,
    now: date | None = None,
    locale: str = "en",
    people: Iterable[str] = (),
    details: bool = True,
    id: str | None = None,
    threshold: float | None = None,
) -> Extraction:
    """Find the tasks in a board, a region or plain text.

    The model of the package is loaded once. Another model is loaded in every call: keep an `Extractor` for it, whose
    `extract` explains the options.

    >>> (task,) = extract("Minutes\\n- [ ] Sam: send the deck by Fri", now=date(2026, 11, 16)).tasks
    >>> task.text, task.owner, task.due
    ('Sam: send the deck by Fri', 'Sam', '2026-11-20')
    """
    return _extractor(model).extract(
        notes, now=now, locale=locale, people=people, details=details, id=id, threshold=threshold
    )


def extract_file(
    path: str | PathLike[str],
    *,
    model: str | None = None,
    format: str | None = None,
    now: date | None = None,
    locale: str = "en",
    people: Iterable[str] = (),
    details: bool = True,
    threshold: float | None = None,
) -> list[Extraction]:
    """Find the tasks in a file of any format that is read: one extraction for each of its boards.

    The options are those of `extract`; without `now`, days count from the date of the note, else that of the file.

    >>> (extraction,) = extract_file("examples/todo.txt")
    >>> extraction.board.id
    'todo'
    """
    return _extractor(model).extract_file(
        path, format=format, now=now, locale=locale, people=people, details=details, threshold=threshold
    )


def _extractor(model: str | None) -> Extractor:
    from inkslate.extractor import Extractor, default_extractor
    from inkslate.model.shipped import DEFAULT_MODEL

    return default_extractor() if model in (None, DEFAULT_MODEL) else Extractor.load(model)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'inkslate' has no attribute {name!r}")
    return getattr(import_module(f"inkslate.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
