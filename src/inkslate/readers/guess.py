"""Which format a document has, from its name and content; an error rather than a wrong guess."""

from __future__ import annotations

from inkslate.corpus import COLUMNS
from inkslate.errors import InputError
from inkslate.readers.document import Document

_BY_SUFFIX = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".jsonl": "board",
    ".ndjson": "board",
    ".json": "board",
    ".csv": "slate-csv",
}


def guess_format(document: Document) -> str:
    """The name of a reader. A known ending decides; without an ending (or from a pipe) the content does."""
    if document.suffix in _BY_SUFFIX:
        return _BY_SUFFIX[document.suffix]
    if document.suffix:
        raise InputError(f"{document.name}: cannot tell the format from {document.suffix!r}; name it with --from")
    first = next((line.strip() for line in document.text.split("\n") if line.strip()), "")
    if set(COLUMNS) <= set(first.split(",")):
        return "slate-csv"
    # Notes may begin with a brace; a board, cut off or not, names its regions.
    return "board" if first.startswith("{") and '"regions"' in first else "text"
