"""Writers: one module a target, in a plain dict; each turns extractions into text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from inkslate.extraction import Extraction, format_extractions
from inkslate.writers.checklist import write_checklist


class Writer(Protocol):
    def __call__(self, extractions: Sequence[Extraction], *, colour: bool = False) -> str: ...


def write_jsonl(extractions: Sequence[Extraction], *, colour: bool = False) -> str:
    """Extraction JSONL, one board a line; machines get no colour."""
    del colour
    return format_extractions(extractions)


WRITERS: Mapping[str, Writer] = MappingProxyType({"checklist": write_checklist, "jsonl": write_jsonl})
