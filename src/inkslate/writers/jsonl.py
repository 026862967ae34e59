"""Extraction JSONL, one board a line: everything that is known, for programs."""

from __future__ import annotations

from collections.abc import Sequence

from inkslate.extraction import Extraction
from inkslate.formats.extraction_jsonl import format_extractions
from inkslate.writers.options import PLAIN, WriterOptions


def write_jsonl(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """A JSON object a line. The format has no options."""
    del options
    return format_extractions(extractions)
