"""The strokes of a file, for drawing: what a word's `source` names, in the units of its box."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from inkslate.readers.document import Document, read_json
from inkslate.readers.inkml.traces import Traces
from inkslate.readers.xml import parse

_FARTHEST = 1e300


@dataclass(frozen=True, slots=True)
class Stroke:
    """What the pen drew without being lifted."""

    id: str | int
    points: tuple[tuple[float, float], ...]


def strokes_of(document: Document, format: str) -> list[Stroke]:
    """The strokes of a document in the order of the file; none where its format has none."""
    return list(_WITH_STROKES[format](document)) if format in _WITH_STROKES else []


def _inkml(document: Document) -> Iterator[Stroke]:
    for key, points in Traces(parse(document, root="ink"), document.name).strokes():
        yield Stroke(key, tuple(points))


def _jiix(document: Document) -> Iterator[Stroke]:
    """Whatever has coordinates, wherever it stands; what is damaged is not drawn."""
    seen: set[str | int] = set()
    stack = [read_json(document)]
    while stack:
        value = stack.pop()
        if isinstance(value, list):
            stack.extend(reversed(value))
        elif isinstance(value, dict):
            stroke = _stroke(value)
            if stroke is None:
                stack.extend(reversed(value.values()))
            elif stroke.id not in seen:  # words and their characters may share it
                seen.add(stroke.id)
                yield stroke


def _stroke(value: dict[str, Any]) -> Stroke | None:
    xs, ys, key = value.get("X"), value.get("Y"), value.get("id", value.get("full-id"))
    if not isinstance(xs, list) or not isinstance(ys, list) or not xs or len(xs) != len(ys):
        return None
    if not (isinstance(key, str) or type(key) is int) or not all(map(_is_place, (*xs, *ys))):
        return None
    return Stroke(key, tuple((float(x), float(y)) for x, y in zip(xs, ys, strict=True)))


def _is_place(value: object) -> bool:
    return (type(value) is float or type(value) is int) and abs(value) < _FARTHEST and math.isfinite(value)


_WITH_STROKES: Mapping[str, Callable[[Document], Iterator[Stroke]]] = MappingProxyType({"inkml": _inkml, "jiix": _jiix})
