"""What the public names of the package are and give."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

from inputs import MODELS, NOTES, files_in

import inkslate


def show_library() -> None:
    """The public names, and what they give."""
    for name in sorted(inkslate.__all__):
        value = getattr(inkslate, name)
        if isinstance(value, type):
            members = [member for member in dir(value) if not member.startswith("_")]
            print(name, _signature(value), *members)
            for member in members:
                if callable(function := getattr(value, member)):
                    print(f"{name}.{member}", _signature(function))
        else:
            print(name, _signature(value) if callable(value) else repr(value))
    words = [("call", 10, 10, 40, 12), ("Ruth", 60, 11, 40, 12), ("-", 2, 30, 5, 2), ("milk", 12, 28, 40, 12)]
    regions = inkslate.layout_from_boxes([inkslate.Word(text, inkslate.Box(*box)) for text, *box in words])
    print(regions)
    extractors = {model: inkslate.Extractor.load(model) for model in MODELS}
    boards = [inkslate.Board("boxes", regions), *inkslate.read_file("examples/labelled.jsonl")]
    for file in files_in("examples"):
        print(inkslate.read_file(file))
    for model, extractor in extractors.items():
        print(extractor.model)
        print(inkslate.extract(NOTES, model=model))
        print(extractor.extract(boards[1].regions[0]))
        print([found.to_json() for found in extractor.extract_many([*boards, NOTES])])
        print(extractor.extract_file("examples/whiteboard.jiix"))
    print(inkslate.extract(NOTES).to_json())
    attempts: dict[str, Callable[[], object]] = {
        "no file": lambda: inkslate.read_file("no such file"),
        "no model": lambda: inkslate.Extractor.load("no such model"),
        "threads": lambda: inkslate.Extractor.load(threads=0),
        "no notes": lambda: inkslate.extract(7),  # type: ignore[arg-type]
        "no name": lambda: inkslate.no_such_name,
    }
    for name, attempt in attempts.items():
        try:
            attempt()
        except Exception as error:
            print(name, type(error).__name__)
            print(error, file=sys.stderr)


def _signature(value: Any) -> str:
    """The parameters of a function, without annotations."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(?)"
    bare = [parameter.replace(annotation=parameter.empty) for parameter in found.parameters.values()]
    return str(found.replace(parameters=bare, return_annotation=found.empty))
