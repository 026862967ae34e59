"""Label Studio's export, JSON or JSON-MIN; `formats` parses it."""

from __future__ import annotations

from collections.abc import Iterator

from inkslate.errors import InputError
from inkslate.formats import Scanned, scan_label_studio
from inkslate.readers.document import Document


def scan(document: Document) -> Iterator[Scanned]:
    """The boards of an export, labelled where the export has labels."""
    return scan_label_studio(document.text, document.name)


def recognises(document: Document) -> bool:
    """Whether this is an export of boards: a list of tasks that have a board in their data."""
    if not document.data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"["):
        return False
    try:
        value = document.json
    except (InputError, ValueError):
        return False
    first = value[0] if value and isinstance(value[0], dict) else {}
    data = first.get("data", first if "annotation_id" in first else None)
    return isinstance(data, dict) and {"text", "board", "regions"} <= data.keys()
