"""Labelled spans of Label Studio's results: label, offsets, text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from inkslate.board import Label
from inkslate.errors import InputError
from inkslate.messages import shorten

# Extractions are written with the first two; a project may offer the others too.
LABELS: Mapping[Label, str] = MappingProxyType(
    {
        Label.TASK: "Task",
        Label.NON_TASK: "Non-task",
        Label.GENERIC_TASK: "Generic task",
        Label.TASK_BY_CONTEXT: "Task by context",
        Label.NON_TASK_BY_CONTEXT: "Non-task by context",
    }
)


def _plain(label: str) -> str:
    return label.casefold().replace("-", " ").replace("_", " ").strip()


_BY_NAME = {_plain(name): label for label, name in LABELS.items()}


@dataclass(frozen=True, slots=True)
class LabelledSpan:
    """Characters start..end of a task's text. `text` is what the editor had there, if the export says so."""

    start: int
    end: int
    label: Label
    text: str | None = None

    def fits(self, whole: str) -> bool:
        """Whether the span is inside of the text and has the same words; the editor writes line ends in another way."""
        if self.end > len(whole):
            return False
        return self.text is None or _squeezed(self.text) == _squeezed(whole[self.start : self.end])

    def moved(self, units: Sequence[int]) -> LabelledSpan | None:
        """The span with its offsets as indices of `units`, which ascend; None where they are not in it."""
        start, end = bisect_left(units, self.start), bisect_left(units, self.end)
        if end >= len(units) or units[start] != self.start or units[end] != self.end:
            return None
        return replace(self, start=start, end=end)


def parse_spans(values: Iterable[object]) -> list[LabelledSpan]:
    """The spans among a result's values; other kinds (choices, comments, relations) are skipped."""
    return [_parse_span(value) for value in values if isinstance(value, dict) and "labels" in value]


def _parse_span(value: Mapping[str, object]) -> LabelledSpan:
    labels, text = value["labels"], value.get("text")
    start, end = _position(value.get("start")), _position(value.get("end"))
    if start is None or end is None or start >= end:
        raise InputError(
            f"a span from {_shown(value.get('start'))} to {_shown(value.get('end'))} is not valid; "
            "offsets are whole numbers, the end after the start"
        )
    if not isinstance(labels, list) or len(labels) != 1 or not isinstance(labels[0], str):
        raise InputError(f"the span at character {start} has {_shown(labels)} for a label; give it exactly one")
    label = _BY_NAME.get(_plain(labels[0]))
    if label is None:
        raise InputError(f"the label {shorten(labels[0])} is unknown; use {', '.join(LABELS.values())}")
    return LabelledSpan(start, end, label, text if isinstance(text, str) else None)


def _position(value: object) -> int | None:
    """A position; some versions write numbers as strings."""
    if isinstance(value, str) and value.isdecimal() and len(value) < 16:
        value = int(value)
    return value if type(value) is int and value >= 0 else None


def _shown(value: object) -> str:
    return "nothing" if value is None else shorten(str(value))


def _squeezed(text: str) -> str:
    # The editor writes a line end as a backslash and an n.
    return "".join(text.replace("\\n", "\n").split())
