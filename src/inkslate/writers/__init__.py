"""Writers: one module a target, in a plain dict; each turns extractions into text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from inkslate.extraction import Extraction
from inkslate.formats.extraction_jsonl import format_extractions
from inkslate.writers.checklist import write_checklist
from inkslate.writers.csv_table import write_csv
from inkslate.writers.graph import write_graph
from inkslate.writers.label_studio import write_label_studio
from inkslate.writers.markdown import write_markdown
from inkslate.writers.options import PLAIN, WriterOptions
from inkslate.writers.taskwarrior import write_taskwarrior
from inkslate.writers.todoist import write_todoist
from inkslate.writers.todotxt import write_todotxt


class Writer(Protocol):
    def __call__(self, extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str: ...


def write_jsonl(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """Extraction JSONL, one board a line; machines get no colour."""
    del options
    return format_extractions(extractions)


def write_ics(extractions: Sequence[Extraction], *, options: WriterOptions = PLAIN) -> str:
    """iCalendar; its library takes a tenth of a second to load, which nobody else should wait for."""
    from inkslate.writers import ics

    return ics.write_ics(extractions, options=options)


WRITERS: Mapping[str, Writer] = MappingProxyType(
    {
        "checklist": write_checklist,
        "markdown": write_markdown,
        "jsonl": write_jsonl,
        "csv": write_csv,
        "todotxt": write_todotxt,
        "ics": write_ics,
        "taskwarrior": write_taskwarrior,
        "graph": write_graph,
        "todoist": write_todoist,
        "label-studio": write_label_studio,
    }
)
