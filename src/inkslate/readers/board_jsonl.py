"""Board JSONL, the project's own file format; `formats` parses it."""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.formats import Scanned, scan_board_jsonl
from inkslate.readers.document import Document


def scan(document: Document) -> Iterator[Scanned]:
    """The boards of a file, labelled or not."""
    return scan_board_jsonl(document.text, document.name)


def looks_like_boards(document: Document) -> bool:
    """Whether the first line could be a board. Notes may begin with a brace; a board names its regions."""
    return document.text.lstrip().startswith("{") and '"regions"' in document.text
