"""How figures show tasks and non-tasks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from inkslate.evaluation import svg


class SentenceKind(NamedTuple):
    """The word and the colours for a sentence, by its `is_task`."""

    word: str
    ink: str
    tint: str


KINDS: Mapping[bool | None, SentenceKind] = MappingProxyType(
    {
        True: SentenceKind("task", svg.GREEN, "#e6f5ea"),
        False: SentenceKind("non-task", svg.SOFT, "#f1f3f5"),
        None: SentenceKind("sentence", svg.BLUE, "#e3f2f8"),
    }
)
