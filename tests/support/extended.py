"""inkslate with one more reader, writer, score and backend: an entry in each table, and a module for each.

Import it before any part of inkslate that reads the tables, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from inkslate.board import Board
from inkslate.evaluation.columns import SCORES, ScoreColumn
from inkslate.extraction import Extraction
from inkslate.model.backends import BACKENDS, BackendType, Logits, ModelInput
from inkslate.model.bundle import Bundle
from inkslate.readers.document import Document
from inkslate.readers.table import READERS, TEXT, Reader
from inkslate.readers.text import parse_text
from inkslate.writers import WRITERS, Writer
from inkslate.writers.options import WriterOptions
from tests.support.tables import add_entry, add_module

WEIGHTS = "model.constant"


def scan(document: Document) -> Iterator[Board]:
    """Notes whose items are separated by semicolons."""
    yield parse_text("\n".join(f"- {item}" for item in document.text.split(";")), board=document.stem)


def write_shout(extractions: Sequence[Extraction], *, options: WriterOptions) -> str:
    """Every task in capitals."""
    del options
    return "".join(f"{task.text.upper()}!\n" for extraction in extractions for task in extraction.tasks)


class ConstantBackend:
    """Calls every word the beginning of a task: N, T, I are the labels of the scheme."""

    def run(self, window: ModelInput) -> Logits:
        return np.tile(np.array([0.0, 5.0, 0.0], np.float32), (len(window.ids), 1))


def load(bundle: Bundle, *, threads: int | None, device: str | None) -> ConstantBackend:
    del bundle, threads, device
    return ConstantBackend()


add_module("inkslate.readers.semicolons", scan=scan)
add_module("inkslate.writers.shout", write_shout=write_shout)
add_entry(
    READERS,
    "semicolons",
    Reader(name="semicolons", module="semicolons", syntax=TEXT, suffixes=(".semi",), media_types=("text/semicolons",)),
)
add_entry(WRITERS, "shout", Writer("shout", "shout:write_shout", "text/shout", "loud", "Capitals, loud", "tests"))
add_entry(
    SCORES,
    "missed_share",
    ScoreColumn("", "missed share", path=("missed_share",), value=lambda scores: 1 - (scores.task.recall or 0.0)),
)
add_entry(BACKENDS, "constant", BackendType(WEIGHTS, add_module("constant_backend", load=load), cpu_only=True))
