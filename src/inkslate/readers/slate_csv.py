"""The CSV of the released SLATE data; `formats` parses it."""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.formats import COLUMNS, Scanned, scan_slate_csv
from inkslate.readers.document import Document


def scan(document: Document) -> Iterator[Scanned]:
    """The labelled boards of a file."""
    return scan_slate_csv(document.text, document.name)


def has_columns(document: Document) -> bool:
    """Whether the first line names all columns of the data set."""
    first = next((line.strip() for line in document.head.split("\n") if line.strip()), "")
    return set(COLUMNS) <= set(first.split(","))
